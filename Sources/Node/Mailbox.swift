package import Domain

/// The one door from other threads to the node's: requests go in, answers resume who waits.
package final class Mailbox: Sendable {
    /// Something that another thread wants.
    enum Letter {
        case request(Request, CheckedContinuation<Answer, Never>)
        case backup(path: String, CheckedContinuation<Answer, Never>)
        case stop
    }

    private struct Contents {
        var letters: [Letter] = []
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
    package func notices(after: UInt64?) -> AsyncStream<NumberedNotice> {
        board.stream(after: after)
    }

    /// Makes `Node.run` return once what was asked before is answered.
    package func stop() {
        put(.stop)
    }

    private func put(_ letter: Letter) {
        let wake: (@Sendable () -> Void)? = contents.with { contents in
            guard !contents.isClosed else { return nil }
            contents.letters.append(letter)
            return contents.wake
        }
        guard let wake else { return Self.refuse(letter) }
        wake()
    }

    /// What has come since the last call, oldest first.
    func take() -> [Letter] {
        contents.with { contents in
            defer { contents.letters = [] }
            return contents.letters
        }
    }

    /// Rings `wake` whenever something comes; at once if something has.
    func open(_ wake: @escaping @Sendable () -> Void) {
        let hasLetters = contents.with { contents in
            contents.wake = wake
            return !contents.letters.isEmpty
        }
        if hasLetters { wake() }
    }

    /// Takes nothing more in; who still waits is told so.
    func close() {
        let letters = contents.with { contents in
            contents.isClosed = true
            defer { contents.letters = [] }
            return contents.letters
        }
        for letter in letters { Self.refuse(letter) }
        board.close()
    }

    private static func refuse(_ letter: Letter) {
        switch letter {
        case .request(_, let waiting), .backup(_, let waiting):
            waiting.resume(
                returning: .rejected(
                    Problem(.readOnly, "the node is stopping", fix: "weft up")))
        case .stop: return
        }
    }
}
