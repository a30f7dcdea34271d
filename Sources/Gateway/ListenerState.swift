import NIOCore

/// The state of a listening socket, and the tasks that wait for it to change.
actor ListenerState {
    private enum State {
        case expected
        case open(any Channel)
        /// It was asked to close, perhaps before it was open.
        case closing
        case over
    }

    private var state = State.expected
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The socket is open; it closes at once if that was asked in the meantime.
    func open(_ channel: any Channel) {
        switch state {
        case .expected: state = .open(channel)
        case .open, .closing, .over: channel.close(promise: nil)
        }
        wakeAll()
    }

    /// The port of the open socket; nil if it has none, or is not open.
    var port: UInt16? {
        guard case .open(let channel) = state else { return nil }
        return channel.localAddress?.port.flatMap { UInt16(exactly: $0) }
    }

    /// No new connection from now on.
    func close() {
        switch state {
        case .open(let channel):
            channel.close(promise: nil)
            state = .closing
        case .expected: state = .closing
        case .closing, .over: break
        }
    }

    /// The last connection is closed, or the socket could not be opened.
    func end() {
        state = .over
        wakeAll()
    }

    /// Returns when the socket is open or will not be: whether it is.
    func wait() async -> Bool {
        while true {
            switch state {
            case .open: return true
            case .over: return false
            case .expected, .closing: await change()
            }
        }
    }

    /// Returns when the last connection is closed.
    func waitUntilOver() async {
        while true {
            switch state {
            case .over: return
            case .expected, .open, .closing: await change()
            }
        }
    }

    private func change() async {
        await withCheckedContinuation { waiting.append($0) }
    }

    private func wakeAll() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }
}
