import CRDT
import Domain
import Primitives
import Store

/// Checks that the same set of deltas gives the same state, and that after convergence each person shows exactly what
/// each friend shares, and nothing of anybody else.
enum Convergence {
    /// Checks that two replicas with the same deltas of an audience show the same of it, at any time.
    static func checkStates(_ cluster: Cluster) throws(BrokenClaim) {
        for writer in cluster.persons {
            for audience in [AudienceKind.friends, .public] {
                var known: [(log: Log, digest: Bytes32, place: String)] = []
                for reader in cluster.honest where reader.holder != writer.number {
                    guard let store = reader.store else { continue }
                    // Late verdicts are folded at most once a minute.
                    if cluster.isShared(writer.number), store.isRefoldWaiting { continue }
                    // Dead deltas are pruned a moment after they were declared dead.
                    if store.isErasingDue { continue }
                    let isHonest = cluster.isHonest(writer.number)
                    let (log, digest) = try reader.read { (store) throws(StorageError) in
                        (
                            try Log(of: audience, by: writer.person, in: store, isHonest),
                            try store.stateDigest(of: audience, by: writer.person)
                        )
                    }
                    if let same = known.first(where: { $0.log == log }) {
                        guard same.digest == digest else {
                            throw BrokenClaim(
                                "same deltas, same state",
                                "\(same.place) and \(reader.place) differ in \(audience) of "
                                    + writer.place)
                        }
                    } else {
                        known.append((log, digest, reader.place))
                    }
                }
            }
        }
    }

    /// The deltas that a replica holds. An honest writer writes one at each place of a chain.
    private struct Log: Equatable {
        let frontier: Frontier
        /// The branches, for writers that may write two deltas at one place.
        let branches: Bytes16?

        init(
            of audience: AudienceKind, by writer: PersonID, in store: Store, _ isHonest: Bool
        ) throws(StorageError) {
            frontier = try store.frontier(of: audience, by: writer)
            branches =
                isHonest || frontier.entries.isEmpty
                ? nil : try store.digest(of: store.audienceRow(audience, of: writer))
        }
    }

    /// Whether every pair of friends holds everything that is written for both.
    static func isSettled(_ cluster: Cluster) throws(BrokenClaim) -> Bool {
        try difference(in: cluster) == nil
    }

    /// A difference between what two friends hold, in words; nil if there is none.
    static func difference(in cluster: Cluster) throws(BrokenClaim) -> String? {
        for (writer, reader) in try pairs(of: cluster) {
            for audience in [AudienceKind.friends, .public] {
                let mine = try writer.read { (store) throws(StorageError) in
                    try store.frontier(of: audience, by: writer.person)
                }
                let theirs = try reader.read { (store) throws(StorageError) in
                    try store.frontier(of: audience, by: writer.person)
                }
                if mine != theirs {
                    return "\(writer.place) and \(reader.place) hold \(mine.words) and "
                        + "\(theirs.words) in \(audience) of \(writer.place)"
                }
            }
        }
        return nil
    }

