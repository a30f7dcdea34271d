import Primitives

/// One seed from start to verdict: faults strike, everything heals, then all claims are checked.
package struct Simulation {
    package let seed: UInt64
    /// The number of nodes, unless drawn.
    package let nodes: Int?
    /// How long faults strike, unless drawn.
    package let minutes: Int?
    /// How nodes step; tests plant faults here.
    package let stepping: Stepping
    /// Prepares the world before anything happens in it, also for planted faults.
    private let prepare: (Cluster) -> Void
    /// Whether disks have no faults.
    private let hasSoundDisks: Bool
    /// Receives the events of the first run, if set.
    package var chronicle: Chronicle?
    /// Observes the first run, if set.
    package var agreement: AgreementWatch?

    /// Creates the simulation of the world of `seed`.
    package init(
        seed: UInt64, nodes: Int? = nil, minutes: Int? = nil,
        hasSoundDisks: Bool = false, stepping: @escaping Stepping = Cluster.plainStep,
        prepare: @escaping (Cluster) -> Void = { _ in }
    ) {
        self.seed = seed
        self.nodes = nodes
        self.minutes = minutes
        self.hasSoundDisks = hasSoundDisks
        self.stepping = stepping
        self.prepare = prepare
    }

    /// How closely a run is observed.
    enum Look {
        case close
        /// Only observes what takes part in the world: that nothing depends on observation is part of the claim that a
        /// seed repeats.
        case away
    }

    /// Runs it once.
    ///
    /// - Parameter onLine: receives each line of the trace, as JSON.
    package func run(onLine: ((String) -> Void)? = nil) -> Verdict {
        run(looking: .close, onLine: onLine)
    }

    /// Runs it once and records every chance event.
    package func record() -> (verdict: Verdict, recording: Recording) {
        let options = self.options
        var choices: [Choice] = []
        var core: Core?
        var brokeAt: Instant?
        let verdict = run(looking: .close, onLine: nil) { cluster, hasBroken in
            choices = cluster.recorded
            core = cluster.lastCore
            if hasBroken { brokeAt = cluster.now }
        }
        return (
            verdict,
            Recording(
                seed: seed, options: options, choices: choices, core: core, brokeAt: brokeAt)
        )
    }

    /// The names of its nodes in reports, by number.
    package var names: [String] {
        let options = self.options
        return ScenarioDraft.names(
            options.nodes, further: options.devices?.clocks.count ?? 0)
    }

    private var options: Options {
        var options = Options(seed: seed, nodes: nodes, minutes: minutes)
        if hasSoundDisks { options.diskRates = [] }
        return options
    }

    private func run(
        looking look: Look, onLine: ((String) -> Void)?,
        atEnd: (_ cluster: Cluster, _ hasBroken: Bool) -> Void = { _, _ in }
    ) -> Verdict {
        let options = self.options
        var verdict = Verdict(
            seed: seed, nodes: options.nodes, pace: options.pace, options: options.words,
            faults: [], marks: [])
        do throws(BrokenClaim) {
            let cluster = try Cluster(
                seed: seed, options: options, onLine: onLine)
            cluster.stepping = stepping
            cluster.rarity = options.rarity
            if look == .close { cluster.witness = Witness(machines: cluster.machines.count) }
            prepare(cluster)
            if look == .close {
                cluster.chronicle = chronicle
                cluster.agreement = agreement
            }
            do throws(BrokenClaim) {
                verdict.settledAfter = try acts(of: cluster, options, look)
            } catch {
                verdict.broken = error
                cluster.chronicle?.broke(error, in: cluster)
            }
            atEnd(cluster, verdict.broken != nil)
            verdict.take(cluster)
        } catch {
            verdict.broken = error
        }
        return verdict
    }

    /// Runs it twice; a difference breaks a claim of its own.
    package func runTwice(onLine: ((String) -> Void)? = nil) -> Verdict {
        var first = run(onLine: onLine)
        guard first.broken == nil else { return first }
        let second = run(looking: .away, onLine: nil)
        if second.digest != first.digest {
            first.broken = BrokenClaim(
                "a seed repeats", "the second run went another way, after \(second.steps) steps")
        }
        return first
    }

    /// The longest that agreement may take after the last fault: a friend is redialled after at most five minutes, and
    /// a dead link is noticed after a minute and a half.
    static let settlesWithin: Duration = .seconds(480)
    /// A shorter turmoil is that of a brief world.
    static let briefMax: Duration = .seconds(180)
    /// How long the network must stay silent afterwards.
    static let quiet: Duration = .seconds(180)
    /// How long agreement on what hostile nodes wrote may take after everybody has restarted.
    static let reunion: Duration = .seconds(120)

    private func acts(
        of cluster: Cluster, _ options: Options, _ look: Look
    ) throws(BrokenClaim) -> Duration {
        cluster.beginWork(options.friendships)
        cluster.beginFaults()
        if options.hasAttacker { cluster.plan(.attack, in: .seconds(5)) }
        try Self.turmoil(of: cluster, for: options.turmoil, look)
        if let core = options.coreChance.flatMap({ cluster.drawCore(by: $0) }) {
            try Self.secondAct(of: cluster, core, look)
        }
        return try Self.aftermath(of: cluster, look)
    }

    /// Runs the turmoil for `time`. In a long world faults last longer, and it is checked as often as a dense one; in a
    /// brief world they last a third at most, and it is checked three times.
    static func turmoil(
        of cluster: Cluster, for time: Duration, _ look: Look
    ) throws(BrokenClaim) {
        let isBrief = time < briefMax
        cluster.faults.longest =
            isBrief ? time / 3 : min(max(time / 10, .seconds(180)), .seconds(6 * 3600))
        let pause = isBrief ? time / 3 : max(.seconds(180), time / 12)
        let end = cluster.now + time
        while cluster.now < end {
            try cluster.run(for: min(pause, end - cluster.now))
            if look == .close { try lookAround(cluster) }
        }
    }

    /// Heals everything, waits for agreement and silence, and checks every claim.
    ///
    /// - Returns: how long after the last fault everybody agreed.
    static func aftermath(of cluster: Cluster, _ look: Look) throws(BrokenClaim) -> Duration {
        cluster.workload.isOver = true
        cluster.attacker.isOver = true
        try cluster.heal()
        try cluster.finishDevices()
        let settledAfter = try settle(cluster)
        if look == .close { try lookAround(cluster) }
        try Strangers.checkPeers(cluster)
        try cluster.run(for: .seconds(30))
        try Quiescence.check(cluster, for: quiet)
        try PruningChecker.check(cluster)
        try Photos.checkShown(cluster)
        try Attentions.check(cluster)
        if look == .close {
            try ErasedFiles.check(cluster)
            try ProfileChecker.check(cluster)
            try ReportChecker.check(cluster)
        }
        try Tampering.check(cluster)
        try audit(cluster, look)
        if !cluster.network.lawless.isEmpty {
            try reunite(cluster)
            try Hostility.checkAgreement(cluster)
        }
        return settledAfter
    }

    // Two nodes compare what they share at the latest over a new link. A node that has only now learnt of an audience
    // passes it on over its next link, so all nodes restart as long as any node still learns of one.
    static func reunite(_ cluster: Cluster) throws(BrokenClaim) {
        var known = try Hostility.audiencesKnown(in: cluster)
        try cluster.run(for: reunion)
        for _ in cluster.persons {
            let now = try Hostility.audiencesKnown(in: cluster)
            guard now != known else { return }
            known = now
            try restartAll(cluster)
            try cluster.run(for: reunion)
        }
    }

    private static func restartAll(_ cluster: Cluster) throws(BrokenClaim) {
        for machine in cluster.machines
        where machine.isPaired && (cluster.core == nil || cluster.isHealed(machine.number)) {
            try cluster.crash(machine.number, isSilent: true)
            try cluster.start(machine.number)
        }
    }

    static func settle(_ cluster: Cluster) throws(BrokenClaim) -> Duration {
        let healedAt = cluster.now
        var isSettled = false
        while !isSettled {
            guard cluster.now - healedAt < settlesWithin else {
                throw BrokenClaim(
                    "friends agree soon after the last fault",
                    try laggards(cluster))
            }
            try cluster.run(for: .seconds(2))
            let isAnswered = cluster.machines.allSatisfy {
                $0.asked.isEmpty || cluster.isOutside($0.number)
            }
            guard isAnswered, try Convergence.isSettled(cluster),
                try OwnDevices.isSettled(cluster)
            else { continue }
            isSettled = try Fellowship.isSettled(cluster)
        }
        let settledAfter = cluster.now - healedAt
        // Allows links that one side still considers open to be noticed and redialled.
        try cluster.run(for: settlesWithin - settledAfter)
        return settledAfter
    }

    private static func laggards(_ cluster: Cluster) throws(BrokenClaim) -> String {
        let waiting = cluster.machines.filter {
            !$0.asked.isEmpty && !cluster.isOutside($0.number)
        }.map(\.place)
        guard waiting.isEmpty else { return "\(waiting) have not answered" }
        try OwnDevices.check(cluster)
        try Convergence.check(cluster)
        try Fellowship.check(cluster)
        return try Convergence.difference(in: cluster) ?? "and then they did"
    }

    // Checks what must hold at any moment.
    static func lookAround(_ cluster: Cluster) throws(BrokenClaim) {
        for machine in cluster.diarists where machine.state == .running && machine.asked.isEmpty {
            try Durability.compare(machine, at: cluster.now)
        }
        for machine in cluster.machines { try cluster.see(at: machine.number) }
        for machine in cluster.diarists where machine.state == .running {
            try LostWordsChecker.check(machine)
        }
        try Convergence.checkStates(cluster)
        try Acquaintance.check(cluster)
        try Membership.check(cluster)
        try Privacy.checkFiles(cluster)
        try Photos.checkHeld(cluster)
        try ReportChecker.checkRead(cluster)
        try OwnDevices.checkLost(cluster)
        try BoundedMemory.check(cluster)
        try Strangers.check(cluster)
        try Hostility.check(cluster)
        try BadLog.check(cluster)
        try cluster.lookClosely()
    }

    // Crashes, reopens and checks every replica.
    static func audit(_ cluster: Cluster, _ look: Look) throws(BrokenClaim) {
        if look == .close {
            for machine in cluster.diarists where !cluster.isOutside(machine.number) {
                try Durability.compare(machine, at: cluster.now)
            }
            try OwnDevices.check(cluster)
            try Convergence.check(cluster)
            try Fellowship.check(cluster)
            try GroupCopies.check(cluster)
        }
        try restartAll(cluster)
        guard look == .close else { return }
        for machine in cluster.machines where machine.isPaired && machine.decay == nil {
            guard !cluster.isOutside(machine.number) else { continue }
            try Integrity.check(machine)
            try PositionChecker.check(machine)
        }
        try cluster.lookClosely()
        try cluster.replayAll()
        try OwnDevices.check(cluster)
        try Convergence.check(cluster)
        try Fellowship.check(cluster)
        try GroupCopies.check(cluster)
        try Privacy.checkFiles(cluster)
        try OwnDevices.checkLost(cluster)
    }
}
