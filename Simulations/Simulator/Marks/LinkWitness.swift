import Domain
import Primitives
import Wire

@testable import Sync

/// The state of a node's links before a step, compared with the state after it.
struct LinkWitness {
    /// One link before the step.
    private struct View {
        let link: LinkID
        let phase: Session.Phase
        let isProven: Bool
        let isOfNode: Bool
        let isArriving: Bool
        /// The places of exchanges.
        let behind: [UInt8]
        let keysOnly: [UInt8]
        let pruned: [UInt8]
    }

    private var views: [View] = []

    /// Captures the links before a step.
    init(_ engine: Engine) {
        for session in engine.sessions where session.isAlive {
            views.append(
                View(
                    link: session.link, phase: session.phase, isProven: session.isProven,
                    isOfNode: session.address.hasPrefix("node"),
                    isArriving: session.arriving != nil,
                    behind: session.exchanges.filter(\.isBehind).map(\.place),
                    keysOnly: session.exchanges.filter { $0.audience == nil }.map(\.place),
                    pruned: session.exchanges.filter(\.hasPruned).map(\.place)))
        }
    }

    /// Compares them after the step that took in `inbox`.
    func compare(with engine: Engine, _ inbox: [Event], _ marks: inout Marks) {
        for event in inbox {
            guard case .disconnected(let link) = event,
                let view = views.first(where: { $0.link == link }), view.isOfNode
            else { continue }
            switch view.phase {
            case .handshake: marks.reach(.cutHandshake)
            case .greeting, .matching: marks.reach(.cutGreeting)
            case .dialling, .open, .closed: break
            }
            if view.isArriving { marks.reach(.cutRun) }
        }
        for session in engine.sessions {
            guard let view = views.first(where: { $0.link == session.link }) else { continue }
            if session.isAlive {
                compare(view, with: session, &marks)
            } else {
                ended(view, session, engine, &marks)
            }
        }
    }

    private func compare(_ view: View, with session: Session, _ marks: inout Marks) {
        if session.arriving != nil { marks.reach(.runInFrames) }
        if session.farewells > 0 { marks.reach(.farewell) }
        for exchange in session.exchanges {
            let place = exchange.place
            if exchange.isBehind { marks.reach(.earlyRun) }
            if view.behind.contains(place), !exchange.isBehind { marks.reach(.earlyRunExplained) }
            if exchange.isHeldBack { marks.reach(.offered) }
            if exchange.askedUntil != nil { marks.reach(.offerAsked) }
            if exchange.hasPruned { marks.reach(.pruned) }
            if view.pruned.contains(place), exchange.isEager { marks.reach(.branchAgain) }
            if exchange.isDifferent { marks.reach(.differentDigests) }
            if exchange.audience == nil { marks.reach(.keyWithoutAudience) }
            if view.keysOnly.contains(place), exchange.audience != nil {
                marks.reach(.audienceLearnt)
            }
            if exchange.isSpare { marks.reach(.spareExchange) }
            if !exchange.checkpointsTold.isEmpty { marks.reach(.checkpointTold) }
        }
    }

    private func ended(
        _ view: View, _ session: Session, _ engine: Engine, _ marks: inout Marks
    ) {
        guard case .closed(let reason) = session.phase else { return }
        if reason == CloseReason.slow.name {
            marks.reach(view.isProven ? .silentLink : .lateHandshake)
        }
        let isRefused = CloseReason.allCases.contains {
            $0.refusesInvitation && reason.hasSuffix($0.name)
        }
        if isRefused { marks.reach(.refusedInvitation) }
        guard reason == CloseReason.done.name, let certificate = session.certificate else { return }
        for other in engine.sessions where other.isAlive && other.certificate == certificate {
            let isCrossing =
                other.openedAt <= session.openedAt + SyncLimits.crossingMax
                && session.openedAt <= other.openedAt + SyncLimits.crossingMax
            if isCrossing, other.channel.role != session.channel.role {
                marks.reach(.crossingDials)
            } else if !isCrossing {
                marks.reach(.newerLink)
            }
        }
    }
}

extension Instant {
    fileprivate static let never = Instant(nanoseconds: .max)
}
