import CRDT
import Domain
import Laws
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that photos are reordered by moving some of them, without writing the others.
@Suite struct PhotoOrderTests {
    private func photo(_ number: UInt64, at place: [UInt8]) -> BlobReference {
        let name = Bytes16(high: 1, low: number).bytes
        let bytes = Bytes32(name + name) ?? .zero
        return BlobReference(
            place: place, type: .jpeg, size: 1000 + Int(number), name: bytes, key: bytes)
    }

    /// Returns the photos of a thing after some have moved.
    private func shown(_ order: [BlobReference], _ moved: [BlobReference]) -> [BlobReference] {
        let all = order.map { file in moved.first { $0.isSameFile(as: file) } ?? file }
        return all.sorted { $0.place.lexicographicallyPrecedes($1.place) }
    }

    private func names(_ files: [BlobReference]) -> [String] { files.map(\.nameText) }

    /// Returns a position derived from a time, like that of a newly imported file.
    private func place(_ milliseconds: UInt64) -> [UInt8] {
        (0..<6).reversed().map { UInt8(truncatingIfNeeded: milliseconds >> ($0 * 8)) } + [1]
    }

    private func photos(_ id: ObjectID, at replica: WriteReplica) throws -> [BlobReference] {
        try replica.link(id).details[.photo].compactMap { BlobReference($0) }
    }

    private func tell(
        _ id: ObjectID, _ change: DetailChange, at replica: WriteReplica
    ) throws {
        let answer = try replica.perform(.edit(.id(id.text), BookmarkChange(details: [change])))
        guard case .bookmark = answer else { throw WriteReplica.Unexpected(what: "\(answer)") }
    }

    // MARK: Laws

    @Test(arguments: LawSeeds.seeds(8, soak: 24))
    func `a chosen order of photos shows, and later photos come last`(
        seed: UInt64
    ) throws {
        var dice = Dice(seed: seed)
        var time = UInt64(1_700_000_000_000)
        var files = (0..<(2 + dice.roll(below: 7))).map { number in
            photo(UInt64(number), at: place(time + UInt64(number)))
        }
        for step in 0..<200 {
            let order = dice.shuffle(files)

            let moved = order.moved()

            let after = shown(order, moved)
            #expect(names(after) == names(order), "step \(step)")
            #expect(after.allSatisfy { BlobReference($0.text) == $0 })
            #expect(after.moved().isEmpty)
            time += 1000
            let later = place(time)
            #expect(after.allSatisfy { $0.place.lexicographicallyPrecedes(later) })
            files = after
        }
    }

    @Test(arguments: [
        ([2, 0, 1, 3], [2]), ([1, 0, 2, 3], [1]), ([0, 1, 3, 2], [3]), ([1, 2, 3, 0], [0]),
        ([0, 1, 2, 3], []), ([3, 2, 1, 0], [3, 2, 1]),
    ])
    func `as few move as can`(order: [Int], moving: [Int]) {
        let files = (0..<4).map { photo(UInt64($0), at: place(1_700_000_000_000 + UInt64($0))) }

        let moved = order.map { files[$0] }.moved()

        #expect(names(moved) == names(moving.map { files[$0] }))
    }

    @Test func `two at one place are parted, and where there is no room all get a place anew`() {
        let twins = [photo(1, at: [1, 2]), photo(2, at: [1, 2])]
        let long = [UInt8](repeating: 7, count: BlobReference.placeBytesMax - 1)
        let near = [
            photo(1, at: long + [1]), photo(2, at: long + [2]), photo(3, at: long + [3]),
        ]
        let order = [near[0], near[2], near[1]]

        #expect(names(shown(twins, twins.moved())) == names(twins))
        #expect(twins.moved().count == 1)
        #expect(names(order.moved()) == names(order))
        #expect(names(shown(order, order.moved())) == names(order))
    }

    // MARK: Two devices

    @Test func `a photo that was taken away stays away where another device puts others in order`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let files = try (1...4).map { try ana.put(Photo.bytes(40 + $0)) }
        let id = try ana.keepShirt(files[0], files[1], files[2], files[3])
        try ana.mirror(to: phone)
        let before = try photos(id, at: ana)
        #expect(try photos(id, at: phone) == before)

        let order = [before[3], before[0], before[1], before[2]]
        try tell(id, DetailChange(.photo, add: order.moved().map(\.text)), at: ana)
        try tell(id, DetailChange(.photo, remove: [before[1].text]), at: phone)
        try ana.mirror(to: phone)
        try phone.mirror(to: ana)

        let wanted = names([before[3], before[0], before[2]])
        #expect(try names(photos(id, at: ana)) == wanted)
        #expect(try names(photos(id, at: phone)) == wanted)
    }

    @Test func `history tells of the photo that moved, and undo puts it back`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let files = try (1...3).map { try ana.put(Photo.bytes(40 + $0)) }
        let id = try ana.keepShirt(files[0], files[1], files[2])
        let before = try photos(id, at: ana)
        func history() throws -> Int {
            try ana.step { (store) throws(StorageError) in
                let rows = try store.database.rows(
                    "SELECT object FROM bookmarks ORDER BY object"
                ) { (row) throws(StorageError) in row.integer(0) }
                var count = 0
                for row in rows { count += try store.history(row: row).count }
                return count
            }
        }
        let told = try history()

        let order = [before[2], before[0], before[1]]
        try tell(id, DetailChange(.photo, add: order.moved().map(\.text)), at: ana)

        #expect(try names(photos(id, at: ana)) == names(order))
        // Removed there and added here.
        #expect(try history() == told + 2)
        // In its current position, nothing is written.
        try tell(id, DetailChange(.photo, add: try photos(id, at: ana).map(\.text)), at: ana)
        #expect(try history() == told + 2)
        try ana.perform(.undo(act: nil))
        #expect(try photos(id, at: ana) == before)
    }
}
