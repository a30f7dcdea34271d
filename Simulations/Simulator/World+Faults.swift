import Primitives
import Sync

// Trouble: what the seed drew, at times of chance; each kind ends by itself or with the trouble.
extension World {
    func fault(_ kind: FaultKind) throws(BrokenClaim) {
        guard isTrouble, let every = options.faults.first(where: { $0.kind == kind })?.every else {
            return
        }
        schedule.add(.fault(kind: kind), at: now + dice.duration(from: every / 4, to: every * 2))
        guard try strike(kind) else { return }
        verdict.faults.add(kind.name)
        trace.record(now, "world", kind.name)
    }

    // True if there was something to strike.
    private func strike(_ kind: FaultKind) throws(BrokenClaim) -> Bool {
        let lasting = dice.duration(from: .seconds(1), to: .seconds(60))
        switch kind {
        case .reset:
            guard let link = anyLink() else { return false }
            reset(link)
        case .blackHole:
            guard let link = anyLink() else { return false }
            link.isBlackHole = true
            relieve(after: lasting) { [unowned self] () throws(BrokenClaim) in reset(link) }
        case .clog:
            guard let link = anyLink() else { return false }
            link.hold(from: dice.roll(below: 2), until: now + lasting)
        case .bitFlip:
            guard let link = anyLink() else { return false }
            var lot = dice.split(now.nanoseconds)
            return link.flip(from: dice.roll(below: 2), dice: &lot)
        case .partition: cutApart(for: lasting)
        case .crash:
            let node = nodes[dice.roll(below: nodes.count)]
            guard !node.isDown, !node.isPaused else { return false }
            try crash(node, for: lasting)
        case .pause:
            let node = nodes[dice.roll(below: nodes.count)]
            guard !node.isDown, !node.isPaused else { return false }
            node.isPaused = true
            relieve(after: lasting) { [unowned self] () throws(BrokenClaim) in
                node.isPaused = false
                put(.woken, into: node)
            }
        case .clockJump:
            let jump = Int64(dice.roll(below: 7_200_000)) - 3_600_000
            nodes[dice.roll(below: nodes.count)].clock.jump(byMilliseconds: jump)
        }
        return true
    }

    private func anyLink() -> SimulatedLink? {
        let open = network.open
        return open.isEmpty ? nil : open[dice.roll(below: open.count)]
    }

    private func cutApart(for lasting: Duration) {
        let first = dice.roll(below: nodes.count)
        let second = (first + 1 + dice.roll(below: nodes.count - 1)) % nodes.count
        var ways = [(first, second)]
        if dice.roll(below: 3) > 0 { ways.append((second, first)) }
        for way in ways { network.block(way.0, way.1) }
        relieve(after: lasting) { [unowned self] () throws(BrokenClaim) in
            for way in ways { network.free(way.0, way.1) }
        }
    }

    private func crash(_ node: SimulatedNode, for lasting: Duration) throws(BrokenClaim) {
        try node.crash()
        for link in network.open {
            for end in 0...1 where link.ends[end].host == node.number && link.ends[end].isOpen {
                network.shut(link, end: end)
                schedule.add(.ended(link: link.number, end: 1 - end), at: now + .seconds(1))
            }
        }
        relieve(after: lasting) { [unowned self] () throws(BrokenClaim) in
            try node.restart(at: now)
            persons[node.number].restarted()
            put(.woken, into: node)
        }
    }

    private func relieve(
        after lasting: Duration, _ how: @escaping () throws(BrokenClaim) -> Void
    ) {
        reliefsMade += 1
        reliefs[reliefsMade] = how
        schedule.add(.relief(number: reliefsMade), at: now + lasting)
    }

    /// Ends all trouble at once.
    func heal() throws(BrokenClaim) {
        isTrouble = false
        for number in 1..<reliefsMade + 1 {
            try reliefs.removeValue(forKey: number)?()
        }
        for link in network.open where link.isBlackHole { reset(link) }
    }

    /// A stranger's bytes: garbage, or what somebody else once said.
    func attack() {
        guard isTrouble else { return }
        schedule.add(.attack, at: now + dice.duration(from: .seconds(3), to: .seconds(30)))
        let node = nodes[dice.roll(below: nodes.count)]
        guard !node.isDown else { return }
        node.acceptedLinks += 1
        let link = LinkID.inbound(node.acceptedLinks)
        let recordings = network.recordings
        var bytes = (0..<1 + dice.roll(below: 400)).map { _ in UInt8(dice.roll(below: 256)) }
        if !recordings.isEmpty, dice.roll(below: 2) == 0 {
            bytes = recordings[dice.roll(below: recordings.count)]
            bytes.removeLast(dice.roll(below: min(bytes.count, 4)))
        }
        verdict.marks.add("attack")
        put(.accepted(link, address: "attacker:\(node.acceptedLinks)"), into: node)
        put(.received(link, bytes), into: node)
        put(.disconnected(link), into: node)
    }
}
