import API
import ArgumentParser

/// `weft sync`: compares with everybody now.
struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Sync with friends now.",
        discussion: """
            Syncing happens by itself; this only speeds it up. Exits with code 6 if it is not done \
            within --wait.
            """)

    @Option(help: ArgumentHelp("The time to wait for missing files.", valueName: "seconds"))
    var wait: Int?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let wait, !(0...600 ~= wait) {
            throw ValidationError("--wait takes 0 to 600 seconds.")
        }
    }

    func run() throws {
        let output = options.output
        let lacks = SyncRemainder(try options.client())
        let client = try options.client()
        let (done, reply) = try ProgressBar(output).watch({ lacks.look() }) {
            try client.send(SyncNow(wait: wait), patience: .seconds(30 + (wait ?? 0)))
        }
        guard done.count > 0 || output.form == .json else {
            output.say("no friend's node is connected")
            return output.next("list connections", "weft peers")
        }
        Reports.print(done, reply, output)
        output.next("see what is missing", "weft status")
    }
}

/// Counts how much of the changes that were missing when a sync began has come or gone since.
private final class SyncRemainder: @unchecked Sendable {
    // Only the thread that shows the progress uses these.
    private let client: Client
    private var most = 0

    init(_ client: Client) {
        self.client = client
    }

    /// The number of changes, and of how many; nil as long as nothing is known to be missing.
    func look() -> (done: Int, total: Int?)? {
        var call = Call(ListPeers())
        (call.patience, call.span) = (nil, .seconds(1))
        guard let reply = try? client.send(call),
            let peers = try? reply.decoded(as: PageJSON<PeerJSON>.self)
        else { return nil }
        let lacked = peers.items.reduce(0) { $0 + $1.iLack + $1.theyLack }
        most = max(most, lacked)
        return most > 0 ? (most - lacked, most) : nil
    }
}
