import Primitives
import Testing
import Wire

@Suite struct MailboxFrameTests {
    private func rising(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { Bytes16(high: UInt64($0), low: 0).bytes }
    }

    private func isRead(_ bytes: [UInt8]) -> Bool { (try? Message(bytes: bytes)) != nil }

    @Test(arguments: [
        (0, false), (31, false), (32, true), (33, false), (255, false), (256, true), (257, false),
        (288, false),
    ])
    func `a look has tags in multiples of 32, 256 at most`(count: Int, isGood: Bool) {
        let bytes = [17, 1] + [UInt8](repeating: 0, count: 16) + rising(count)

        #expect(isRead(bytes) == isGood)
    }

    @Test(arguments: [
        (992, true), (1023, false), (1024, true), (1025, false), (1056, false),
    ])
    func `a put has tags in multiples of 32, 1024 at most`(count: Int, isGood: Bool) {
        let bytes =
            [17, 2] + [UInt8](repeating: 9, count: 16) + [0, 0x20, 0, 0] + rising(count)

        #expect(isRead(bytes) == isGood)
        #expect(bytes.count <= Message.bytesMax)
    }

    @Test(arguments: [
        (0, false), (4095, false), (4096, true), (4097, false), (2_093_056, true),
        (2_097_151, false), (2_097_152, true), (2_097_153, false), (2_101_248, false),
    ])
    func `a put is as long as a segment may be`(length: UInt32, isGood: Bool) {
        var writer = ByteWriter()
        writer.u32(length)
        let bytes = [17, 2] + [UInt8](repeating: 9, count: 16) + writer.bytes + rising(32)

        #expect(isRead(bytes) == isGood)
    }

    @Test func `a segment has no more tags than it has room for deliveries`() {
        let name = [UInt8](repeating: 9, count: 16)

        #expect(isRead([17, 2] + name + [0, 0, 0x10, 0] + rising(96)))
        #expect(!isRead([17, 2] + name + [0, 0, 0x10, 0] + rising(128)))
    }

    @Test func `names and tags that fall or repeat are refused`() {
        let (one, two) = (Bytes16(high: 1, low: 0).bytes, Bytes16(high: 2, low: 0).bytes)

        #expect(isRead([17, 3] + one + two))
        #expect(!isRead([17, 3] + two + one))
        #expect(!isRead([17, 3] + one + one))
        #expect(!isRead([17, 3] + one.dropLast()))
        #expect(isRead([17, 3] + rising(1024)))
        #expect(!isRead([17, 3] + rising(1025)))
    }

    @Test(arguments: [
        (0, true), (1, false), (32_767, false), (32_768, true), (2_064_384, true),
        (2_097_152, false),
    ])
    func `a get begins where a piece does`(offset: UInt32, isGood: Bool) {
        var writer = ByteWriter()
        writer.u32(offset)
        let bytes = [17, 4] + [UInt8](repeating: 1, count: 32) + writer.bytes

        #expect(isRead(bytes) == isGood)
    }

    @Test(arguments: [(0, false), (1, true), (32_767, true), (32_768, true), (32_769, false)])
    func `a piece has 1 to 32768 bytes`(count: Int, isGood: Bool) {
        #expect(isRead([19, 0] + [UInt8](repeating: 5, count: count)) == isGood)
        #expect(!isRead([19, 2] + [UInt8](repeating: 5, count: count)))
    }

    @Test(arguments: [(1023, true), (1024, true), (1025, false)])
    func `a list has 1024 own names and as many others at most`(count: Int, isGood: Bool) {
        let head = [UInt8](repeating: 0, count: 16)
        let counted = [UInt8(count >> 8), UInt8(count & 255)]
        let found = (0..<count).flatMap {
            Bytes16(high: UInt64($0), low: 0).bytes + [0, 0, 0x10, 0, 0, 0]
        }

        #expect(isRead([18, 1, 1] + head + counted + rising(count)) == isGood)
        #expect(isRead([18, 1, 1] + head + [0, 0] + found) == isGood)
        #expect(!isRead([18, 1, 1] + head + counted + rising(count - 1)))
    }

    @Test func `a list says no more bytes than any keeper has`() {
        func list(_ quota: UInt64, _ used: UInt64) -> [UInt8] {
            let list = MailboxList(isLast: true, quota: quota, used: used, own: [], found: [])
            return Message.kept(.listed(list)).bytes
        }
        let most = UInt64(MailboxList.roomMax)

        #expect(isRead(list(most, most)))
        #expect(!isRead(list(most + 1, 0)))
        // A sender adds to it, and the overflow once ended the process.
        #expect(!isRead(list(0, .max)))
    }

    @Test func `what is found has a segment's length and a place that was asked for`() {
        let head = [18, 1, 1] + [UInt8](repeating: 0, count: 18)
        let name = Bytes16(high: 1, low: 0).bytes

        #expect(isRead(head + name + [0, 0, 0x10, 0, 0, 255]))
        #expect(!isRead(head + name + [0, 0, 0x10, 0, 1, 0]))
        #expect(!isRead(head + name + [0, 0, 0x10, 1, 0, 0]))
        #expect(!isRead(head + name + [0, 0, 0, 0, 0, 0]))
        #expect(!isRead(head + name + [0, 0x20, 0x10, 0, 0, 0]))
        #expect(!isRead([18, 1, 2] + [UInt8](repeating: 0, count: 18)))
    }

    @Test func `other forms, reasons and offsets are refused`() {
        for form: UInt8 in [0, 5, 6, 255] { #expect(!isRead([17, form])) }
        for form: UInt8 in [0, 6, 255] { #expect(!isRead([18, form])) }
        for reason: UInt8 in [0, 5] { #expect(!isRead([18, 3, reason])) }
        #expect(isRead([18, 2, 0, 0x20, 0, 0]))
        #expect(!isRead([18, 2, 0, 0x20, 0, 1]))
        #expect(!isRead([18, 4, 0]))
    }

    @Test func `a tag is another one for each keeper, writer and reader`() {
        let shared = [UInt8](repeating: 7, count: 32)
        let (one, two) = (Bytes32.repeating(1), Bytes32.repeating(2))
        let tags = [
            (Person.ana.id, one, two), (Person.ben.id, one, two), (Person.ana.id, two, one),
        ].map {
            Derivation.mailboxTag(shared: shared, keeper: $0.0, writer: $0.1, reader: $0.2)
        }

        #expect(Set(tags).count == 3)
    }
}
