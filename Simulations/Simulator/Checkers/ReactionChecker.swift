import CRDT
import Domain
import Primitives
import Wire

@testable import Store

/// Checks that each person's reactions are counted once and reach those concerned.
enum ReactionChecker {
    static let sums = "what is counted is what was said"
    static let told = "a person who shares a thing is told what their friends think of it"

    /// A thing and what somebody says about it.
    fileprivate struct Opinion: Hashable {
        let thing: ObjectID
        var value: Reaction?
        var isFollower = false
        /// The texts, sorted.
        var comments: [String] = []
    }

    /// Recounts slowly from the state of every visible reaction and comment.
    ///
    /// - Returns: whether a muted or blocked person has reacted.
    static func check(_ machine: SimulatedNode) throws(BrokenClaim) -> Bool {
        let (found, isSomeLeftOut) = try machine.read {
            (store) throws(StorageError) -> (String?, Bool) in
            guard try store.areReferentsComplete, try store.isSilenceSettled else {
                return (nil, false)
            }
            return try difference(in: store)
        }
        if let difference = found { throw BrokenClaim(sums, "\(machine.place): \(difference)") }
        return isSomeLeftOut
    }

    private static func difference(in store: Store) throws(StorageError) -> (String?, Bool) {
        var expected: [Int64: [Int64]] = [:]
        let me = try store.me
        let things = try store.database.rows(
            """
            SELECT id, object, author FROM objects WHERE kind \(KindSQL.isThing) ORDER BY id
            """
        ) { (row) throws(StorageError) in (row.integer(0), row.bytes(1), row.integer(2)) }
        var said = try opinions(in: store)
        // Reactions of muted or blocked persons do not count.
        let unheard = try store.unheard()
        var isSomeLeftOut = false
        for target in said.keys.sorted() {
            let heard = said[target, default: []].filter { !unheard.contains($0.author) }
            if heard.count < said[target, default: []].count { isSomeLeftOut = true }
            said[target] = heard
        }
        for (number, bytes, author) in things {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            let person = try store.author(row: author).person
            let reference = Derivation.reference(to: ObjectID(id), of: person)
            guard let here = said[reference] else { continue }
            let saying = Saying(of: ObjectID(id), of: person)
            var sums: [Int64] = [0, 0, 0, 0, 0]
            for speaker in Set(here.map(\.author)).sorted() {
                let speakerID = try store.author(row: speaker).person
                let theirs = here.filter { $0.author == speaker }
                let values = theirs.filter { $0.kind == Schema.Reaction.kind }.compactMap { one in
                    saying.value(of: one.value, by: speakerID, among: 0...2).map { (one.stamp, $0) }
                }
                let follows = theirs.filter { $0.kind == Schema.Reaction.kind }.compactMap { one in
                    one.follow.flatMap { word in
                        saying.value(of: word.value, by: speakerID, among: 3...4).map {
                            (word.stamp, $0)
                        }
                    }
                }
                if follows.max(by: { $0 < $1 })?.1 == 3 { sums[4] += 1 }
                if let last = values.max(by: { $0 < $1 })?.1, last > 0 {
                    sums[Int(last) - 1] += 1
                    if speaker == me { sums[3] = Int64(last) }
                }
                sums[2] += Int64(
                    theirs.count {
                        $0.kind == Schema.Comment.kind
                            && saying.open($0.value, by: speakerID).flatMap(Comment.shows) != nil
                    })
            }
            if sums.prefix(3).contains(where: { $0 > 0 }) || sums[4] > 0 {
                expected[number] = sums
            }
        }
        let told = try store.database.rows(
            """
            SELECT object, likes, dislikes, comments, own, followers FROM tallies
            WHERE likes + dislikes + comments + followers > 0 ORDER BY object
            """
        ) { (row) throws(StorageError) in
            (row.integer(0), (1...5).map { row.integer(Int32($0)) })
        }
        for (number, sums) in told where expected[number] != sums {
            return (
                "row \(number) counts \(sums), not \(expected[number] ?? [])", isSomeLeftOut
            )
        }
        let missing = expected.keys.sorted().first { key in !told.contains { $0.0 == key } }
        return (
            missing.map { "row \($0) counts nothing of \(expected[$0] ?? [])" }, isSomeLeftOut
        )
    }

    private struct ReceivedReaction {
        let author: Int64
        let kind: UInt8
        /// Empty if it says nothing but that somebody follows.
        let value: [UInt8]
        let stamp: UInt64
        /// The follow value, set or cleared.
        let follow: (value: [UInt8], stamp: UInt64)?
    }

