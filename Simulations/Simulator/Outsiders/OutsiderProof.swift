import CRDT
import Domain
import Primitives

/// Proves that outsiders see nothing: two worlds of one seed that differ only in what an outsider
/// may not see are identical, to the bit and the nanosecond, on every link that the outsider takes
/// part in.
package struct OutsiderProof {
    package let seed: UInt64
    /// How nodes step; tests plant leaks here.
    package let stepping: Stepping

    /// The outcome of one seed.
    package struct Outcome: Equatable, Sendable {
        /// The outsider's relation to ana.
        package let relation: String
        /// Whether the transcripts were compared in moments and lengths only.
        package let isMixed: Bool
        /// What the outsider saw: events and bytes.
        package var seen = (happenings: 0, bytes: 0)
        /// The number of steps of all engines in both worlds.
        package var steps = 0
        /// The bytes that crossed the network only because of what is hidden.
        package var hiddenBytes = 0
        /// The claim that broke; nil if it held.
        package var broken: BrokenClaim?

        package static func == (left: Outcome, right: Outcome) -> Bool {
            left.relation == right.relation && left.isMixed == right.isMixed
                && left.seen == right.seen && left.hiddenBytes == right.hiddenBytes
                && left.broken == right.broken
        }
    }

    /// Creates the proof for `seed`.
    package init(seed: UInt64, stepping: @escaping Stepping = Cluster.plainStep) {
        self.seed = seed
        self.stepping = stepping
    }

    /// Runs both worlds and compares them.
    package func run() -> Outcome {
        let scene = OutsiderScene(seed: seed)
        var outcome = Outcome(
            relation: scene.relation.rawValue, isMixed: scene.likeness == .lengths)
        do throws(BrokenClaim) {
            let rich = try play(scene, withHidden: true)
            let poor = try play(scene, withHidden: false)
            outcome.steps = rich.steps + poor.steps
            outcome.seen = (poor.transcript.entries.count, poor.transcript.bytes)
            outcome.hiddenBytes = rich.bytes - poor.bytes
            try Self.compare(rich.transcript, poor.transcript, scene)
            guard scene.relation == .friendOfFriend else { return outcome }
            let stranger = try play(
                scene, withHidden: true, isEstranged: true)
            try Self.compareWithStranger(rich.transcript, stranger.transcript)
        } catch {
            outcome.broken = error
        }
        return outcome
    }

    private static func compare(
        _ rich: Transcript, _ poor: Transcript, _ scene: OutsiderScene
    ) throws(BrokenClaim) {
        guard let difference = rich.difference(from: poor, scene.likeness) else { return }
        throw BrokenClaim("outsiders see nothing", "\(scene.relation.rawValue): \(difference)")
    }

    // A person with a mutual friend must be told no more than one without.
    private static func compareWithStranger(
        _ friendly: Transcript, _ strange: Transcript
    ) throws(BrokenClaim) {
        let (one, other) = (friendly.saying(by: 0, to: 2), strange.saying(by: 0, to: 2))
        guard let difference = one.difference(from: other, .bits) else { return }
        throw BrokenClaim("a friend's friend is a stranger", difference)
    }

    private func play(
        _ scene: OutsiderScene, withHidden isRich: Bool, isEstranged: Bool = false
    ) throws(BrokenClaim) -> (transcript: Transcript, bytes: Int, steps: Int) {
        let cluster = try Cluster(
            seed: seed, options: scene.options(withHidden: isRich), onLine: nil)
        cluster.stepping = stepping
        cluster.transcript = Transcript(of: scene.watched)
        cluster.attacker.targets = scene.cast
        cluster.plan(.attack, in: .seconds(2))
        let begin = cluster.now
        for act in scene.acts(withHidden: isRich, isEstranged: isEstranged) {
            try cluster.run(for: begin + act.at - cluster.now)
            try perform(act, in: cluster)
        }
        try cluster.run(for: begin + OutsiderScene.length - cluster.now)
        guard let transcript = cluster.transcript else {
            throw BrokenClaim("outsiders see nothing", "nobody took notes")
        }
        return (transcript, cluster.bytes, cluster.steps)
    }

    private func perform(_ act: OutsiderScene.Act, in cluster: Cluster) throws(BrokenClaim) {
        let machine = cluster.machines[act.node]
        switch act.deed {
        case .befriend(let other):
            let ticket = cluster.machines[other].ticket
            cluster.submit(
                .command(.addFriend(ticket: ticket, petName: "friend\(other)")), at: act.node)
        case .join(let other):
            let answer = cluster.heard.last { heard in
                guard heard.node == other, case .invited = heard.answer else { return false }
                return true
            }?.answer
            guard case .invited(let invited)? = answer else {
                throw BrokenClaim("who is invited has an invitation", machine.place)
            }
            cluster.submit(
                .command(.joinGroup(invitation: invited.text, name: nil)), at: act.node)
        case .command(let command):
            cluster.submit(.command(command), at: act.node)
        case .edit(let url, let change):
            let diary = machine.diary
            guard let id = diary.living.first(where: { diary.entries[$0]?.url == url }) else {
                return
            }
            cluster.submit(.command(.edit(.id(id.text), change)), at: act.node)
        case .kill: try cluster.crash(act.node)
        case .start: try cluster.start(act.node)
        }
    }
}
