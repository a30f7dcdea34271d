import API
package import Domain

/// The gateway's only access to the node.
package struct NodeDoor: Sendable {
    /// Asks, and waits for the answer; safe from any task.
    package let ask: @Sendable (Request) async -> Answer
    /// Subscribes to events: from now on, or after the notice with this number as far as it is still known.
    package let notices: @Sendable (_ after: UInt64?) -> NoticeStream
    /// Publishes a notice to all subscribers of the node.
    package let tell: @Sendable (Notice) -> Void
    /// Copies everything the node holds to a new file at this absolute path.
    package let backup: @Sendable (_ path: String) async -> Answer

    /// The tokens that give access over loopback.
    package let keys: WebKeys

    /// Creates the access from its parts; without `tell` no notices of the gateway are published.
    package init(
        ask: @escaping @Sendable (Request) async -> Answer,
        notices: @escaping @Sendable (_ after: UInt64?) -> NoticeStream,
        tell: @escaping @Sendable (Notice) -> Void = { _ in },
        backup: @escaping @Sendable (_ path: String) async -> Answer, keys: WebKeys
    ) {
        self.ask = ask
        self.notices = notices
        self.tell = tell
        self.backup = backup
        self.keys = keys
    }

    /// Asks, and waits for an answer of the type that it must have.
    ///
    /// - Returns: the answer, or why the node refuses.
    /// - Throws: `internal_error` if it is of another type, which is a fault of ours.
    func answer<Value>(
        to asked: TypedRequest<Value>
    ) async throws(ProblemJSON) -> Result<Value, Problem> {
        guard let answer = asked.value(of: await ask(asked.request)) else {
            throw ProblemJSON(.internalError, "the node gave an answer of another kind")
        }
        return answer
    }

    /// The same, where nothing is made of a refusal.
    ///
    /// - Throws: why the node refuses.
    func value<Value>(of asked: TypedRequest<Value>) async throws(ProblemJSON) -> Value {
        switch try await answer(to: asked) {
        case .failure(let problem): throw ProblemJSON(problem)
        case .success(let value): return value
        }
    }

    /// The same door, where what changes something is done under `key`.
    func under(_ key: IdempotencyKey) -> NodeDoor {
        let ask = ask
        return NodeDoor(
            ask: { await ask($0.once(key)) }, notices: notices, tell: tell, backup: backup,
            keys: keys)
    }
}
