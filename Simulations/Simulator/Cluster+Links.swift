import Primitives
import Sync

// Carries out what engines ask of the network and delivers the results.
extension Cluster {
    func dial(_ id: LinkID, _ address: String, from node: Int) {
        let target = SimulatedNode.host(of: address) ?? -1
        guard machines.indices.contains(target) else {
            put(.unreachable(id, why: "no such host"), at: node)
            return
        }
        _ = connect(
            SimulatedLink.End(host: node, link: id, life: machines[node].life, isOpen: true),
            to: target, address: address)
    }

    /// Opens a link from any host to a node.
    func connect(_ dialler: SimulatedLink.End, to node: Int, address: String) -> SimulatedLink {
        let target = SimulatedLink.End(
            host: node, link: .inbound(0), life: machines[node].life, isOpen: false)
        let link = network.dial(from: dialler, to: target, address: address, at: now)
        transcript?.note(.dialled, on: link, end: 0, at: now)
        plan(.knock(link: link.number), in: network.latency())
        return link
    }

    func knock(_ number: Int) {
        guard let link = network.links[number], link.ends[0].isOpen else { return }
        let (source, target) = (link.ends[0].host, link.ends[1].host)
        if network.isBlocked(source, target) || network.isBlocked(target, source) {
            let patience = network.dice.duration(from: .seconds(1), to: .seconds(20))
            return plan(.dialled(link: number, why: "timed out"), in: patience)
        }
        guard machines[target].state != .down, !network.dice.happens(network.refusals) else {
            return plan(.dialled(link: number, why: "refused"), in: network.latency())
        }
        link.ends[1] = SimulatedLink.End(
            host: target, link: machines[target].nextLink(from: source),
            life: machines[target].life,
            isOpen: true)
        network.accept(link)
        transcript?.note(.accepted, on: link, end: 1, at: now)
        // An attacker with nothing to lose dials from many addresses.
        let name = source == attackerHost ? "attacker\(number % 8)" : "node\(source)"
        put(
            .accepted(link.ends[1].link, address: "\(name):\(49_152 + number % 16_384)"), at: target
        )
        let back = network.latency()
        link.hold(from: 1, until: now + back)
        plan(.dialled(link: number, why: nil), in: back)
    }

    func dialled(_ number: Int, why: String?) {
        guard let link = network.links[number], link.ends[0].isOpen else { return }
        let host = link.ends[0].host
        if let why {
            network.shut(link, end: 0)
            network.forget(link)
            if host != attackerHost { put(.unreachable(link.ends[0].link, why: why), at: host) }
        } else if host == attackerHost {
            attackerConnected(link)
        } else {
            put(.connected(link.ends[0].link), at: host)
        }
    }

    func send(_ bytes: [UInt8], over id: LinkID, from node: Int) throws(BrokenClaim) {
        guard let (link, end) = network.find(id, at: node) else { return }
        try Privacy.check(bytes, over: link, from: end)
        carry(
            bytes, on: link, from: end,
            as: machines[node].engine?.said.first { $0.link == id }?.kinds)
    }

    /// Sends bytes from one end of a link.
    ///
    /// - Parameter kinds: the kinds of the messages in them; nil if unknown.
    func put(_ bytes: [UInt8], on link: SimulatedLink, from end: Int, as kinds: [String]? = nil) {
        transcript?.note(.sent(bytes), on: link, end: end, at: now)
        let arrivals = network.send(bytes, over: link, from: end, at: now)
        weigh(link, from: end)
        for arrival in arrivals {
            schedule.add(.arrival(link: link.number, end: 1 - end), at: arrival)
        }
        chronicle?.sent(
            bytes.count, kinds ?? [], from: link.ends[end].host, to: link.ends[1 - end].host,
            at: now, arriving: arrivals.last)
    }

    func close(_ id: LinkID, at node: Int) {
        guard let (link, end) = network.find(id, at: node) else { return }
        finish(link, end: end)
        link.goodbyes += 1
        plan(.ended(link: link.number, end: end), in: .milliseconds(1))
    }

    /// Closes one end once everything sent has left.
    func finish(_ link: SimulatedLink, end: Int) {
        transcript?.note(.ended, on: link, end: end, at: now)
        if link.isAccepted, !link.isBlackHole, link.ends[1 - end].isOpen {
            let at = link.append([], from: end, at: now + network.latency())
            schedule.add(.arrival(link: link.number, end: 1 - end), at: at)
        }
        network.shut(link, end: end)
    }

    /// Schedules the notice that tells an end that its link is gone.
    func reset(_ link: SimulatedLink, end: Int) {
        guard link.ends[end].isOpen else { return }
        link.goodbyes += 1
        plan(.ended(link: link.number, end: end), in: network.latency())
    }

    func ended(_ number: Int, _ end: Int) {
        guard let link = network.links[number] else { return }
        transcript?.note(.ended, on: link, end: end, at: now)
        network.shut(link, end: end)
        network.forget(link)
        let host = link.ends[end].host
        guard host != attackerHost else { return attackerLost(link) }
        guard machines[host].life == link.ends[end].life, link.ends[end].link != .inbound(0) else {
            return
        }
        put(.disconnected(link.ends[end].link), at: host)
    }

    func arrive(_ number: Int, at end: Int) {
        guard let link = network.links[number] else { return }
        let (source, target) = (link.ends[1 - end].host, link.ends[end].host)
        guard !network.isBlocked(source, target), !isUnread(link, at: end) else { return }
        while let segment = link.take(from: 1 - end, at: now) {
            guard link.ends[end].isOpen else {
                // The process is down: the sender learns of it.
                if target == attackerHost || machines[target].state != .down {
                    reset(link, end: 1 - end)
                }
                continue
            }
            if segment.bytes.isEmpty {
                ended(number, end)
            } else if target != attackerHost {
                put(.received(link.ends[end].link, segment.bytes), at: target)
            }
        }
        network.forget(link)
    }

    /// Delivers bytes that a blocked way had held back.
    func release() {
        for link in network.links.keys.sorted() {
            guard let carrier = network.links[link] else { continue }
            for end in 0...1 where carrier.isCarrying(from: 1 - end) {
                plan(.arrival(link: link, end: end), in: network.latency())
            }
        }
    }
}