    /// Checks what each node shows of each person.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for reader in cluster.machines
        where reader.isPaired && !cluster.devices.isLost(reader.number)
            && cluster.isHealed(reader.number)
        {
            let shown = try reader.shown(at: cluster.now)
            let added = try cluster.friends(of: reader.holder)
            for writer in cluster.persons
            where writer.number != reader.holder && cluster.isHonest(writer.number) {
                // Links that show in a group are not from the writer to the reader alone.
                let theirs = shown.filter { link in
                    link.author.person == writer.person
                        && !link.placement.contains { $0.kind == nil }
                }
                let theirFriends =
                    cluster.isOutside(writer.number)
                    ? [] : try cluster.friends(of: writer.number)
                let isFriend =
                    added.contains(writer.number) && theirFriends.contains(reader.holder)
                if cluster.isOutside(writer.number) {
                    try compareGone(theirs, writer, reader, cluster)
                } else if cluster.isShared(writer.number) {
                    if isFriend { try compareShared(theirs, writer, reader, cluster) }
                } else if !isFriend,
                    writer.account.partings[reader.holder] != nil
                        || reader.account.partings[writer.number] != nil
                        || isForgotten(writer, by: reader, cluster)
                {
                    try compareLeft(theirs, writer, reader)
                    if !theirs.isEmpty { cluster.reach(.leftBehind) }
                } else {
                    try compare(theirs, isFriend ? shared(by: writer) : [:], writer, reader)
                    if isFriend, cluster.workload.hasReactions,
                        writer.account.partings[reader.holder] == nil,
                        reader.account.partings[writer.number] == nil
                    {
                        try ReactionChecker.check(reader, isTold: writer, in: cluster)
                    }
                }
            }
        }
    }

    // Of a person with several devices, a friend must show what the person's own device shows among friends, in the
    // same way.
    private static func compareShared(
        _ shown: [Bookmark], _ writer: SimulatedNode, _ reader: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) {
        let own = try cluster.ownLinks(at: cluster.voice(of: writer.number))
        for bookmark in shown {
            guard let mine = own.first(where: { $0.id == bookmark.id }) else {
                throw BrokenClaim(
                    "a friend shows what is shared, and nothing else",
                    "\(reader.place) shows \(bookmark.title) of \(writer.place), who does not")
            }
            let wanted = mine.words(mine.details.shown)
            let found = bookmark.words(bookmark.details)
            guard wanted != found else { continue }
            throw BrokenClaim(
                "a friend shows what is shared, and nothing else",
                "\(reader.place) shows \(found) of \(writer.place), who shows \(wanted)"
            )
        }
    }

    // A person added by a device that was then revoked unheard no longer counts as a friend.
    private static func isForgotten(
        _ writer: SimulatedNode, by reader: SimulatedNode, _ cluster: Cluster
    ) -> Bool {
        cluster.devices.cut != nil && cluster.isShared(reader.holder)
            && cluster.mayHaveAdded(writer.number, by: reader.holder)
    }

    // What shows of an absent person may be outdated, but must have been shared once. No diary covers persons with
    // several devices or unanswered commands.
    private static func compareGone(
        _ shown: [Bookmark], _ writer: SimulatedNode, _ reader: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) {
        guard !cluster.isShared(writer.number), writer.asked.isEmpty else { return }
        try compareLeft(shown, writer, reader)
    }

    // What shows after the end of a friendship must have been shared once.
    private static func compareLeft(
        _ shown: [Bookmark], _ writer: SimulatedNode, _ reader: SimulatedNode
    ) throws(BrokenClaim) {
        for bookmark in shown {
            let places = writer.diary.entries[bookmark.id]?.placedOnce ?? []
            guard places.contains(where: { $0.kind != nil }) else {
                throw BrokenClaim(
                    "a friend shows what is shared, and nothing else",
                    "\(reader.place) shows \(bookmark.title) of \(writer.place), no friend any "
                        + "more or away, which was never shared")
            }
        }
    }

    private static func shared(by writer: SimulatedNode) -> [ObjectID: Diary.Entry] {
        writer.diary.entries.filter { _, entry in
            !entry.isTrashed && entry.places.contains { $0.kind != nil }
        }
    }

    private static func compare(
        _ shown: [Bookmark], _ shared: [ObjectID: Diary.Entry], _ writer: SimulatedNode,
        _ reader: SimulatedNode
    ) throws(BrokenClaim) {
        var seen: Set<ObjectID> = []
        for bookmark in shown {
            guard let entry = shared[bookmark.id], seen.insert(bookmark.id).inserted else {
                throw BrokenClaim(
                    "a friend shows what is shared, and nothing else",
                    "\(reader.place) shows \(bookmark.title) of \(writer.place), which is not "
                        + "shared with them, or twice")
            }
            let isSame =
                bookmark.url == entry.url && bookmark.title == entry.title
                && bookmark.note == entry.note && bookmark.tags.sorted() == entry.tags
                && bookmark.kind == entry.kind && bookmark.details == entry.details.shown
            guard isSame else {
                throw BrokenClaim(
                    "a friend shows what is shared, and nothing else",
                    "\(reader.place) shows \(bookmark.title) \(bookmark.tags) \(bookmark.details) of "
                        + "\(writer.place), who wrote \(entry.title) \(entry.tags) \(entry.details)"
                )
            }
        }
        guard let lost = shared.keys.sorted().first(where: { !seen.contains($0) }) else { return }
        throw BrokenClaim(
            "a friend shows what is shared, and nothing else",
            "\(reader.place) lacks \(lost.text) of \(writer.place)")
    }

    // The devices of persons who have both added each other.
    private static func pairs(
        of cluster: Cluster
    ) throws(BrokenClaim) -> [(SimulatedNode, SimulatedNode)] {
        var friends: [[Int]] = []
        for person in cluster.persons {
            let isOutside = cluster.isOutside(person.number)
            friends.append(isOutside ? [] : try cluster.friends(of: person.number))
        }
        var pairs: [(SimulatedNode, SimulatedNode)] = []
        for writer in friends.indices {
            for reader in friends.indices
            where writer != reader && friends[reader].contains(writer)
                && friends[writer].contains(reader)
                && cluster.isHonest(writer) && cluster.isHonest(reader)
            {
                for machine in cluster.standing(of: writer) {
                    pairs += cluster.standing(of: reader).map { (machine, $0) }
                }
            }
        }
        return pairs
    }
}

extension Bookmark {
    /// What others see of it, with these details, because some are for its owner alone.
    fileprivate func words(_ details: [Detail]) -> String {
        "\(kind) \(url) \(title) \(note) \(tags.sorted()) \(details)"
    }
}

extension Frontier {
    /// Each chain by the first byte of its name, with its length.
    var words: String {
        "[\(entries.map { "\($0.chain.bytes.bytes[0])=\($0.length)" }.joined(separator: " "))]"
    }
}
