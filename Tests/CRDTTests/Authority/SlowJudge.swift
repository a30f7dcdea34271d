@testable import CRDT

/// The rules of docs/decisions/0011 and 0014 once more, spelled out over plain lists, without the ordering, searches
/// and caches of `Judge`.
struct SlowJudge {
    private let kind: UInt8
    private var grants: [(place: AuthorityFacts.Place, grant: Grant)] = []
    private var cuts: [(place: AuthorityFacts.Place, cut: Cut)] = []
    private var chains: [ChainID: (person: PersonID, right: UInt64?, bound: UInt64)] = [:]
    private(set) var standings: [ChainID: Standing] = [:]
    /// Includes chains in which nothing counts.
    private var roles: [ChainID: Standing.Role] = [:]
    private(set) var members: Set<PersonID> = []
    /// Grants that were cut, and those whose holder left; a grant can be both.
    private(set) var cut: Set<UInt64> = []
    private(set) var left: Set<UInt64> = []
    /// Grants that replace one that was left, at one remove or more.
    private(set) var leftBefore: Set<UInt64> = []

    init(_ facts: [Fact], kind: UInt8) {
        self.kind = kind
        for fact in facts {
            switch fact {
            case .open(let open, let chain):
                let isFounder = open.certificate.person == .ana
                let right = open.grant ?? (isFounder ? 0 : nil)
                chains[chain] = (
                    open.certificate.person, open.grant == 0 ? nil : right,
                    Self.bound(open, chain, facts)
                )
            case .grant(let grant, let place): grants.append((place, grant))
            case .cut(let cut, let place): cuts.append((place, cut))
            case .end, .fork: continue
            }
        }
        grants.sort {
            ($0.place, $0.grant) < ($1.place, $1.grant)
        }
        judge()
    }

    /// Returns the length that forks and revocations leave of a chain.
    static func bound(_ open: Open, _ chain: ChainID, _ facts: [Fact]) -> UInt64 {
        var bound = UInt64.max
        for fact in facts {
            if case .fork(chain, let sequence) = fact { bound = min(bound, sequence) }
            if case .end(let end) = fact, end.person == open.certificate.person,
                end.device == open.certificate.device
            {
                bound = min(bound, length(chain, [end.chains]))
            }
        }
        return bound
    }

    private static func length(_ chain: ChainID, _ ends: [[ChainLength]]) -> UInt64 {
        ends.map { end in end.first { $0.chain == chain }?.length ?? 0 }.min() ?? .max
    }

    private mutating func judge() {
        typealias Head = (right: UInt64, person: PersonID, role: Standing.Role)
        var heads: [Head] = [(0, .ana, .founder)]
        var handovers: [AuthorityFacts.Place] = []
        var rights: [Right] = []
        while true {
            let head = heads[heads.count - 1]
            for (chain, open) in chains where open.right == head.right && open.person == head.person
            {
                standings[chain] = Standing(head.role, length: open.bound)
                roles[chain] = head.role
            }
            let next = grants.first { entry in
                entry.grant.role == .heir && writes(entry.place, for: head)
                    && entry.grant.id != 0 && !heads.contains { $0.right == entry.grant.id }
                    && cuts.contains {
                        $0.cut.grant == head.right && $0.place.delta == entry.place.delta
                    }
            }
            guard let next else { break }
            handovers.append(next.place)
            heads.append((next.grant.id, next.grant.person, .heir))
        }
        for (number, head) in heads.enumerated().reversed().dropFirst() {
            let later = heads[(number + 1)...]
            let before = heads[...number]
            let ends = cuts.filter { entry in
                guard entry.cut.grant == head.right else { return false }
                let isHandover = grants.contains { grant in
                    grant.grant.role == .heir && grant.place.delta == entry.place.delta
                        && grant.grant.id != 0 && !before.contains { $0.right == grant.grant.id }
                }
                return isHandover && writes(entry.place, for: head)
                    || later.contains { writes(entry.place, for: $0) }
            }
            for (chain, open) in chains where open.right == head.right && open.person == head.person
            {
                var length = Self.length(chain, ends.map(\.cut.chains))
                if chain == handovers[number].chain {
                    length = max(length, handovers[number].sequence + 1)
                }
                standings[chain] = Standing(head.role, length: min(length, open.bound))
            }
        }
        for head in heads {
            for entry in grants where writes(entry.place, for: head) {
                if heads.contains(where: { $0.right == entry.grant.id })
                    || rights.contains(where: { $0.id == entry.grant.id }) || entry.grant.id == 0
                {
                    continue
                }
                guard let role = Standing.Role(entry.grant.role, in: kind), role != .heir else {
                    continue
                }
                rights.append((entry.grant.id, entry.grant.person, role, entry.grant.replaces))
            }
        }
        for right in rights where right.role == .owner { stand(right) }
        for entry in grants where counts(entry.place) {
            guard standings[entry.place.chain]?.role == .owner, entry.grant.id != 0,
                !heads.contains(where: { $0.right == entry.grant.id }),
                !rights.contains(where: { $0.id == entry.grant.id }),
                let role = Standing.Role(entry.grant.role, in: kind)
            else { continue }
            rights.append((entry.grant.id, entry.grant.person, role, entry.grant.replaces))
        }
        for right in rights where right.role != .owner { stand(right) }
        let known = rights
        for right in known {
            var seen: Set<UInt64> = []
            var replaced = right.replaces
            while let before = replaced, seen.insert(before).inserted {
                if hasSaid(before, right.person) { leftBefore.insert(right.id) }
                replaced = known.first { $0.id == before && $0.person == right.person }?.replaces
            }
        }
        let over = cut.union(left).union(leftBefore)
        members = Set(known.filter { !over.contains($0.id) }.map(\.person))
        members.insert(heads[heads.count - 1].person)
    }

