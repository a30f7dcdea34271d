import CFuzzer
import Glibc

/// Runs libFuzzer with one target, which it calls with ever new inputs until it is told to stop.
enum FuzzDriver {
    // libFuzzer calls a C function, which cannot capture anything. It has one thread.
    nonisolated(unsafe) private static var target: FuzzTarget?

    /// Runs `target` with the arguments after its name; returns the exit code.
    static func run(_ target: FuzzTarget) -> Int32 {
        self.target = target
        // The command's own name, then everything after the target's.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv + 1
        return LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            guard let target = FuzzDriver.target else { return -1 }
            let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
            if let broken = target.run(input) {
                FuzzDriver.complain("BROKEN \(target.name): \(broken)")
                // libFuzzer saves the input of a process that aborts.
                abort()
            }
            return 0
        }
    }

    /// Writes a line to standard error.
    static func complain(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
