import CRDT
import Domain
import Primitives
import Sync
import Wire

@testable import Store

/// In worlds with garments people put photos in, and add them to what they wear.
///
/// Drawn apart from everything else: what people do is the same in a world without.
struct Photographs {
    /// One that was put in.
    struct Photo {
        let reference: BlobReference
        let bytes: [UInt8]
        /// The machine at which it was put in.
        let machine: Int
        /// The word in the address of the thing that it was put in for: who may see that may see this.
        let word: [UInt8]
    }

    /// All of them, in the order in which they were put in.
    private(set) var all: [Photo] = []

    /// While a person does one of these, he may also take a photo.
    static let deeds: [Deed] = [.edit, .tag, .keep, .keepForFriends, .shareOne, .shareTag, .search]

    /// The one of this name.
    func photo(named name: Bytes32) -> Photo? { all.first { $0.reference.name == name } }

    mutating func note(_ photo: Photo) { all.append(photo) }

    /// A picture, as far as its first bytes go: mostly one to five leaves, some far more.
    static func bytes(by dice: inout Dice) -> [UInt8] {
        let leaf = BlobShape.leafBytes
        let sizes = [9, leaf - 1, leaf, leaf + 1, 2 * leaf, 2 * leaf + 1, 5 * leaf, 250 * 1024]
        return bytes(sizes[dice.roll(below: sizes.count)] + dice.roll(below: 3), by: &dice)
    }

    /// A small picture of one, of a leaf or two.
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
    /// What a person is about to do; every other time he also adds a photo to a garment of his, or puts
    /// a thumbnail to a link.
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

    /// Puts a file in at once, as if so many steps had been made: it is not told to anybody before
    /// something refers to it. Nil if the machine does not run or its disk fails.
    ///
    /// - Parameter word: the digits in the address of the thing that it is put in for.
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
                guard case .blob(.draft(let draft)) = try Self.done(.begin, in: store, wall) else {
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
