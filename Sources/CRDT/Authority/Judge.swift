/// Judges an audience level by level: the founder and the heirs, then the owners, then everybody else. The
/// rights of one level are settled before the next begins, so no judgement depends on itself.
///
/// - Source: docs/decisions/0011-authority-is-a-function.md.
struct Judge {
    private let facts: AuthorityFacts
    private var kind: UInt8 { facts.kind }
    private var opened: OpenedChains
    /// Sorted by place, then by content.
    private let grants: [AuthorityFacts.Placed<Grant>]
    /// Sorted by grant, then by place.
    private let cuts: [AuthorityFacts.Placed<Cut>]
    /// The same cuts, sorted by place.
    private let cutsByPlace: [AuthorityFacts.Placed<Cut>]

    private var heads: [Head] = []
    /// The index in `heads` of the head that a chain belongs to; has no entry for chains of others.
    private var headOf: [ChainID: Int] = [:]
    /// Rights in the order in which they are found, which is by level.
    private var rights: [Judgement.Right] = []
    /// Ids already taken by a right: the first right found with an id keeps it.
    private var taken: Set<UInt64> = [0]
    /// Deltas that hold an operation their writer may not write, each by the place of its first operation.
    private var void: Set<AuthorityFacts.Place> = []

    /// A person who may appoint and end owners for a time.
    private struct Head {
        /// 0 for the founder, otherwise the grant of an heir.
        let right: UInt64
        let person: PersonID
        let chains: [Int]
        /// The place of the operation that made the next person head.
        var handover: AuthorityFacts.Place?
        /// The lengths that each of the head's handovers leaves of their chains, including handovers that came too
        /// late.
        var ends: [[ChainLength]] = []
    }

    init(_ facts: AuthorityFacts) {
        self.facts = facts
        opened = OpenedChains(facts)
        grants = facts.grants.sorted {
            ($0.place, $0.operation) < ($1.place, $1.operation)
        }
        cuts = facts.cuts.sorted {
            ($0.operation.grant, $0.place) < ($1.operation.grant, $1.place)
        }
        cutsByPlace = facts.cuts.sorted { $0.place < $1.place }
    }

    mutating func verdict() -> Judgement {
        let isKnown = (1...5).contains(kind)
        if isKnown {
            findHeads()
            boundHeads()
            for head in heads { takeRights(from: head.chains) }
            judgeRights { $0 == .owner }
            takeRights(from: opened.chains.indices.filter { standing($0).role == .owner })
            judgeRights { $0 != .owner && $0 != .heir }
            endWhatReplacesLeft()
        }
        let people = rights.filter { !$0.isEnded }.map(\.person)
        let head = heads.last?.person
        return Judgement(
            standings: opened.chains.filter { $0.standing != .none }
                .map {
                    Judgement.ChainStanding(
                        chain: $0.id, right: $0.right, standing: $0.standing)
                },
            head: head, members: rising(people + (head.map { [$0] } ?? [])),
            rights: rights.sorted { $0.grant < $1.grant },
            endedDevices: rising(
                facts.decertifications.map {
                    Judgement.EndedDevice(person: $0.person, device: $0.device)
                }))
    }

    private func standing(_ index: Int) -> Standing { opened.chains[index].standing }

    // MARK: The founder and the heirs

    // Terminates, since each heir's grant has another id. Only forks and decertifications bound the chains
    // here: the cuts of a later head cannot undo the handover that made them head.
    private mutating func findHeads() {
        var next: (right: UInt64, person: PersonID)? = (0, facts.founder)
        while let (right, person) = next {
            var head = Head(
                right: right, person: person, chains: opened.indices(of: right, for: person))
            for index in head.chains {
                let chain = opened.chains[index]
                headOf[chain.id] = heads.count
                stand(index, as: right == 0 ? .founder : .heir, length: chain.bound)
            }
            let heir = findHandover(of: &head)
            heads.append(head)
            next = heir.map { ($0.id, $0.person) }
            if let heir {
                taken.insert(heir.id)
                rights.append(
                    Judgement.Right(
                        grant: heir.id, person: heir.person, role: .heir, grantedBy: person,
                        replaces: nil, isEnded: false))
            }
        }
    }

