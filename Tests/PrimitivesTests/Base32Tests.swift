import Primitives
import Testing

@Suite struct Base32Tests {
    @Test(arguments: 0...64)
    func `bytes of every length come back`(count: Int) {
        var dice = Dice(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8(dice.roll(below: 256)) }

        let text = Base32.encode(bytes)

        #expect(Base32.decode(text) == bytes)
        #expect(Base32.decode(text.lowercased()) == bytes)
        #expect(text.utf8.count == (count * 8 + 4) / 5)
    }

    @Test func `sixteen bytes are appended as they are encoded`() throws {
        var dice = Dice(seed: 16)
        for round in 0..<200 {
            let fill: UInt8? = round == 0 ? 0 : round == 1 ? 255 : nil
            let bytes = (0..<16).map { _ in fill ?? UInt8(dice.roll(below: 256)) }
            var text = Array("before".utf8)

            Base32.append(try #require(Bytes16(bytes)), to: &text)

            #expect(String(decoding: text, as: UTF8.self) == "before" + Base32.encode(bytes))
        }
    }

    @Test(
        arguments: [
            ([], ""), ([0x00], "00"), ([0xFF], "ZW"), ([0x66, 0x6F, 0x6F], "CSQPY"),
            ([0x01, 0x23, 0x45, 0x67, 0x89], "04HMASW9"),
        ] as [([UInt8], String)])
    func `known bytes have a known text`(bytes: [UInt8], text: String) {
        #expect(Base32.encode(bytes) == text)
        #expect(Base32.decode(text) == bytes)
    }

    @Test func `letters that look like digits are read as those`() {
        #expect(Base32.decode("o1IlLiO0") == Base32.decode("01111100"))
        #expect(Base32.decode("0-1-1111-0--0") == Base32.decode("01111100"))
    }

    @Test func `every character outside the alphabet is refused`() {
        let alphabet = Set("0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyzIiLlOo".utf8)

        for code in UInt8.min...127 where code != UInt8(ascii: "-") {
            let text = String(decoding: [code, UInt8(ascii: "0")], as: UTF8.self)
            #expect((Base32.decode(text) != nil) == (alphabet.contains(code)), "\(code)")
        }
        #expect(Base32.decode("0\u{E9}") == nil)
        #expect(Base32.decode("\u{1D7D8}0") == nil)
    }

    @Test(arguments: ["0", "000", "000000", "0W0"])
    func `a length that no bytes have is refused`(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test func `bits left over must be zero`() {
        let good = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".filter { Base32.decode("0\($0)") != nil }

        #expect(good == "048CGMRW")
    }
}
