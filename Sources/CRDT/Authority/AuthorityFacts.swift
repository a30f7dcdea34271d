/// All facts about one audience that decide whose deltas count. They form a set, so arrival order does not
/// matter, and `judge` is a function of it.
///
/// - Shape: grows by insertion only. Inserting the same fact twice has no effect.
/// - Before insertion: the caller checks signatures and leaves out the operations of a delta that is void by
///   itself (undecodable, a falling stamp, an operation nobody may write there). A decertification is
///   inserted even then: the root key signed it, wherever it stands.
/// - Not left out: operations beyond a cut or without a grant. `judge` decides about those.
package struct AuthorityFacts: Sendable {
    /// The number of the audience's kind in Domain: 1 private, 2 friends, 3 public, 4 group, 5 direct.
    package let kind: UInt8
    /// The owner that an open or a decertification for this audience names: a person; of a group or direct
    /// audience its id.
    package let owner: PersonID
    /// The owner of `private`, `friends` and `public`; of the other kinds, the person who made the first
    /// rotation.
    package let founder: PersonID

    private(set) var opens: [OpenedChain] = []
    private(set) var grants: [Placed<Grant>] = []
    private(set) var cuts: [Placed<Cut>] = []
    private(set) var decertifications: [Decertification] = []
    private(set) var forks: [Frontier.Entry] = []

    /// Creates an empty set of facts about the audience that `founder` began.
    package init(kind: UInt8, owner: PersonID, founder: PersonID) {
        self.kind = kind
        self.owner = owner
        self.founder = founder
    }

    /// The position of an operation in the log: where its carrier stands, not its origin.
    package struct Place: Hashable, Comparable, Sendable {
        package let chain: ChainID
        package let sequence: UInt64
        package let index: UInt32

        /// Operation `index` of delta `sequence` of `chain`.
        package init(chain: ChainID, sequence: UInt64, index: UInt32) {
            self.chain = chain
            self.sequence = sequence
            self.index = index
        }

        package static func < (left: Place, right: Place) -> Bool {
            (left.chain, left.sequence, left.index) < (right.chain, right.sequence, right.index)
        }

        /// The place of the delta that the operation stands in.
        var delta: Place { Place(chain: chain, sequence: sequence, index: 0) }
    }

    /// An operation and its place in the log.
    struct Placed<Operation: Sendable>: Sendable {
        let place: Place
        let operation: Operation
    }

    /// The part of an open that matters for judging.
    struct OpenedChain: Hashable, Sendable {
        let chain: ChainID
        let person: PersonID
        let device: DeviceID
        /// The grant; 0 for the founder's right, nil for a right that nobody can have.
        let right: UInt64?
    }

    /// Records that `chain` begins with `open`. Two opens that differ prove that the device wrote its first
    /// delta twice; then nothing of the chain counts.
    package mutating func insert(_ open: Open, of chain: ChainID) {
        let isHere = open.audience == kind && open.owner == owner
        // 0 stands for the founder's right, whoever claims it; no grant has that number.
        let right = open.grant == 0 ? nil : open.grant ?? 0
        opens.append(
            OpenedChain(
                chain: chain, person: open.certificate.person, device: open.certificate.device,
                right: isHere ? right : nil))
    }

    /// Records a grant, whether or not its writer was entitled to it.
    package mutating func insert(_ grant: Grant, at place: Place) {
        grants.append(Placed(place: place, operation: grant))
    }

    /// Records a cut, whether or not its writer was entitled to it.
    package mutating func insert(_ cut: Cut, at place: Place) {
        cuts.append(Placed(place: place, operation: cut))
    }

    /// Records a decertification, which counts wherever it stands since the root key signed it. One made for
    /// another audience ends the device here too, but none of its chains.
    package mutating func insert(_ decertification: Decertification) {
        decertifications.append(decertification)
    }

    /// Records a proof that `chain` has two branches, which differ first at `sequence`. Everything from there
    /// on is void.
    package mutating func insert(forkOf chain: ChainID, at sequence: UInt64) {
        forks.append(Frontier.Entry(chain: chain, length: sequence))
    }

    /// Records everything that `other`, a set about the same audience, holds. Facts about another audience are left out.
    package mutating func formUnion(_ other: AuthorityFacts) {
        guard (kind, owner, founder) == (other.kind, other.owner, other.founder) else { return }
        opens += other.opens
        grants += other.grants
        cuts += other.cuts
        decertifications += other.decertifications
        forks += other.forks
    }

    /// Judges who may do what by these facts. Takes O(n log n) time in their number.
    package func judge() -> Judgement {
        var judge = Judge(self)
        return judge.verdict()
    }
}
