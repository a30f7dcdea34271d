import Primitives

@testable import CRDT

/// A random audience in which people, entitled or not, grant, cut, hand over, fork and lose devices
/// at random places.
struct Turmoil: Sendable {
    static let people = 6
    static let idsEnd = 14
    static let sequencesEnd = 8

    let draft: Draft
    let facts: [Fact]
    let chains: [ChainID]
    /// The right that a chain claims; 0 is the founder's.
    let rights: [ChainID: UInt64]

    init(seed: UInt64) {
        var dice = Dice(seed: seed)
        let kinds: [UInt8] = [4, 4, 4, 4, 4, 2, 3, 5, 1]
        var draft = Draft(kind: kinds[dice.roll(below: kinds.count)])
        var chains: [ChainID] = []
        var rights: [ChainID: UInt64] = [:]
        for number in 1...16 {
            let place = UInt64(dice.roll(below: 1000) * 20 + number)
            let device = UInt64(dice.roll(below: 2))
            if number <= 2 {
                chains.append(draft.open(place, .ana, device: UInt64(number)))
            } else {
                let grant = dice.roll(below: Self.idsEnd)
                let person = dice.roll(below: 8) == 0 ? dice.roll(below: 6) : grant % Self.people
                let right = dice.roll(below: 12) == 0 ? nil : UInt64(grant)
                chains.append(draft.open(place, .person(person), device: device, by: right))
                rights[chains[chains.count - 1]] = right
            }
        }
        var facts = draft.facts
        for _ in 0..<8 + dice.roll(below: 60) {
            // The founder's first chains write more, so that there is something to dispute.
            let chain = chains[dice.roll(below: dice.roll(below: 2) == 0 ? 3 : chains.count)]
            facts += Self.act(in: chain, by: rights[chain] ?? 0, of: chains, &dice)
        }
        for chain in chains where dice.roll(below: 16) == 0 {
            facts.append(.fork(chain, UInt64(dice.roll(below: Self.sequencesEnd))))
        }
        for _ in 0..<dice.roll(below: 3) {
            let person = PersonID.person(dice.roll(below: Self.people))
            let lengths = Self.lengths(of: chains, &dice)
            draft.end(person, device: UInt64(dice.roll(below: 3)), leaving: lengths)
        }
        self.draft = draft
        self.facts = facts + draft.facts.dropFirst(chains.count)
        self.chains = chains
        self.rights = rights
    }

    /// Draws one or two operations in a delta of `chain`, which claims `right`.
    static func act(
        in chain: ChainID, by right: UInt64, of chains: [ChainID], _ dice: inout Dice
    ) -> [Fact] {
        let sequence = UInt64(1 + dice.roll(below: sequencesEnd - 1))
        let place = place(chain, sequence, &dice)
        let cut = Fact.cut(
            Cut(
                grant: UInt64(dice.roll(below: idsEnd)),
                chains: .leaving(lengths(of: chains, &dice))), place)
        let leave = Fact.cut(Cut(grant: right, chains: []), place)
        switch dice.roll(below: 30) {
        case 0...11:
            let roles = [Grant.Role.friend, .viewer, .editor, .editor, .owner, .owner]
            return [grant(roles[dice.roll(below: roles.count)], place, &dice)]
        case 12...17: return [cut]
        case 18...20:
            let own = Cut(grant: right, chains: .leaving(lengths(of: chains, &dice)))
            return [grant(.heir, place, &dice), .cut(own, self.place(chain, sequence, &dice))]
        case 21: return [grant(.heir, place, &dice), cut]
        case 22...25: return [leave]
        // And operations that only resemble a leave: of another's grant, with all chains, with
        // lengths, beside something forbidden.
        case 26: return [.cut(Cut(grant: UInt64(dice.roll(below: idsEnd)), chains: []), place)]
        case 27:
            return [.cut(Cut(grant: right, chains: .leaving(lengths(of: chains, &dice))), place)]
        case 28: return [leave, grant(.editor, place, &dice)]
        default: return [leave, cut]
        }
    }

    static func grant(
        _ role: Grant.Role, _ place: AuthorityFacts.Place, _ dice: inout Dice
    ) -> Fact {
        let id = dice.roll(below: idsEnd)
        // Usually a grant of the same person.
        let other = dice.roll(below: 4) == 0 ? dice.roll(below: idsEnd) : (id + people) % idsEnd
        let replaced = dice.roll(below: 2) == 0 && other > 0 ? UInt64(other) : nil
        return .grant(
            Grant(id: UInt64(id), person: .person(id % people), role: role, replaces: replaced),
            place)
    }

    static func lengths(of chains: [ChainID], _ dice: inout Dice) -> [ChainID: UInt64] {
        var lengths: [ChainID: UInt64] = [:]
        for chain in chains where dice.roll(below: 3) > 0 {
            lengths[chain] = UInt64(1 + dice.roll(below: sequencesEnd))
        }
        return lengths
    }

    private static func place(
        _ chain: ChainID, _ sequence: UInt64, _ dice: inout Dice
    ) -> AuthorityFacts.Place {
        AuthorityFacts.Place(
            chain: chain, sequence: sequence, index: UInt32(dice.roll(below: 3)))
    }
}
