import Primitives
import Sync

// Connections: dialling, bytes on their way, ends that hear of each other or do not.
extension World {
    func dial(_ link: LinkID, _ address: String, from node: SimulatedNode) {
        guard let host = nodes.first(where: { $0.address == address }) else {
            put(.unreachable(link, why: "no such host"), into: node)
            return
        }
        host.acceptedLinks += 1
        let dialler = SimulatedLink.End(
            host: node.number, link: link, life: node.life, isOpen: true)
        let target = SimulatedLink.End(
            host: host.number, link: .inbound(host.acceptedLinks), life: host.life, isOpen: false)
        let made = network.dial(
            from: dialler, to: target, address: "node\(node.number):\(1000 + node.number)")
        schedule.add(.knock(link: made.number), at: now + network.latency())
    }

    func knock(_ number: Int) {
        guard let link = network.links[number] else { return }
        let (source, target) = (link.ends[0].host, link.ends[1].host)
        let host = nodes[target]
        let isThere = !host.isDown && host.life == link.ends[1].life
            && !network.isBlocked(source, target) && !network.isBlocked(target, source)
        guard isThere else {
            schedule.add(.dialled(link: number, why: "no answer"), at: now + .seconds(2))
            return
        }
        network.accept(link)
        put(.accepted(link.ends[1].link, address: link.address), into: host)
        schedule.add(.dialled(link: number, why: nil), at: now + network.latency())
    }

    func dialled(_ number: Int, _ why: String?) {
        guard let link = network.links[number], link.ends[0].isOpen else { return }
        let node = nodes[link.ends[0].host]
        guard node.life == link.ends[0].life else { return }
        if let why {
            network.shut(link, end: 0)
            put(.unreachable(link.ends[0].link, why: why), into: node)
        } else {
            put(.connected(link.ends[0].link), into: node)
        }
    }

    func arrive(_ number: Int, _ end: Int) {
        guard let link = network.links[number] else { return }
        let (source, target) = (link.ends[1 - end].host, link.ends[end].host)
        if network.isBlocked(source, target) {
            // Sent again and again until the way is free.
            schedule.add(.arrival(link: number, end: end), at: now + .seconds(1))
            return
        }
        while let segment = link.take(from: 1 - end, at: now) {
            guard target < nodes.count, link.ends[end].isOpen,
                nodes[target].life == link.ends[end].life
            else { continue }
            if segment.bytes.isEmpty {
                network.shut(link, end: end)
                put(.disconnected(link.ends[end].link), into: nodes[target])
            } else {
                put(.received(link.ends[end].link, segment.bytes), into: nodes[target])
            }
        }
        network.forget(link)
    }

    func ended(_ number: Int, _ end: Int) {
        guard let link = network.links[number], link.ends[end].isOpen else { return }
        network.shut(link, end: end)
        let host = link.ends[end].host
        guard host < nodes.count, nodes[host].life == link.ends[end].life else { return }
        put(.disconnected(link.ends[end].link), into: nodes[host])
    }

    func close(_ id: LinkID, of node: SimulatedNode) {
        guard let (link, end) = network.find(id, at: node.number) else { return }
        if !link.isBlackHole {
            let at = link.append([], from: end, at: now + network.latency())
            schedule.add(.arrival(link: link.number, end: 1 - end), at: at)
        }
        network.shut(link, end: end)
        put(.disconnected(id), into: node)
    }

    /// Both ends hear that a connection is gone.
    func reset(_ link: SimulatedLink) {
        for end in 0...1 where link.ends[end].isOpen {
            schedule.add(.ended(link: link.number, end: end), at: now + network.latency())
        }
    }
}
