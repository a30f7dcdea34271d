import CFuzzer
import Glibc

/// Hands one target to libFuzzer, which calls it with more and more inputs until it is told to stop.
enum FuzzDriver {
    // libFuzzer calls a C function, which can hold nothing. It has one thread.
    nonisolated(unsafe) private static var target: FuzzTarget?

    /// Runs `target` with the command's arguments behind its name; returns how the process ends.
    static func run(_ target: FuzzTarget) -> Int32 {
        self.target = target
        // The command's own name, then everything behind the target's.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv + 1
        return LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            guard let target = FuzzDriver.target else { return -1 }
            let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
            if let broken = target.run(input) {
                FuzzDriver.complain("BROKEN \(target.name): \(broken)")
                // libFuzzer keeps the input of a process that ends so.
                abort()
            }
            return 0
        }
    }

    /// A line on the standard error.
    static func complain(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
