import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that the same deltas give the same state with checkpoints among them, whatever the order,
/// and whether or not what is dead was held before.
@Suite struct TrashOrderTests {
    @Test(arguments: UInt64(1)...8)
    func `living things are the same at old and new replicas`(seed: UInt64) throws {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let old = try WriteReplica(1, device: 3, name: "Ana")
        var dice = Dice(seed: seed)
        try phone.tell(laptop)
        try laptop.tell(phone)
        for _ in 0..<40 {
            try write(on: dice.roll(below: 2) == 0 ? phone : laptop, dice: &dice)
            guard dice.roll(below: 6) == 0 else { continue }
            try phone.tell(laptop)
            try laptop.tell(phone)
        }
        for (one, other) in [(phone, laptop), (laptop, phone), (phone, old)] {
            try one.tell(other)
        }
        for device in [phone, laptop] { try device.wait(days: 31) }
        for _ in 0..<4 {
            for (one, other) in [(phone, laptop), (laptop, phone)] {
                try one.forget()
                try one.tell(other)
            }
        }
        let expected = try shown(at: phone)
        #expect(try shown(at: laptop) == expected)
        #expect(try phone.count("checkpoints") > 0)

        for device in [old, try WriteReplica(1, device: 4, name: "Ana")] {
            try phone.tell(device, dice: &dice)
            for _ in 0..<500 {
                guard
                    try device.step({ (store) throws(StorageError) in
                        try store.eraseSome(at: device.wall)
                    })
                else { break }
            }
            let found = try shown(at: device)
            #expect(found.map(\.id) == expected.map(\.id))
            #expect(found == expected)
        }
    }

    // Of a copy that never showed here only the withdrawal may be known, or not even that.
    private func shown(at device: WriteReplica) throws -> [KnownObject] {
        try device.known().filter { $0.hidden != .absent }
    }

    private func write(on device: WriteReplica, dice: inout Dice) throws {
        let url = "https://example.org/\(dice.roll(below: 8))"
        let reference = Reference.url(url)
        let drafts = (0...dice.roll(below: 3)).map { _ in
            BookmarkDraft(
                url: "https://example.org/\(dice.roll(below: 8))", title: "t\(dice.roll(below: 9))",
                tags: ["a\(dice.roll(below: 3))"])
        }
        switch dice.roll(below: 9) {
        case 0, 1, 2:
            try device.perform(
                .addBookmarks(
                    drafts, to: dice.roll(below: 2) == 0 ? .friends : nil, onDuplicate: .merge,
                    act: nil))
        case 3:
            try device.perform(
                .edit(reference, BookmarkChange(title: "e\(dice.roll(below: 9))", addTags: ["b"])))
        case 4, 5, 6: try device.perform(.remove(.references([reference])))
        case 7: try device.perform(.undo(act: nil))
        default:
            try device.perform(.share(.references([reference]), with: .friends, isLive: false))
        }
    }
}
