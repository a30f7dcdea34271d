import CRDT
package import Domain
import Primitives
import Wire

// Reconstructs a thing's history from the log. No index leads from things to deltas, but a thing's state names the
// writes that made it.
extension Store {
    /// Returns every change of the thing in `row` that is still in the log, oldest first.
    ///
    /// Changes of copies of another person's things are named by positions in their author's home, which only the
    /// author can read; of those only the visible state is returned.
    package func history(row: Int64) throws(StorageError) -> [HistoryEntry] {
        guard let object = try object(row: row) else { return [] }
        var names: [ThingReference: String] = [:]
        var asked: Set<ThingReference> = []
        return try changes(of: object) { (operation, _) throws(StorageError) in
            for reference in HistoryWords.references(in: operation, of: object.kind)
            where asked.insert(reference).inserted {
                names[reference] = try name(of: reference)
            }
            let words = HistoryWords(of: object.kind, names: names)
            return words.changes(operation, audience: try named(operation))
        }
    }

    /// Returns every change of a comment that is still in the log, oldest first, with the author's words at that
    /// time. Overwrites by other members of a group are left out.
    func history(ofComment row: ObjectRow) throws(StorageError) -> [HistoryEntry] {
        guard let target = row.reference(Schema.Comment.target),
            let thing = try thing(named: target)
        else { return [] }
        let person = try author(row: row.author).person
        return try changes(of: row) { (operation, writer) in
            guard writer.person == person else { return [] }
            return HistoryWords.saying(in: operation) { said in
                thing.saying.open(said, by: person).flatMap(Comment.shows)
            }
        }
    }

    // - Parameter told: describes what an operation by this writer did.
    private func changes(
        of object: ObjectRow,
        told: (Operation, Author) throws(StorageError) -> [String]
    ) throws(StorageError) -> [HistoryEntry] {
        var entries: [(stamp: HybridTime, place: Int64, index: Int, entry: HistoryEntry)] = []
        for place in try deltas(touching: object) {
            guard let header = try header(row: place),
                let operations = try operations(ofDelta: place)
            else { continue }
            let writer = try self.writer(ofChain: ChainRecord.number(ofDelta: place))
            for (index, operation) in operations.enumerated() {
                guard try isAbout(operation, object, header, index) else { continue }
                for change in try told(operation.operation, writer.author) {
                    entries.append(
                        (
                            header.stamp, place, index,
                            HistoryEntry(
                                change: change, author: writer.author, device: writer.device,
                                at: header.stamp.wall,
                                chain: Base32.encode(header.chain.bytes.bytes),
                                sequence: header.sequence)
                        ))
                }
            }
        }
        return entries.sorted {
            ($0.stamp, $0.place, $0.index) < ($1.stamp, $1.place, $1.index)
        }.map(\.entry)
    }

    // Returns the title of another thing if this person can see it.
    private func name(of reference: ThingReference) throws(StorageError) -> String? {
        guard let row = try row(of: reference) else { return nil }
        return try bookmarks(rows: [row]).first?.title
    }

    // Returns this person's name for the audience of a placement.
    private func named(_ operation: Operation) throws(StorageError) -> String? {
        guard case .place(let placement) = operation else { return nil }
        return try audience(named: placement.audience)?.name
    }

    // Returns the audience whose deltas changed an object.
    private func audienceRow(of object: ObjectRow) throws(StorageError) -> Int64 {
        if let row = object.place.groupRow { return row }
        let author = try self.author(row: object.author).person
        return try audience(object.place.kind ?? .private, of: author).number
    }

    /// The most deltas read to find removals, which no state names; newest first.
    private static let searchedMax = 20_000

    /// Returns the rows of deltas that changed the object, in ascending order without duplicates.
    private func deltas(touching object: ObjectRow) throws(StorageError) -> [Int64] {
        var rows: Set<Int64> = []
        for dot in object.state.namedDots {
            guard case .position(let id, let sequence, _) = dot, let chain = try chain(id),
                sequence < chain.length
            else { continue }
            rows.insert(chain.row(sequence))
        }
        for carrier in object.state.carriers {
            if let row = try delta(of: carrier) { rows.insert(row) }
        }
        if object.state.hasRemovals {
            for row in try laterDeltas(than: rows.min(), in: object) { rows.insert(row) }
        }
        return rows.sorted()
    }

