import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore

/// A wait for replication: the answer is held back until others have what the request wrote.
struct ReplicationWait: Sendable {
    let preference: WaitPreference
    /// The ends of this device's chains before the request. Writes of concurrent requests are waited for as well.
    let before: [Frontier.Entry]

    /// Nil if there is no preference, or the node does not report its chains: a preference is no condition.
    init?(_ preference: WaitPreference?, at door: NodeDoor) async {
        // A preference that cannot be met is none.
        guard let preference, let chains = try? await door.value(of: .query { .written($0) })
        else { return nil }
        self.preference = preference
        before = chains
    }
}

// Waiting is done behind the writing: what is answered stands by then, is durable, and is kept under its
// key; so a client that goes in the midst of it, and a node that stops, lose nothing. The node keeps the
// question, and answers it in the step in which it hears what was missing: no thread waits.
extension Service {
    /// The same answer, once what was written is with others or the time is over, and with how many it
    /// is. What was refused is answered at once.
    func hold(_ response: Response, for wait: ReplicationWait, from caller: Caller) async
        -> Response
    {
        guard 200..<300 ~= response.status.code else { return response }
        // What was written the first time nobody knows any more: it is among all that ever was.
        let isReplayed = response.headers[.idempotentReplayed] != nil
        let asked = TypedRequest.query {
            .replication(
                since: isReplayed ? [] : wait.before, peers: wait.preference.peers,
                seconds: wait.preference.seconds, $0)
        }
        let (answers, sender) = AsyncStream<Answer>.makeStream()
        let door = door
        Task {
            sender.yield(await door.ask(asked.request))
            sender.finish()
        }
        // Whoever has gone is not waited for: the place is for others.
        let answer = await caller.watched({ await answers.first { _ in true } }) { sender.finish() }
        guard case .success(let replication)? = answer.flatMap(asked.value(of:)) else {
            return response
        }
        var held = response
        held.headers[.preferenceApplied] = wait.preference.applied
        held.headers[.replicated] = String(replication.have)
        held.headers[.peers] = String(replication.due)
        return held
    }
}

extension HTTPField.Name {
    /// The client's preferences, and those that were applied (RFC 7240).
    static let prefer = HTTPField.Name("Prefer") ?? .accept
    static let preferenceApplied = HTTPField.Name("Preference-Applied") ?? .age
    /// With how many devices it is, and should be.
    static let replicated = HTTPField.Name(Routes.replicatedHeader) ?? .age
    static let peers = HTTPField.Name(Routes.peersHeader) ?? .age
}
