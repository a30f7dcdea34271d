import API
import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that is on its way here.
enum FileWait {
    /// Waits until all of `file` is here, or nothing more has come for so many seconds.
    static func wait(
        _ seconds: Int, for file: BlobReference, _ first: BlobJSON, _ client: Client,
        _ talk: Output
    ) throws -> BlobJSON {
        let progress = ProgressBar(talk, in: .bytes)
        defer { progress.clear() }
        var state = first
        var deadline = ContinuousClock.now + .seconds(seconds)
        while state.here < state.size, ContinuousClock.now < deadline {
            progress.show(done: state.here, of: state.size)
            usleep(100_000)
            let now = try PhotoCommand.state(of: file, client)
            if now.here > state.here { deadline = ContinuousClock.now + .seconds(seconds) }
            state = now
        }
        return state
    }
}