    // A handover is a grant of the heir role and a cut of the writer's own right in one delta. One without
    // the other has no effect.
    private func findHandover(of head: inout Head) -> Grant? {
        let heirs = head.chains.flatMap { grants(of: $0) }.filter {
            $0.operation.role == .heir && !taken.contains($0.operation.id)
        }
        let heirDeltas = Set(heirs.map(\.place.delta))
        let ends = cuts(of: head.right).filter { cut in
            heirDeltas.contains(cut.place.delta) && counts(cut.place)
        }
        head.ends = ends.map(\.operation.chains)
        let endDeltas = Set(ends.map(\.place.delta))
        let first = heirs.first { endDeltas.contains($0.place.delta) }
        head.handover = first?.place
        return first?.operation
    }

    // Goes from the last head back to the first, since a head may also end the right of earlier heads. The
    // delta that made the next person head stays, whatever ends the right.
    private mutating func boundHeads() {
        for number in heads.indices.reversed() {
            let head = heads[number]
            guard let handover = head.handover else { continue }
            let later = cuts(of: head.right).filter {
                (headOf[$0.place.chain] ?? 0) > number && counts($0.place)
            }
            let lengths = NamedLengths(head.ends + later.map(\.operation.chains))
            for index in head.chains {
                let chain = opened.chains[index]
                var length = lengths.length(of: chain.id)
                if chain.id == handover.chain { length = max(length, handover.sequence + 1) }
                opened.chains[index].standing = Standing(
                    chain.standing.role, length: min(chain.bound, length))
            }
        }
        for right in rights.indices.dropLast() { rights[right].isEnded = true }
    }

    // MARK: Owners and the rest

    /// Takes as rights the grants that count in `chains`, which are sorted by id.
    private mutating func takeRights(from chains: [Int]) {
        for index in chains {
            for grant in grants(of: index) {
                let (id, role) = (grant.operation.id, grant.operation.role)
                guard let role = Standing.Role(role, in: kind), role != .heir,
                    taken.insert(id).inserted
                else { continue }
                rights.append(
                    Judgement.Right(
                        grant: id, person: grant.operation.person, role: role,
                        grantedBy: opened.chains[index].person,
                        replaces: grant.operation.replaces, isEnded: false))
            }
        }
    }

    /// Ends and bounds the rights whose role passes `test`. The chains of their givers are judged by then.
    private mutating func judgeRights(where test: (Standing.Role) -> Bool) {
        for number in rights.indices where test(rights[number].role) {
            let right = rights[number]
            guard let granted = right.role.granted else { continue }
            let ends = cuts(of: right.grant).filter { cut in
                guard counts(cut.place), let writer = opened.index(of: cut.place.chain) else {
                    return false
                }
                return Permission.reaches(granted, from: standing(writer).role, in: kind)
            }
            let lengths = NamedLengths(ends.map(\.operation.chains))
            for index in opened.indices(of: right.grant, for: right.person) {
                let chain = opened.chains[index]
                stand(
                    index, as: right.role,
                    length: min(chain.bound, lengths.length(of: chain.id)))
            }
            rights[number].isEnded = !ends.isEmpty || isLeft(right)
        }
    }

    // Asked once the chains of the right have their standing. A leave bounds no chain, so no leave decides
    // whether another leave counts.
    private func isLeft(_ right: Judgement.Right) -> Bool {
        guard Permission.allows(.leave, to: right.role, in: kind) else { return false }
        return cuts(of: right.grant).contains { cut in
            guard let writer = opened.index(of: cut.place.chain) else { return false }
            return cut.operation.isLeave(of: opened.chains[writer].right) && counts(cut.place)
        }
    }

