import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft down`: asks the node to end, and waits until it has.
struct DownCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "down", abstract: "Stop your node.")

    @OptionGroup var options: GlobalOptions

    private static let patience: Duration = .seconds(10)

    func run() throws {
        let output = options.output
        let profile = try options.chosenProfile()
        guard let pid = try asFailure({ try ProfileLock.holder(of: profile) }) else {
            throw Failure(
                .unreachable, "no node of the profile \"\(profile.name)\" is running",
                fix: "weft up")
        }
        // The lock's file is ours and its lock is held, so its holder wrote this number.
        guard pid > 0, kill(pid, SIGTERM) == 0 else {
            let why = pid > 0 ? String(cString: strerror(errno)) : "its process ID is unknown"
            throw Failure(
                .failure, "cannot stop the node: \(why)", fix: "weft down again")
        }
        try wait(for: pid, profile)
        if output.form == .json { output.json(Array("{\"stopped\":\(pid)}".utf8)) }
        output.say("\("✓", .good) node stopped: process \(pid)")
        output.next("start it again", "weft up")
    }

    private func wait(for pid: Int32, _ profile: Profile) throws {
        let clock = ContinuousClock()
        let deadline = clock.now + Self.patience
        var pause: UInt32 = 5_000
        while try asFailure({ try ProfileLock.holder(of: profile) }) == pid {
            guard clock.now < deadline else {
                throw Failure(
                    .failure, "process \(pid) did not stop within 10 s",
                    fix: "check the log \(profile.logPath)")
            }
            usleep(pause)
            pause = min(pause * 2, 200_000)
        }
    }
}
