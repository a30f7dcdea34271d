package import Domain

/// The only entry from other threads to the node's thread: requests go in, answers resume the callers.
package final class RequestQueue: Sendable {
    /// A request of another thread.
    enum Entry {
        case request(Request, CheckedContinuation<Answer, Never>)
        case backup(path: String, CheckedContinuation<Answer, Never>)
        case stop
    }

    private struct Contents {
        var entries: [Entry] = []
        var isClosed = false
        var wake: @Sendable () -> Void = {}
    }

    private let contents = Locked(Contents())
    let board: NoticeBoard

    init(board: NoticeBoard) {
        self.board = board
    }

    /// Returns the node's answer to `request`. What the answer says was done is durable by then.
    ///
    /// - Returns: `readOnly` if the node has stopped.
    package func ask(_ request: Request) async -> Answer {
        await withCheckedContinuation { put(.request(request, $0)) }
    }

    /// Copies everything the node holds, including keys, into a new file at `path`.
    package func backup(to path: String) async -> Answer {
        await withCheckedContinuation { put(.backup(path: path, $0)) }
    }

    /// Returns the notices from now on; or those after the one numbered `after`, as far as they are kept.
    package func notices(after: UInt64?) -> NoticeStream {
        board.stream(after: after)
    }

    /// Sends watchers a notice about something outside the node's thread.
    package func tell(_ notice: Notice) {
        board.put(notice, at: Node.wallTime())
    }

    /// Makes `Node.run` return after earlier requests have been taken.
    package func stop() {
        put(.stop)
    }

    private func put(_ entry: Entry) {
        let wake: (@Sendable () -> Void)? = contents.with { contents in
            guard !contents.isClosed else { return nil }
            contents.entries.append(entry)
            return contents.wake
        }
        guard let wake else { return Self.refuse(entry) }
        wake()
    }

    /// Takes the entries since the last call, oldest first.
    func take() -> [Entry] {
        contents.with { contents in
            defer { contents.entries = [] }
            return contents.entries
        }
    }

    /// Calls `wake` whenever an entry is added, and at once if there is one.
    func open(_ wake: @escaping @Sendable () -> Void) {
        let hasEntries = contents.with { contents in
            contents.wake = wake
            return !contents.entries.isEmpty
        }
        if hasEntries { wake() }
    }

    /// Refuses further entries, and rejects those that still wait.
    func close() {
        let entries = contents.with { contents in
            contents.isClosed = true
            defer { contents.entries = [] }
            return contents.entries
        }
        for entry in entries { Self.refuse(entry) }
        board.close()
    }

    private static func refuse(_ entry: Entry) {
        switch entry {
        case .request(_, let waiting), .backup(_, let waiting):
            waiting.resume(
                returning: .rejected(
                    Problem(.readOnly, "the node is stopping", fix: "weft up")))
        case .stop: return
        }
    }
}
