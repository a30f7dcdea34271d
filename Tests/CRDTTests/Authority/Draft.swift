import Primitives

@testable import CRDT

/// One fact, so that a test can arrange facts in any order.
enum Fact: Sendable {
    case open(Open, ChainID)
    case grant(Grant, AuthorityFacts.Place)
    case cut(Cut, AuthorityFacts.Place)
    case end(Decertification)
    case fork(ChainID, UInt64)
}

extension AuthorityFacts {
    mutating func insert(_ fact: Fact) {
        switch fact {
        case .open(let open, let chain): insert(open, of: chain)
        case .grant(let grant, let place): insert(grant, at: place)
        case .cut(let cut, let place): insert(cut, at: place)
        case .end(let decertification): insert(decertification)
        case .fork(let chain, let sequence): insert(forkOf: chain, at: sequence)
        }
    }
}

extension PersonID {
    static let ana = person(0)
    static let ben = person(1)
    static let cleo = person(2)
    static let dan = person(3)

    static func person(_ number: Int) -> PersonID {
        PersonID(Bytes32(words: (UInt64(number) + 1, 0, 0, 0)))
    }
}

extension DeviceID {
    /// Returns device `number` of a person.
    static func of(_ person: PersonID, _ number: UInt64 = 0) -> DeviceID {
        DeviceID(Bytes32(words: (person.key.words.0, number, 0, 7)))
    }
}

/// The writes in an audience of ana's, delta by delta.
struct Draft: Sendable {
    let kind: UInt8
    let owner: PersonID
    private(set) var facts: [Fact] = []
    private var lengths: [ChainID: UInt64] = [:]

    init(kind: UInt8) {
        self.kind = kind
        // In audiences that exist many times, the audience's id stands in for its owner.
        owner = kind < 4 ? .ana : PersonID(Bytes32(words: (0, 0, 0, 99)))
    }

    /// Opens a chain with this number; tests choose it so that they know the order of places.
    @discardableResult
    mutating func open(
        _ number: UInt64, _ person: PersonID, device: UInt64 = 0, by grant: UInt64? = nil
    ) -> ChainID {
        let chain = ChainID(Bytes16(high: number, low: 0))
        facts.append(
            .open(
                Open(
                    audience: kind, owner: owner,
                    certificate: Certificate(
                        person: person, device: .of(person, device), agreement: .zero,
                        signature: []),
                    incarnation: number, grant: grant), chain))
        lengths[chain] = 1
        return chain
    }

    /// Writes a delta with one grant.
    @discardableResult
    mutating func grant(
        _ id: UInt64, _ person: PersonID, _ role: Grant.Role, insteadOf replaced: UInt64? = nil,
        in chain: ChainID
    ) -> UInt64 {
        let place = next(chain)
        facts.append(
            .grant(Grant(id: id, person: person, role: role, replaces: replaced), place))
        return place.sequence
    }

    /// Writes a delta with one cut, which leaves `lengths`.
    @discardableResult
    mutating func cut(_ id: UInt64, in chain: ChainID, leaving: [ChainID: UInt64] = [:]) -> UInt64 {
        let place = next(chain)
        facts.append(.cut(Cut(grant: id, chains: .leaving(leaving)), place))
        return place.sequence
    }

    /// Writes a delta in which a chain that writes by `own` leaves.
    @discardableResult
    mutating func leave(_ own: UInt64, in chain: ChainID) -> UInt64 { cut(own, in: chain) }

    /// Writes a delta in which the right `own` is handed over to the heir `id`.
    @discardableResult
    mutating func handOver(
        _ own: UInt64 = 0, to id: UInt64, _ person: PersonID, in chain: ChainID,
        leaving: [ChainID: UInt64] = [:]
    ) -> UInt64 {
        let first = next(chain)
        let second = AuthorityFacts.Place(chain: chain, sequence: first.sequence, index: 1)
        facts.append(.grant(Grant(id: id, person: person, role: .heir), first))
        facts.append(.cut(Cut(grant: own, chains: .leaving(leaving)), second))
        return first.sequence
    }

    /// Adds a grant to a delta that is written already.
    mutating func add(_ grant: Grant, to sequence: UInt64, of chain: ChainID) {
        facts.append(
            .grant(grant, AuthorityFacts.Place(chain: chain, sequence: sequence, index: 9)))
    }

    /// Adds a cut to a delta that is written already.
    mutating func add(_ cut: Cut, to sequence: UInt64, of chain: ChainID) {
        facts.append(.cut(cut, AuthorityFacts.Place(chain: chain, sequence: sequence, index: 9)))
    }

    /// Revokes a device with `person`'s root key; by default a device of their own, in this
    /// audience.
    mutating func end(
        _ person: PersonID, device: UInt64 = 0, keyOf other: PersonID? = nil,
        leaving: [ChainID: UInt64] = [:], kind: UInt8? = nil
    ) {
        facts.append(
            .end(
                Decertification(
                    person: person, device: .of(other ?? person, device),
                    audience: kind ?? self.kind,
                    owner: owner, chains: .leaving(leaving), signature: [])))
    }

    mutating func fork(_ chain: ChainID, at sequence: UInt64) {
        facts.append(.fork(chain, sequence))
    }

    func judge() -> Judgement { judge(facts) }

    func judge(_ facts: [Fact]) -> Judgement {
        var known = AuthorityFacts(kind: kind, owner: owner, founder: .ana)
        for fact in facts { known.insert(fact) }
        return known.judge()
    }

    private mutating func next(_ chain: ChainID) -> AuthorityFacts.Place {
        let sequence = lengths[chain] ?? 0
        lengths[chain] = sequence + 1
        return AuthorityFacts.Place(chain: chain, sequence: sequence, index: 0)
    }
}

extension [ChainLength] {
    static func leaving(_ lengths: [ChainID: UInt64]) -> [ChainLength] {
        lengths.sorted { $0.key < $1.key }
            .map { ChainLength(chain: $0.key, length: $0.value, last: .zero) }
    }
}

extension Judgement {
    func role(_ chain: ChainID) -> Standing.Role { standing(of: chain).role }
    func length(_ chain: ChainID) -> UInt64 { standing(of: chain).length }
}
