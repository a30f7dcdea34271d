import API
import Domain
import HummingbirdCore

extension Service {
    /// Dials and compares; with `wait`, answers when every open session is in sync.
    func sync(_ wanted: SyncNow, _ rawRequest: RawRequest, from caller: Caller) async throws
        -> Response
    {
        let syncing = Task { try await sync(wanted, rawRequest) }
        return try await caller.watched({ try await syncing.value }, whenGone: syncing.cancel)
    }

    private func sync(_ wanted: SyncNow, _ rawRequest: RawRequest) async throws -> Response {
        let report = try await ask(wanted, rawRequest)
        guard let wait = wanted.wait else { return Replies.json(try wanted.text(of: report)) }
        let clock = ContinuousClock()
        let begun = clock.now
        var sessions = try await sessions()
        while !isSettled(sessions, after: clock.now - begun) {
            guard clock.now - begun < .seconds(wait) else {
                let over = ["in sync", "differs", "waiting", "closed"]
                let open = sessions.filter { !over.contains($0.state) }
                let names = open.prefix(5).map { "\($0.name) (\($0.state))" }
                throw ProblemJSON(
                    .timeout,
                    "not in sync after \(wait) s: " + names.joined(separator: ", "),
                    fix: "syncing continues; check with weft status")
            }
            try await Task.sleep(for: GatewayLimits.syncPoll)
            sessions = try await self.sessions()
        }
        let count = sessions.filter { $0.state == "in sync" }.count
        var answer = DoneJSON(report)
        answer.count = count
        answer.summary =
            switch count {
            case 0: "in sync with no one: no friend is connected"
            case 1: "in sync with 1 node"
            default: "in sync with \(count) nodes"
            }
        return Replies.json(JSONText.encode(answer))
    }

    private func sessions() async throws -> [Peer] {
        try await ask(.query { .peers($0) })
    }

    /// A friend who cannot be dialled must not hold the others up for the whole of the wait.
    private func isSettled(_ sessions: [Peer], after waited: Duration) -> Bool {
        sessions.allSatisfy { peer in
            switch peer.state {
            case "in sync", "differs", "closed": return true
            case "dialling", "waiting": return waited >= GatewayLimits.dialPatience
            default: return false
            }
        }
    }
}
