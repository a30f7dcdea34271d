import NIOCore

/// The connections that are open by one listener, and which of them are served. All live on one loop.
///
/// Between two turns of that loop few are accepted, and what has come with a connection is read in the
/// next one: so whoever asks as soon as they are connected is served before enough newcomers arrive to
/// push them out.
final class Clients: Sendable {
    /// The loop of the listening socket and of every connection.
    let loop: any EventLoop
    private let state: NIOLoopBoundBox<State>

    private struct State {
        /// The connections without a complete request so far, the oldest first.
        var silent: [any Channel] = []
        var served: [Connection] = []
        /// Those who wait for events, whom no answer has to wait for.
        var listening: [Connection] = []
        var isOver = false
    }

    private struct Connection {
        let channel: any Channel
        var isProved: Bool
        /// They have closed their side.
        var isGone = false
        /// The action to take when they do.
        var whenGone: (@Sendable () -> Void)?
    }

    init(on loop: any EventLoop) {
        self.loop = loop
        state = .makeBoxSendingValue(State(), eventLoop: loop)
    }

    /// One more, of which nothing is known; of too many the oldest gives way. Called on the loop.
    ///
    /// - Returns: whether it is taken in; then `leave` is called for it.
    func enter(_ channel: any Channel) -> Bool {
        guard !state.value.isOver else { return false }
        state.value.silent.append(channel)
        if state.value.silent.count > GatewayLimits.silentMax {
            let oldest = state.value.silent.removeFirst()
            oldest.close(promise: nil)
        }
        return true
    }

    /// A request has come over it: it is served from now on, if it is not already. Called on the loop.
    ///
    /// Authorized clients stay until they leave. Of the others the oldest gives way, if there is no place.
    ///
    /// - Returns: whether it is served.
    func admit(_ channel: any Channel, isProved: Bool) -> Bool {
        if let index = state.value.served.firstIndex(where: { $0.channel === channel }) {
            if isProved { state.value.served[index].isProved = true }
            return true
        }
        guard let index = state.value.silent.firstIndex(where: { $0 === channel }) else {
            return false
        }
        if state.value.served.count >= GatewayLimits.clientsMax {
            guard let oldest = state.value.served.firstIndex(where: { !$0.isProved }) else {
                return false
            }
            let gone = state.value.served.remove(at: oldest)
            gone.channel.close(promise: nil)
        }
        state.value.silent.remove(at: index)
        state.value.served.append(Connection(channel: channel, isProved: isProved))
        return true
    }

    /// Whether it is served. Called on the loop.
    func serves(_ channel: any Channel) -> Bool {
        state.value.served.contains { $0.channel === channel }
    }

    /// Moves a served client to those that wait for events. Called on the loop.
    ///
    /// - Returns: whether there is a place for it.
    func listen(_ channel: any Channel) -> Bool {
        guard state.value.listening.count < GatewayLimits.listenersMax,
            let index = state.value.served.firstIndex(where: { $0.channel === channel })
        else { return false }
        state.value.listening.append(state.value.served.remove(at: index))
        return true
    }

    /// Moves a client back from those that wait for events, as if it had just arrived. Called on the loop.
    func listenNoMore(_ channel: any Channel) {
        // When all ends, its answer ends by itself.
        guard !state.value.isOver,
            let index = state.value.listening.firstIndex(where: { $0.channel === channel })
        else { return }
        state.value.listening.remove(at: index)
        _ = enter(channel)
    }

    /// Sets the action for when a served client closes its side, run at once if it has; nil removes it. Called on the
    /// loop.
    func watch(_ channel: any Channel, _ act: (@Sendable () -> Void)?) {
        change(channel) { $0.whenGone = act }
    }

    /// A client has closed its side. Called on the loop.
    func part(from channel: any Channel) {
        change(channel) { $0.isGone = true }
    }

    private func change(_ channel: any Channel, _ change: (inout Connection) -> Void) {
        func changed(_ served: inout Connection) {
            change(&served)
            guard served.isGone, let act = served.whenGone else { return }
            served.whenGone = nil
            act()
        }
        if let index = state.value.served.firstIndex(where: { $0.channel === channel }) {
            changed(&state.value.served[index])
        } else if let index = state.value.listening.firstIndex(where: { $0.channel === channel }) {
            changed(&state.value.listening[index])
        }
    }

    /// One less: nothing is done for it any more. It may be closed long before.
    func leave(_ channel: any Channel) {
        loop.execute { [self] in
            state.value.silent.removeAll { $0 === channel }
            state.value.served.removeAll { $0.channel === channel }
            state.value.listening.removeAll { $0.channel === channel }
        }
    }

    /// Closes those that wait for nothing, and the others when they have their answer.
    func finish() {
        loop.execute { [self] in
            state.value.isOver = true
            for channel in open {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        }
    }

    /// Closes all at once.
    func closeAll() {
        loop.execute { [self] in
            for channel in open { channel.close(promise: nil) }
        }
    }

    private var open: [any Channel] {
        state.value.silent + (state.value.served + state.value.listening).map(\.channel)
    }
}