    private typealias Right = (
        id: UInt64, person: PersonID, role: Standing.Role, replaces: UInt64?
    )

    private mutating func stand(_ right: Right) {
        let ends = cuts.filter { entry in
            guard entry.cut.grant == right.id, counts(entry.place),
                let writer = standings[entry.place.chain]?.role
            else { return false }
            switch right.role {
            case .owner: return writer == .founder || writer == .heir
            case .editor, .viewer: return [.founder, .heir, .owner].contains(writer)
            case .friend: return writer == .founder
            default: return false
            }
        }
        for (chain, open) in chains where open.right == right.id && open.person == right.person {
            let length = min(open.bound, Self.length(chain, ends.map(\.cut.chains)))
            standings[chain] = Standing(right.role, length: length)
            roles[chain] = right.role
        }
        let hasLeft = cuts.contains { entry in
            entry.cut.grant == right.id && chains[entry.place.chain]?.person == right.person
                && saysLeave(entry) && counts(entry.place)
        }
        if !ends.isEmpty { cut.insert(right.id) }
        if hasLeft { left.insert(right.id) }
    }

    /// Whether a person has left by a grant, even if only beyond a cut.
    private func hasSaid(_ grant: UInt64, _ person: PersonID) -> Bool {
        cuts.contains { entry in
            guard let chain = chains[entry.place.chain], chain.person == person,
                chain.right == .some(entry.cut.grant), entry.cut.grant == grant, grant > 0,
                entry.cut.chains.isEmpty, entry.place.sequence < chain.bound
            else { return false }
            guard let role = roles[entry.place.chain] else { return true }
            return role != .founder && role != .heir && !isVoid(entry.place, for: role)
        }
    }

    /// Whether a cut is a leave: of a member other than a head, it names only the grant of the member's own chain.
    private func saysLeave(_ entry: (place: AuthorityFacts.Place, cut: Cut)) -> Bool {
        let role = roles[entry.place.chain] ?? .none
        let isHead = role == .founder || role == .heir
        return chains[entry.place.chain]?.right == .some(entry.cut.grant) && entry.cut.grant > 0
            && entry.cut.chains.count == 0 && role != .none && !isHead
    }

    private func writes(
        _ place: AuthorityFacts.Place,
        for head: (right: UInt64, person: PersonID, role: Standing.Role)
    ) -> Bool {
        guard let open = chains[place.chain] else { return false }
        return open.right == head.right && open.person == head.person && counts(place)
    }

    private func counts(_ place: AuthorityFacts.Place) -> Bool {
        guard let standing = standings[place.chain], standing.covers(place.sequence) else {
            return false
        }
        return !isVoid(place, for: standing.role)
    }

    private func isVoid(_ place: AuthorityFacts.Place, for role: Standing.Role) -> Bool {
        let mayCut = Permission.allows(.cut, to: role, in: kind)
        let mayAll =
            cuts.allSatisfy { mayCut || $0.place.delta != place.delta || saysLeave($0) }
            && grants.allSatisfy {
                $0.place.delta != place.delta
                    || Permission.allows(.grant($0.grant.role), to: role, in: kind)
            }
        return !mayAll
    }
}
