import CRDT

/// Every history of up to four actions by three people, and every order in which it may arrive.
enum SmallScope {
    /// A write that names the writes its writer had seen.
    struct Act: Hashable {
        let dot: Dot
        let names: [Dot]
        let stamp: UInt64
        /// Whether it only removes; otherwise it only adds.
        let isRemoval: Bool
    }

    /// Calls `body` once for each history of writes, each naming all that is visible to its writer.
    static func forEachHistory(_ body: ([Act]) -> Void) {
        forEach(isSet: false, body)
    }

    /// Calls `body` once for each history of additions and removals of one element.
    static func forEachSetHistory(_ body: ([Act]) -> Void) {
        forEach(isSet: true, body)
    }

    /// Calls `body` with each order of `acts`, and with each order with its first one repeated.
    static func forEachOrder(of acts: [Act], _ body: ([Act]) -> Void) {
        func place(_ chosen: [Act], _ rest: [Act]) {
            if rest.isEmpty {
                body(chosen)
                body(chosen + chosen.prefix(1))
            }
            for index in rest.indices {
                var left = rest
                let next = left.remove(at: index)
                place(chosen + [next], left)
            }
        }
        place([], acts)
    }

    // An action is a write by one of three, an addition and a removal, or one receiving from
    // another.
    private static func forEach(isSet: Bool, _ body: ([Act]) -> Void) {
        func extend(_ acts: [Act], _ seen: [[Act]], _ left: Int) {
            body(acts)
            guard left > 0 else { return }
            for person in 0..<3 {
                for isRemoval in isSet ? [false, true] : [false] {
                    let names = visible(seen[person], isSet: isSet)
                    if isRemoval && names.isEmpty { continue }
                    let act = Act(
                        dot: .of(person, UInt64(acts.count)),
                        names: isSet && !isRemoval ? [] : names,
                        stamp: UInt64(acts.count), isRemoval: isRemoval)
                    var after = seen
                    after[person].append(act)
                    extend(acts + [act], after, left - 1)
                }
                for other in 0..<3 where other != person {
                    let news = seen[other].filter { !seen[person].contains($0) }
                    if news.isEmpty { continue }
                    var after = seen
                    after[person] += news
                    extend(acts, after, left - 1)
                }
            }
        }
        extend([], [[], [], []], isSet ? 4 : 5)
    }

    private static func visible(_ seen: [Act], isSet: Bool) -> [Dot] {
        let named = Set(seen.flatMap(\.names))
        return seen.filter { !(isSet && $0.isRemoval) && !named.contains($0.dot) }
            .map(\.dot).sorted()
    }
}
