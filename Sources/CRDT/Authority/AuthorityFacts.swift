/// Everything about one audience that decides whose deltas count: a set, whatever order its parts
/// come in; `judge` is a function of it.
///
/// - Shape: grows by insertion only. What is inserted twice is there once.
/// - Before insertion: signatures are checked, and an operation of a delta that is void by itself
///   (undecodable, a falling stamp, an operation nobody may write there) is left out. A
///   decertification comes in nevertheless: the root key signed it, wherever it stands.
/// - Not left out: what stands beyond a cut or lacks a grant. That is for `judge` to say.
package struct AuthorityFacts: Sendable {
    /// Domain's audience number: 1 private, 2 friends, 3 public, 4 group, 5 direct.
    package let kind: UInt8
    /// What an open or a decertification for this audience names: the person whose it is; of a
    /// group or direct audience its id.
    package let owner: PersonID
    /// The owner of `private`, `friends` and `public`; of the others who made the first rotation.
    package let founder: PersonID

    private(set) var opens: [OpenedChain] = []
    private(set) var grants: [Placed<Grant>] = []
    private(set) var cuts: [Placed<Cut>] = []
    private(set) var decertifications: [Decertification] = []
    private(set) var forks: [Frontier.Entry] = []

    /// Nothing known yet of the audience that `founder` began.
    package init(kind: UInt8, owner: PersonID, founder: PersonID) {
        self.kind = kind
        self.owner = owner
        self.founder = founder
    }

    /// Where an operation stands in the log: its carrier's place, not its origin.
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

        /// The delta it stands in.
        var delta: Place { Place(chain: chain, sequence: sequence, index: 0) }
    }

    /// An operation and its place.
    struct Placed<Operation: Sendable>: Sendable {
        let place: Place
        let operation: Operation
    }

    /// What an open says, as far as it matters here.
    struct OpenedChain: Hashable, Sendable {
        let chain: ChainID
        let person: PersonID
        let device: DeviceID
        /// The grant, 0 for the founder's right, nil for a right that nobody can have.
        let right: UInt64?
    }

    /// `chain` begins with `open`. Two that differ prove that the device wrote its first delta
    /// twice: then nothing of the chain counts.
    package mutating func insert(_ open: Open, of chain: ChainID) {
        let isHere = open.audience == kind && open.owner == owner
        // 0 is the founder's, whoever claims it; a grant of that number there is none.
        let right = open.grant == 0 ? nil : open.grant ?? 0
        opens.append(
            OpenedChain(
                chain: chain, person: open.certificate.person, device: open.certificate.device,
                right: isHere ? right : nil))
    }

    /// A grant, whether or not its writer was entitled.
    package mutating func insert(_ grant: Grant, at place: Place) {
        grants.append(Placed(place: place, operation: grant))
    }

    /// A cut, whether or not its writer was entitled.
    package mutating func insert(_ cut: Cut, at place: Place) {
        cuts.append(Placed(place: place, operation: cut))
    }

    /// A person's word, signed by his root key, which counts wherever it stands. One for another
    /// audience ends the device here too, but none of its chains.
    package mutating func insert(_ decertification: Decertification) {
        decertifications.append(decertification)
    }

    /// Two branches of `chain` are proven, the first difference at `sequence`: what stands from
    /// there on is void.
    package mutating func insert(forkOf chain: ChainID, at sequence: UInt64) {
        forks.append(Frontier.Entry(chain: chain, length: sequence))
    }

    /// Who may do what, as far as these facts tell; n log n in their number.
    package func judge() -> Judgement {
        var judge = Judge(self)
        return judge.verdict()
    }
}