    // A person who leaves while their role is being changed has left. The device that changed the role had
    // not received the leave and cut the chain before it, or knows of no right that ends. So the person's own
    // leave decides, even beyond a cut.
    private mutating func endWhatReplacesLeft() {
        var successors: [UInt64: [Int]] = [:]
        var ending: [Int] = []
        for (number, right) in rights.enumerated() {
            guard let replaced = right.replaces else { continue }
            successors[replaced, default: []].append(number)
            if hasSaidLeft(replaced, right.person) { ending.append(number) }
        }
        var ended: Set<Int> = []
        while let number = ending.popLast() {
            guard ended.insert(number).inserted else { continue }
            rights[number].isEnded = true
            ending += (successors[rights[number].grant] ?? []).filter {
                rights[$0].person == rights[number].person
            }
        }
    }

    // Forks and ended devices bound the leave: beyond them somebody else may have written it.
    private func hasSaidLeft(_ grant: UInt64, _ person: PersonID) -> Bool {
        cuts(of: grant).contains { cut in
            guard let writer = opened.index(of: cut.place.chain) else { return false }
            let chain = opened.chains[writer]
            return chain.person == person && cut.operation.isLeave(of: chain.right)
                && headOf[chain.id] == nil && cut.place.sequence < chain.bound
                && !void.contains(cut.place.delta)
        }
    }

    // MARK: Standing

    /// Sets the role of a chain, and records which of its deltas are thereby void.
    private mutating func stand(_ index: Int, as role: Standing.Role, length: UInt64) {
        opened.chains[index].standing = Standing(role, length: length)
        for grant in allGrants(of: index)
        where !Permission.allows(.grant(grant.operation.role), to: role, in: kind) {
            void.insert(grant.place.delta)
        }
        let chain = opened.chains[index]
        let from = cutsByPlace.firstPlace { $0.place.chain >= chain.id }
        for cut in cutsByPlace[from...].prefix(while: { $0.place.chain == chain.id })
        where !Permission.allows(
            .cut(cut.operation), on: .thing, to: role, by: chain.right, in: kind)
        {
            void.insert(cut.place.delta)
        }
    }

    /// Whether the operation's delta stands in the part of its chain that counts and is not void.
    private func counts(_ place: AuthorityFacts.Place) -> Bool {
        guard let index = opened.index(of: place.chain) else { return false }
        return standing(index).covers(place.sequence) && !void.contains(place.delta)
    }

    /// The grants in deltas of the chain that count, sorted by place.
    private func grants(of index: Int) -> [AuthorityFacts.Placed<Grant>] {
        allGrants(of: index).filter {
            standing(index).covers($0.place.sequence) && !void.contains($0.place.delta)
        }
    }

    private func allGrants(of index: Int) -> ArraySlice<AuthorityFacts.Placed<Grant>> {
        let chain = opened.chains[index].id
        let from = grants.firstPlace { $0.place.chain >= chain }
        let to = grants[from...].firstPlace { $0.place.chain > chain }
        return grants[from..<to]
    }

    private func cuts(of grant: UInt64) -> ArraySlice<AuthorityFacts.Placed<Cut>> {
        let from = cuts.firstPlace { $0.operation.grant >= grant }
        let to = cuts[from...].firstPlace { $0.operation.grant > grant }
        return cuts[from..<to]
    }
}

extension Grant: Comparable {
    // Two grants with one id at one place come from a writer who forks; they are ordered as well.
    package static func < (left: Grant, right: Grant) -> Bool {
        (left.id, left.person, left.role.rawValue, left.replaces ?? 0)
            < (right.id, right.person, right.role.rawValue, right.replaces ?? 0)
    }
}

private func rising<Element: Comparable>(_ elements: [Element]) -> [Element] {
    var result: [Element] = []
    for element in elements.sorted() where result.last != element { result.append(element) }
    return result
}
