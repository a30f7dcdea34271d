package import Domain

/// The one door from other threads to the node's: requests go in, answers resume who waits.
package final class RequestQueue: Sendable {
    /// Something that another thread wants.
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

    /// What the node says to `request`; whatever it says was done is durable by then.
    ///
    /// - Returns: `readOnly` if the node has stopped.
    package func ask(_ request: Request) async -> Answer {
        await withCheckedContinuation { put(.request(request, $0)) }
    }

    /// Copies what the node holds, keys included, into a new file at `path`.
    package func backup(to path: String) async -> Answer {
        await withCheckedContinuation { put(.backup(path: path, $0)) }
    }

    /// What happens from now on; or after the notice numbered `after`, as far as it is still known.
    package func notices(after: UInt64?) -> NoticeStream {
        board.stream(after: after)
    }

    /// Tells whoever listens of what goes on beside the node's thread.
    package func tell(_ notice: Notice) {
        board.put(notice, at: Node.wallTime())
    }

    /// Makes `Node.run` return once what was asked before is answered.
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

    /// What has come since the last call, oldest first.
    func take() -> [Entry] {
        contents.with { contents in
            defer { contents.entries = [] }
            return contents.entries
        }
    }

    /// Rings `wake` whenever something comes; at once if something has.
    func open(_ wake: @escaping @Sendable () -> Void) {
        let hasEntries = contents.with { contents in
            contents.wake = wake
            return !contents.entries.isEmpty
        }
        if hasEntries { wake() }
    }

    /// Takes nothing more in; who still waits is told so.
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
