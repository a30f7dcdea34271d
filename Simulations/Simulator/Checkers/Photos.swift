import Domain
import Primitives
import Sodium
import Wire

@testable import Store

/// Checks that photos, clips and snapshots reach everybody who sees what they belong to, whole and unchanged, and that
/// nobody else holds a byte of them.
enum Photos {
    /// Checks that no device holds a byte of a photo of something its person may not see.
    static func checkHeld(_ cluster: Cluster) throws(BrokenClaim) {
        guard !cluster.photos.all.isEmpty else { return }
        var canaries = cluster.canaries
        for machine in cluster.machines {
            canaries.expose(doubtsOf: machine, at: cluster.now)
        }
        for machine in cluster.machines where machine.store != nil && machine.decay == nil {
            let names = try machine.read { (store) throws(StorageError) in
                try store.database.rows(
                    "SELECT name FROM blobs WHERE held > 0 AND name IS NOT NULL ORDER BY id"
                ) { (row) throws(StorageError) in row.text(0) }
            }
            for name in names {
                guard let bytes = Base32.decode(name).flatMap({ Bytes32($0) }),
                    let photo = cluster.photos.photo(named: bytes)
                else {
                    throw BrokenClaim(
                        "what is held was put in", "\(machine.place) holds pieces of \(name)")
                }
                guard let leak = leak(of: photo, at: machine, canaries, cluster) else { continue }
                throw BrokenClaim(
                    "nobody holds a byte of what they may not see",
                    "\(machine.place) holds pieces of a photo of node\(leak.writer), of "
                        + "\(photo.bytes.count) bytes, put in at node\(photo.machine)")
            }
        }
    }

    private static func leak(
        of photo: Photographs.Photo, at machine: SimulatedNode, _ canaries: Canaries,
        _ cluster: Cluster
    ) -> Canaries.Leak? {
        let word = Canaries.marker + photo.word
        return word.withUnsafeBytes { word in
            canaries.leak(
                in: word, at: machine.holder, friends: Privacy.friends(of: machine, in: cluster),
                entered: cluster.groups.entered(by: machine.holder))
        }
    }

    /// Checks that each device has every photo that it shows, as far as some peer can serve it.
    static func checkShown(_ cluster: Cluster) throws(BrokenClaim) {
        guard !cluster.photos.all.isEmpty else { return }
        for reader in cluster.machines where cluster.isSound(reader) {
            for thing in try reader.shown(at: cluster.now) {
                let shown = thing.files.compactMap { BlobReference($0) }
                for reference in shown + shown.compactMap(\.thumbnailReference) {
                    guard let photo = cluster.photos.photo(named: reference.name) else { continue }
                    try check(photo, of: thing, at: reader, cluster)
                }
            }
        }
    }

    private static func check(
        _ photo: Photographs.Photo, of thing: Bookmark, at reader: SimulatedNode,
        _ cluster: Cluster
    ) throws(BrokenClaim) {
        if let bytes = try bytes(of: photo, at: reader) {
            guard bytes == photo.bytes else {
                throw BrokenClaim(
                    "a photo is what was put in", "\(reader.place) shows another one")
            }
            cluster.reach(photo.machine == reader.number ? .ownPhoto : .gotPhoto)
            if photo.machine != reader.number, thing.kind == .clip { cluster.reach(.gotFilm) }
            if photo.machine != reader.number, photo.reference.type == .html {
                cluster.reach(.gotPage)
            }
            return
        }
        let writer = cluster.machines[photo.machine]
        guard cluster.isSound(writer), try isFriend(reader, of: writer, cluster),
            try writer.shown(at: cluster.now).contains(where: { own in
                own.id == thing.id && own.files.contains { $0.contains(photo.nameAndKey) }
                    && isSeen(own, by: reader, of: writer)
            }), try self.bytes(of: photo, at: writer) != nil
        else { return }
        throw BrokenClaim(
            "who sees a photo gets it",
            "\(reader.place) has not all \(photo.bytes.count) bytes of a photo that "
                + "\(writer.place) shows it")
    }

    // A person's things are seen by their other devices, and by friends as far as placed for them.
    private static func isSeen(
        _ thing: Bookmark, by reader: SimulatedNode, of writer: SimulatedNode
    ) -> Bool {
        thing.author.person == writer.person
            && (reader.holder == writer.holder
                || thing.placement.contains { $0 == .friends || $0 == .public })
    }

    private static func isFriend(
        _ reader: SimulatedNode, of writer: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) -> Bool {
        if reader.holder == writer.holder { return true }
        guard try cluster.friends(of: reader.holder).contains(writer.holder) else { return false }
        return try cluster.friends(of: writer.holder).contains(reader.holder)
    }

    // All bytes; nil if some are missing.
    private static func bytes(
        of photo: Photographs.Photo, at machine: SimulatedNode
    ) throws(BrokenClaim) -> [UInt8]? {
        try machine.read { (store) throws(StorageError) -> [UInt8]? in
            let query = BlobQuery.read(
                name: photo.reference.name, from: 0, count: photo.bytes.count)
            guard case .blob(.part(let part)) = try store.answer(query) else { return nil }
            return part.bytes
        }
    }
}

extension Bookmark {
    /// The references to its photos, film, thumbnail and snapshots.
    var files: [String] {
        details[.photo] + details[.film] + details[.thumbnail] + details[.snapshot]
    }
}

extension Photographs.Photo {
    /// The part that is the same in each reference to it, wherever it was moved and whatever it is a thumbnail of.
    fileprivate var nameAndKey: String {
        "\(reference.nameText) \(Base32.encode(reference.key.bytes))"
    }
}
