import CRDT
import Primitives
import Testing

@testable import Domain

/// Tests that a private note is encoded in its fields, and that nothing else decodes as one.
@Suite struct PrivateNoteTests {
    private static let author = PersonID(
        Bytes32([UInt8](repeating: 7, count: 32)) ?? .zero)
    private static let thing = ObjectID(Bytes16([UInt8](repeating: 9, count: 16)) ?? .zero)

    private static func bytes(_ field: Field, _ mark: PrivateNote) -> [UInt8] {
        mark.values.first { $0.field == field }?.value ?? [0]
    }

    @Test(arguments: [true, false]) func `it is read as it was written`(isUnread: Bool) {
        let mark = PrivateNote(author: Self.author, thing: Self.thing, isUnread: isUnread)

        let thing = Self.bytes(Schema.PrivateNote.thing, mark)
        let unread = Self.bytes(Schema.PrivateNote.unread, mark)

        #expect(thing == [UInt8](repeating: 7, count: 32) + [UInt8](repeating: 9, count: 16))
        #expect(unread == (isUnread ? [1] : []))
        #expect(PrivateNote(thing: thing, unread: unread) == mark)
    }

    @Test(arguments: 0...60) func `a name of any other length than 48 bytes is invalid`(count: Int)
    {
        let mark = PrivateNote(thing: [UInt8](repeating: 1, count: count), unread: [1])

        #expect((mark != nil) == (count == 48))
    }

    @Test(arguments: [[0], [2], [255], [1, 1], [1, 0], [UInt8](repeating: 1, count: 1000)])
    func `another word than read or unread says nothing`(word: [UInt8]) {
        #expect(PrivateNote(thing: [UInt8](repeating: 1, count: 48), unread: word) == nil)
    }

    @Test func `its field is personal, so no copy ever has it`() {
        #expect(Schema.isPersonal(Schema.PrivateNote.unread))
        #expect(!Schema.isReaction(Schema.PrivateNote.kind))
        #expect(Kind(rawValue: Schema.PrivateNote.kind) == nil)
    }
}
