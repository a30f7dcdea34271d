import Testing

@testable import Interchange

/// Tests the headers of tar archives.
@Suite struct TarTests {
    // Python's tarfile, format USTAR_FORMAT, writes the same block.
    @Test func `a header is this block`() {
        let block = Tar.header(name: "files/A", size: 700, modified: 1_700_000_000)
        #expect(block.count == 512)
        #expect(Array(block[..<8]) == Array("files/A\u{0}".utf8))
        #expect(Array(block[124..<136]) == Array("00000001274\u{0}".utf8))
        #expect(Array(block[136..<148]) == Array("14524770400\u{0}".utf8))
        #expect(Array(block[257..<265]) == Array("ustar\u{0}00".utf8))
        #expect(Array(block[148..<157]) == Array("007210\u{0} 0".utf8))
    }

    @Test func `a written header is read back, at the limits of names and sizes`() {
        let names = ["a", String(repeating: "n", count: 100), "grün"]
        for name in names {
            for size in [0, 1, 511, 512, 513, 1 << 33 - 1] {
                let block = Tar.header(name: name, size: size, modified: 0)
                #expect(Tar.begins(block))
                #expect(Tar.entry(block) == .file(name: name, size: size))
            }
        }
        #expect(Tar.entry([UInt8](repeating: 0, count: 512)) == .end)
        #expect([0, 1, 511, 512, 513].map(Tar.padding(behind:)) == [0, 511, 1, 0, 511])
    }

    @Test func `a block that was changed, cut or is none is no header`() {
        let block = Tar.header(name: "things.json", size: 9, modified: 7)
        // The blank after the checksum has no meaning.
        for index in block.indices where index != 155 {
            var changed = block
            changed[index] ^= 1
            #expect(Tar.entry(changed) == nil)
        }
        for length in 0..<512 { #expect(Tar.entry(Array(block[..<length])) == nil) }
        #expect(Tar.entry([UInt8](repeating: 0x20, count: 512)) == nil)
        #expect(!Tar.begins(Array("{".utf8)))
    }

    @Test func `an entry that is no file is skipped by its size`() {
        var block = Tar.header(name: "directory/", size: 0, modified: 0)
        block[156] = UInt8(ascii: "5")
        let sum = block.indices.reduce(0) {
            $0 + Int((148..<156).contains($1) ? 0x20 : block[$1])
        }
        let text = String(sum, radix: 8)
        block.replaceSubrange(
            148..<154, with: Array((String(repeating: "0", count: 6 - text.count) + text).utf8))
        #expect(Tar.entry(block) == .other(size: 0))
    }
}
