import NIOCore

/// The connections that are open.
actor Clients {
    private var open: [ObjectIdentifier: any Channel] = [:]
    private var isOver = false

    /// How a new one is received.
    enum Reception {
        case served, refused, closed
    }

    /// One more; `leave` is called for it whatever the reception is.
    func enter(_ channel: any Channel) -> Reception {
        open[ObjectIdentifier(channel)] = channel
        if isOver { return .closed }
        if open.count <= GatewayLimits.clientsMax { return .served }
        let most = GatewayLimits.clientsMax + GatewayLimits.refusalsMax
        return open.count <= most ? .refused : .closed
    }

    /// One less.
    func leave(_ channel: any Channel) {
        open[ObjectIdentifier(channel)] = nil
    }

    /// Closes those that wait for nothing, and the others when they have their answer.
    func finish() {
        isOver = true
        for channel in open.values {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    /// Closes all at once.
    func closeAll() {
        for channel in open.values { channel.close(promise: nil) }
    }
}
