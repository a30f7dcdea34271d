import CRDT
import Domain
import Primitives

/// Everything that was ever said of one object in one audience, as a heap: nothing is merged before
/// somebody asks. Written from docs/wire.md, sections 5 and 6, without the code that merges.
///
/// What shows: of the writes of a field that no other names and no withdrawal ends, the one with the
/// highest stamp, then chain; of a set what was added by a dot that no removal names with it.
struct SlowThing {
    /// A value, and where it stands.
    struct Saying {
        let dot: Dot
        let chain: ChainID
        /// The row of who writes the chain.
        let writer: Int64
        let stamp: HybridTime
        let value: [UInt8]
    }

    /// An element of a set by one dot, added or removed.
    struct Element: Equatable {
        let field: Field
        let bytes: [UInt8]
        let dot: Dot
    }

    /// Each says of which kind it is.
    var creations: [Saying] = []
    var writes: [(field: Field, saying: Saying)] = []
    var replaced: [(field: Field, dot: Dot)] = []
    var additions: [Element] = []
    var removals: [Element] = []
    var withdrawn: [Dot] = []
    /// `[1]` in, `[0]` out.
    var placements: [(audience: AudienceName, saying: Saying)] = []
    var displaced: [(audience: AudienceName, dot: Dot)] = []

    /// Creations that stand.
    var standing: [Saying] { Self.ofEachDot(creations.filter { !withdrawn.contains($0.dot) }) }

    /// It is there.
    var exists: Bool { !standing.isEmpty }

    /// What it is: of several that made it the one with the lowest dot says so.
    var kind: UInt8 { standing.min { $0.dot < $1.dot }?.value.first ?? 0 }

    /// The writes of a field that nobody has replaced.
    func survivors(of field: Field) -> [Saying] {
        Self.ofEachDot(
            writes.filter { write in
                write.field == field && !withdrawn.contains(write.saying.dot)
                    && !replaced.contains { $0.field == field && $0.dot == write.saying.dot }
            }.map(\.saying))
    }

    /// What a field shows; nil if nothing.
    func shown(_ field: Field) -> Saying? { Self.last(of: survivors(of: field)) }

    private static func last(of sayings: [Saying]) -> Saying? {
        sayings.max { left, right in
            if left.stamp != right.stamp { return left.stamp < right.stamp }
            return left.chain == right.chain ? left.dot < right.dot : left.chain < right.chain
        }
    }

    /// Writes that do not show and say something else than what does.
    func conflicts(in field: Field) -> Int {
        guard let shown = shown(field) else { return 0 }
        return survivors(of: field).count { $0.dot != shown.dot && $0.value != shown.value }
    }

    /// The elements of a set, sorted, each once.
    func elements(of field: Field) -> [[UInt8]] {
        let all = additions.filter {
            $0.field == field && !removals.contains($0) && !withdrawn.contains($0.dot)
        }.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        return all.enumerated().filter { $0.offset == 0 || all[$0.offset - 1] != $0.element }
            .map(\.element)
    }

    /// Its register of deletion says so; of a report (decision 0054) what its author wrote there.
    func isTrashed(by author: Int64) -> Bool {
        let said = survivors(of: .deletion).filter {
            kind != Schema.Report.kind || $0.writer == author
        }
        return Self.last(of: said)?.value.isEmpty == false
    }

    /// Where it was placed and all that stand say so, rising.
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

    // Of several places that carry one dot the lowest counts.
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