    // What shows and was written by its author, by the thing it is about.
    private static func opinions(in store: Store) throws(StorageError) -> [Bytes16:
        [ReceivedReaction]]
    {
        let rows = try store.database.rows(
            "SELECT id FROM objects WHERE kind IN (9, 10) AND hidden = 0 ORDER BY id"
        ) { (row) throws(StorageError) in row.integer(0) }
        var said: [Bytes16: [ReceivedReaction]] = [:]
        for number in rows {
            guard let row = try store.object(row: number),
                let target = row.state.register(Field(2))?.shown.flatMap({ Bytes16($0.value) })
            else { continue }
            let word = try own(Field(3), of: row, in: store)
            let follow = try own(Field(4), of: row, in: store)
            guard word != nil || (follow != nil && row.kind == Schema.Reaction.kind) else {
                continue
            }
            said[target, default: []].append(
                ReceivedReaction(
                    author: row.author, kind: row.kind, value: word?.value ?? [],
                    stamp: word?.stamp ?? 0, follow: follow))
        }
        return said
    }

    // What shows in a field, if the author of the object wrote it.
    private static func own(
        _ field: Field, of row: ObjectRow, in store: Store
    ) throws(StorageError) -> (value: [UInt8], stamp: UInt64)? {
        guard let word = row.state.register(field)?.shown,
            let chain = try store.chain(word.carrier.chain),
            try store.person(of: chain) == row.author
        else { return nil }
        return (word.value, word.carrier.stamp.rawValue)
    }

    // MARK: Between friends

    /// Checks that the person who shares a thing is told what a friend who sees it thinks of it.
    static func check(
        _ reader: SimulatedNode, isTold writer: SimulatedNode, in cluster: Cluster
    ) throws(BrokenClaim) {
        let isHeard = try writer.read { (store) throws(StorageError) in
            guard let person = try store.knownNumber(of: reader.person) else { return true }
            return try store.unheard().contains(person) == false
        }
        guard isHeard else { return }
        let mine = try heard(by: writer, of: reader)
        let theirs = try said(by: reader, of: writer)
        for opinion in theirs {
            let told = mine[opinion.thing] ?? Opinion(thing: opinion.thing)
            guard told != opinion else { continue }
            throw BrokenClaim(
                Self.told,
                "\(reader.place) says \(opinion.words) of \(opinion.thing.text) of "
                    + "\(writer.place), who is told \(told.words)")
        }
        if !theirs.isEmpty { cluster.reach(.friendReacted) }
        if theirs.contains(where: \.isFollower) { cluster.reach(.openlyFollowed) }
    }

    // What a person says about another's things in `friends` and `public`, in their own writes.
    private static func said(
        by reader: SimulatedNode, of writer: SimulatedNode
    ) throws(BrokenClaim) -> [Opinion] {
        try reader.read { (store) throws(StorageError) in
            let author = try store.number(of: writer.person)
            let things = try store.database.rows(
                """
                SELECT object FROM objects WHERE author = ? AND audience IN (2, 3)
                AND kind \(KindSQL.isThing) AND hidden = 0 ORDER BY id
                """, [.integer(author)]
            ) { (row) throws(StorageError) in row.bytes(0) }
            var opinions: [Opinion] = []
            for bytes in things {
                guard let id = Bytes16(bytes) else { throw .corrupt }
                let target = Derivation.reference(to: ObjectID(id), of: writer.person).column
                if let opinion = try opinion(of: ObjectID(id), target, by: try store.me, in: store)
                {
                    opinions.append(opinion)
                }
            }
            return opinions
        }
    }

    private static func heard(
        by writer: SimulatedNode, of reader: SimulatedNode
    ) throws(BrokenClaim) -> [ObjectID: Opinion] {
        try writer.read { (store) throws(StorageError) in
            let person = try store.number(of: reader.person)
            let things = try store.database.rows(
                """
                SELECT object FROM objects WHERE author = ? AND audience = 1
                AND kind \(KindSQL.isThing) ORDER BY id
                """, [.integer(try store.me)]
            ) { (row) throws(StorageError) in row.bytes(0) }
            var opinions: [ObjectID: Opinion] = [:]
            for bytes in things {
                guard let id = Bytes16(bytes) else { throw .corrupt }
                let target = Derivation.reference(to: ObjectID(id), of: writer.person).column
                opinions[ObjectID(id)] = try opinion(
                    of: ObjectID(id), target, by: person, in: store)
            }
            return opinions
        }
    }

    // Nil if the person says nothing.
    private static func opinion(
        of thing: ObjectID, _ target: Int64, by person: Int64, in store: Store
    ) throws(StorageError) -> Opinion? {
        let value = try store.reactions(to: target).first { $0.person == person }?.value
        let isFollower = try store.follows(target, by: person)
        let texts = try store.database.rows(
            "SELECT text FROM comments WHERE target = ? AND person = ? ORDER BY text",
            [.integer(target), .integer(person)]
        ) { (row) throws(StorageError) in row.text(0) }
        if value == nil, texts.isEmpty, !isFollower { return nil }
        return Opinion(thing: thing, value: value, isFollower: isFollower, comments: texts)
    }
}

extension ReactionChecker.Opinion {
    fileprivate var words: String {
        "\(value?.word ?? "nothing")\(isFollower ? ", follows it" : "") and \(comments)"
    }
}