    /// Finds a carrier's delta by binary search, because stamps ascend within a chain.
    private func delta(of carrier: Carrier) throws(StorageError) -> Int64? {
        guard let chain = try chain(carrier.chain) else { return nil }
        var low: UInt64 = 0
        var high = chain.length
        while low < high {
            let middle = (low + high) / 2
            // There may be gaps where deltas have died.
            guard let held = try heldDelta(of: chain, from: middle, before: high) else {
                high = middle
                continue
            }
            if held.stamp < carrier.stamp { low = held.sequence + 1 } else { high = middle }
        }
        let found = try heldDelta(of: chain, from: low, before: chain.length)
        guard let found, found.stamp == carrier.stamp else { return nil }
        return chain.row(found.sequence)
    }

    // Returns the first header held from `start` on.
    private func heldDelta(
        of chain: ChainRecord, from start: UInt64, before end: UInt64
    ) throws(StorageError) -> DeltaHeader? {
        guard let place = try heldPlace(of: chain, from: start, before: end) else { return nil }
        return try header(row: chain.row(place))
    }

    /// Returns the deltas of the object's audience that name it and are later than its first one.
    private func laterDeltas(
        than first: Int64?, in object: ObjectRow
    ) throws(StorageError) -> [Int64] {
        guard let first, let since = try header(row: first)?.stamp else { return [] }
        let chains = try database.rows(
            HistorySQL.chains, [.integer(try audienceRow(of: object))]
        ) { (row) throws(StorageError) in (number: row.integer(0), length: row.integer(1)) }
        var rows: [Int64] = []
        var left = Self.searchedMax
        for chain in chains {
            var row = chain.number << 40 | chain.length
            while row > chain.number << 40, left > 0 {
                row -= 1
                left -= 1
                guard let header = try header(row: row) else { continue }
                guard header.stamp >= since else { break }
                let operations = try operations(ofDelta: row) ?? []
                for (index, operation) in operations.enumerated()
                where try isAbout(operation, object, header, index) {
                    rows.append(row)
                }
            }
        }
        return rows
    }

    private func isAbout(
        _ operation: OriginedOperation, _ object: ObjectRow, _ header: DeltaHeader, _ index: Int
    ) throws(StorageError) -> Bool {
        if case .create(let creation) = operation.operation {
            if let id = creation.id { return id == object.id }
            let dot =
                operation.origin
                ?? .position(
                    chain: header.chain, sequence: header.sequence, index: UInt32(index))
            return Derivation.object(origin: dot, stamp: header.stamp) == object.id
        }
        guard let named = operation.operation.object else { return false }
        if case .id(let id) = named { return id == object.id }
        return try id(of: named) == object.id
    }

    private func writer(
        ofChain number: Int64
    ) throws(StorageError) -> (author: Author, device: String) {
        let found = try database.row(HistorySQL.writer, [.integer(number)]) { row in
            (device: row.bytes(0), person: row.integer(1))
        }
        guard let found else { throw .corrupt }
        return (try author(row: found.person), Base32.encode(found.device))
    }
}

extension ObjectState {
    /// Every write that the state names, including replaced ones.
    fileprivate var namedDots: [Dot] {
        var dots = creations.map(\.dot) + withdrawn
        for register in registers.map(\.register) + placements.map(\.register) {
            dots += register.dots + register.replaced
        }
        for set in sets.map(\.set) { dots += (set.additions + set.removed).map(\.dot) }
        return dots
    }

    /// The carriers of what survives.
    fileprivate var carriers: [Carrier] {
        creations.map(\.carrier)
            + (registers.map(\.register) + placements.map(\.register))
            .flatMap { $0.survivors.map(\.carrier) }
    }

    /// Whether anything was removed from a set or the object was withdrawn.
    fileprivate var hasRemovals: Bool {
        !withdrawn.isEmpty || sets.contains { !$0.set.removed.isEmpty }
    }
}

private enum HistorySQL {
    static let chains = """
        SELECT id, length FROM chains WHERE audience = ? ORDER BY id
        """
    static let writer = """
        SELECT d.device, d.person FROM chains c JOIN devices d ON d.id = c.device
        WHERE c.id = ? ORDER BY c.id
        """
}
