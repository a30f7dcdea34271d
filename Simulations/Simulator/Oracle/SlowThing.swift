import CRDT
import Domain
import Primitives

/// Every operation on one object in one audience, unmerged until queried. Written from docs/reference/wire.md, sections 5 and 6,
/// without the code that merges.
///
/// A field shows, of the writes that no other names and no withdrawal ends, the one with the highest stamp, then chain;
/// a set contains what was added by a dot that no removal names with it.
struct SlowThing {
    /// A value and its position.
    struct Saying {
        let dot: Dot
        let chain: ChainID
        /// The row of the person who writes the chain.
        let writer: Int64
        let stamp: HybridTime
        let value: [UInt8]
    }

    /// An element of a set with one dot, added or removed.
    struct Element: Equatable {
        let field: Field
        let bytes: [UInt8]
        let dot: Dot
    }

    /// The values are the kinds of the creations.
    var creations: [Saying] = []
    var writes: [(field: Field, saying: Saying)] = []
    var replaced: [(field: Field, dot: Dot)] = []
    var additions: [Element] = []
    var removals: [Element] = []
    var withdrawn: [Dot] = []
    /// `[1]` for in, `[0]` for out.
    var placements: [(audience: AudienceName, saying: Saying)] = []
    var displaced: [(audience: AudienceName, dot: Dot)] = []

    /// The creations that are not withdrawn.
    var standing: [Saying] { Self.ofEachDot(creations.filter { !withdrawn.contains($0.dot) }) }

    /// Whether it exists.
    var exists: Bool { !standing.isEmpty }

    /// Its kind: that of the creation with the lowest dot.
    var kind: UInt8 { standing.min { $0.dot < $1.dot }?.value.first ?? 0 }

    /// Returns the writes of a field that nothing has replaced.
    func survivors(of field: Field) -> [Saying] {
        Self.ofEachDot(
            writes.filter { write in
                write.field == field && !withdrawn.contains(write.saying.dot)
                    && !replaced.contains { $0.field == field && $0.dot == write.saying.dot }
            }.map(\.saying))
    }

    /// Returns what a field shows; nil if nothing.
    func shown(_ field: Field) -> Saying? { Self.last(of: survivors(of: field)) }

    private static func last(of sayings: [Saying]) -> Saying? {
        sayings.max { left, right in
            if left.stamp != right.stamp { return left.stamp < right.stamp }
            return left.chain == right.chain ? left.dot < right.dot : left.chain < right.chain
        }
    }

    /// Returns the number of other surviving writes whose value differs from the shown one.
    func conflicts(in field: Field) -> Int {
        guard let shown = shown(field) else { return 0 }
        return survivors(of: field).count { $0.dot != shown.dot && $0.value != shown.value }
    }

    /// Returns the elements of a set, sorted and unique.
    func elements(of field: Field) -> [[UInt8]] {
        let all = additions.filter {
            $0.field == field && !removals.contains($0) && !withdrawn.contains($0.dot)
        }.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return all.enumerated().filter { $0.offset == 0 || all[$0.offset - 1] != $0.element }
            .map(\.element)
    }

    /// Whether its deletion register is set; for a report (decision 0054) only its author's writes count.
    func isTrashed(by author: Int64) -> Bool {
        let said = survivors(of: .deletion).filter {
            kind != Schema.Report.kind || $0.writer == author
        }
        return Self.last(of: said)?.value.isEmpty == false
    }

    /// The audiences for which it was placed and all surviving writes agree, in ascending order.
    var places: [AudienceName] {
        let named = Set(placements.map(\.audience)).sorted()
        return named.filter { audience in
            let left = placements.filter { placement in
                placement.audience == audience
                    && !displaced.contains {
                        $0.audience == audience && $0.dot == placement.saying.dot
                    }
            }
            return !left.isEmpty && left.allSatisfy { $0.saying.value == [1] }
        }
    }

    // Of several positions with one dot the lowest counts.
    private static func ofEachDot(_ sayings: [Saying]) -> [Saying] {
        var lowest: [Saying] = []
        for saying in sayings {
            guard let index = lowest.firstIndex(where: { $0.dot == saying.dot }) else {
                lowest.append(saying)
                continue
            }
            let known = lowest[index]
            let isLower =
                (saying.chain, saying.stamp) < (known.chain, known.stamp)
                || (saying.chain, saying.stamp) == (known.chain, known.stamp)
                    && saying.value.lexicographicallyPrecedes(known.value)
            if isLower { lowest[index] = saying }
        }
        return lowest
    }
}
