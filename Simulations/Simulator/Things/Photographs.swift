import CRDT
import Domain
import Primitives
import Sync
import Wire

@testable import Store

/// In worlds with garments persons import photos and add them to their garments.
///
/// They are drawn apart from everything else: other activity is the same in a world without them.
struct Photographs {
    /// An imported photo.
    struct Photo {
        let reference: BlobReference
        let bytes: [UInt8]
        /// The node at which it was imported.
        let machine: Int
        /// The word in the URL of the thing it was imported for: those who may see the thing may see the photo.
        let word: [UInt8]
    }

    /// All photos, in the order of import.
    private(set) var all: [Photo] = []

    /// The deeds during which a person may also take a photo.
    static let deeds: [Deed] = [.edit, .tag, .keep, .keepForFriends, .shareOne, .shareTag, .search]

    /// Returns the photo of this name.
    func photo(named name: Bytes32) -> Photo? { all.first { $0.reference.name == name } }

    mutating func note(_ photo: Photo) { all.append(photo) }

    /// Returns a picture that is valid as far as its first bytes: mostly one to five leaves, sometimes far more.
    static func bytes(by dice: inout Dice) -> [UInt8] {
        let leaf = BlobShape.leafBytes
        let sizes = [9, leaf - 1, leaf, leaf + 1, 2 * leaf, 2 * leaf + 1, 5 * leaf, 250 * 1024]
        return bytes(sizes[dice.roll(below: sizes.count)] + dice.roll(below: 3), by: &dice)
    }

    /// Returns a thumbnail of one or two leaves.
    static func thumbnail(by dice: inout Dice) -> [UInt8] {
        bytes(900 + dice.roll(below: 2 * BlobShape.leafBytes - 900), by: &dice)
    }

    private static func bytes(_ size: Int, by dice: inout Dice) -> [UInt8] {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let salt = dice.roll(below: 1 << 20)
        return (0..<size).map { place in
            place < head.count ? head[place] : UInt8(truncatingIfNeeded: place &* 7 &+ salt)
        }
    }
}

extension Cluster {
    /// Adds, every other time, a photo of a garment or the thumbnail of a link to what a person is about to do.
    func withPhoto(
        _ requests: [Request], for deed: Deed, at node: Int, by dice: Dice
    ) throws(BrokenClaim) -> [Request] {
        let diary = machines[node].diary
        let kind = Self.photographed(by: dice)
        let garments = diary.living.filter { diary.entries[$0]?.kind == kind }
        var dice = dice.split(42)
        guard workload.hasGarments, Photographs.deeds.contains(deed), !garments.isEmpty,
            dice.roll(below: 2) == 0
        else { return requests }
        let id = garments[Workload.favour(dice.roll(below: garments.count))]
        guard let entry = diary.entries[id],
            let word = Canaries.find(in: Array(entry.url.utf8)).first,
            var reference = try putIn(
                Photographs.bytes(by: &dice), as: .photo, at: node, marked: word)
        else { return requests }
        if dice.roll(below: 2) == 0 {
            let small = try putIn(
                Photographs.thumbnail(by: &dice), as: .photo, at: node, marked: word)
            reference.thumbnail = small.flatMap { BlobReference.Thumbnail($0) }
        }
        let photo = [reference.text]
        let change = BookmarkChange(
            details: [
                kind == .link
                    ? DetailChange(.thumbnail, values: photo) : DetailChange(.photo, add: photo)
            ])
        return requests + [.command(.edit(.id(id.text), change))]
    }

    // Every fourth is the thumbnail of a link.
    private static func photographed(by stream: Dice) -> Kind {
        var dice = stream.split(47)
        return dice.roll(below: 4) == 0 ? .link : .garment
    }

    /// Imports a file at once, in place of the steps that would do it: nobody is told of a file before something refers
    /// to it. Nil if the node does not run or its disk fails.
    ///
    /// - Parameter word: the digits in the URL of the thing it is imported for.
    func putIn(
        _ bytes: [UInt8], as use: BlobUse, at node: Int, marked word: [UInt8]
    ) throws(BrokenClaim) -> BlobReference? {
        let machine = machines[node]
        guard machine.state == .running, machine.decay == nil, let store = machine.store else {
            return nil
        }
        let wall = machine.clock.reading(at: now)
        machine.disk.forgetFailures()
        var found: BlobReference?
        do throws(StorageError) {
            found = try store.transaction { () throws(StorageError) in
                guard case .blob(.draft(let draft)) = try Self.done(.begin(), in: store, wall)
                else {
                    return nil
                }
                _ = try Self.done(.put(bytes, into: draft), in: store, wall)
                guard
                    case .blob(.kept(let reference)) = try Self.done(
                        .end(draft, as: use), in: store, wall)
                else { return nil }
                return reference
            }
        } catch {
            try storageFailed(error, at: node)
            return nil
        }
        guard let found else { return nil }
        photos.note(
            Photographs.Photo(reference: found, bytes: bytes, machine: node, word: word))
        marks.add("\(use.rawValue) put in")
        trace.record(now, machine.place, "puts in a \(use.rawValue)", bytes: bytes)
        return found
    }

    private static func done(
        _ command: BlobCommand, in store: Store, _ wall: WallTime
    ) throws(StorageError) -> Answer? {
        guard case .answered(let answer) = try store.perform(.blob(command), at: wall) else {
            return nil
        }
        return answer
    }
}
