import API
import CRDT
import Domain
import Primitives
import Testing

/// Compares QR codes with those of qrencode 4.1.1, module by module.
struct QRCodeTests {
    /// A code made by qrencode: `count` characters of one of two texts, and FNV-1a of its modules
    /// as `1` and `0`, row by row.
    struct Golden: Sendable {
        let version: Int
        let level: QRCode.Level
        let mask: Int
        let isBytes: Bool
        let count: Int
        let step: Int
        let modules: UInt64

        init(
            _ version: Int, _ level: QRCode.Level, _ mask: Int, _ isBytes: Bool, _ count: Int,
            _ step: Int, _ modules: UInt64
        ) {
            (self.version, self.level, self.mask) = (version, level, mask)
            (self.isBytes, self.count, self.step) = (isBytes, count, step)
            self.modules = modules
        }

        var text: String {
            let letters = Array(
                isBytes ? "weft: a friend, 7 days" : "WEFT:ABCDEFGHJKMNPQRSTVWXYZ")
            return String(
                (0..<count).map { letters[($0 * (step + 1) + step) % letters.count] })
        }
    }

    static let golden: [Golden] = [
        Golden(1, .medium, 7, true, 12, 0, 0xF67D_3F29_E0F0_11F1),
        Golden(1, .low, 2, false, 24, 0, 0x44A0_F8DC_01AD_649B),
        Golden(2, .low, 5, true, 30, 0, 0x8F4E_F1A6_1D6A_9410),
        Golden(2, .medium, 4, false, 33, 0, 0x5471_7050_E7D9_604F),
        Golden(4, .medium, 0, true, 52, 1, 0xFE8D_A002_1E4D_47F7),
        Golden(4, .low, 1, false, 105, 0, 0x9D75_9797_27FA_E307),
        Golden(6, .low, 3, true, 130, 18, 0xB1C9_B1F9_3D9E_0CA1),
        Golden(6, .medium, 6, false, 146, 7, 0x202D_4701_0DEB_F809),
        Golden(7, .medium, 4, true, 112, 0, 0x1743_1D23_BCE7_A66D),
        Golden(8, .low, 4, false, 225, 0, 0xC609_82C7_9903_6B4D),
        Golden(9, .low, 2, true, 225, 0, 0x8BE1_B6CC_6EFE_6E9B),
        Golden(10, .medium, 1, true, 195, 0, 0xBEB3_64C1_3316_4916),
        Golden(10, .low, 1, false, 390, 0, 0x0A37_5A3F_9AFB_3D6A),
        Golden(11, .medium, 0, false, 348, 0, 0xC757_C6E9_AD9C_81F1),
        Golden(13, .medium, 2, true, 315, 0, 0xAD6A_37CA_2B48_DDE3),
        Golden(14, .low, 6, false, 630, 0, 0x5719_27D3_5313_805D),
        Golden(18, .medium, 2, true, 517, 0, 0x41CA_7096_C6FE_E1FD),
        Golden(21, .medium, 5, false, 1012, 0, 0xCBFD_C1AC_EB1E_1420),
        Golden(26, .low, 1, false, 1950, 0, 0xC725_37BF_3D18_EC12),
        Golden(27, .medium, 4, false, 1575, 0, 0x6125_2820_4195_B3E5),
        Golden(31, .medium, 2, true, 1425, 0, 0x8D63_CCAF_457A_4C7A),
        Golden(33, .low, 1, false, 2850, 0, 0x3B7E_162F_50A1_A9F2),
        Golden(36, .medium, 3, false, 2700, 0, 0xEFD1_CE49_850E_3C7C),
        Golden(39, .medium, 2, true, 2175, 0, 0xBFAB_06F8_3891_DBF9),
    ]

    private static func rows(_ code: QRCode) -> [String] {
        (0..<code.matrix.size).map { row in
            String((0..<code.matrix.size).map { code.matrix.isDark(row, $0) ? "1" : "0" })
        }
    }

    @Test(arguments: golden)
    func `a picture is qrencode's, module by module`(golden: Golden) throws {
        let code = try #require(QRCode(golden.text, level: golden.level, mask: golden.mask))

        let modules = Self.rows(code).joined().utf8.reduce(0xCBF2_9CE4_8422_2325) {
            (hash: UInt64, byte) in (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        #expect(code.version == golden.version)
        #expect(modules == golden.modules)
    }

    @Test func `a small one looks so`() throws {
        let code = try #require(QRCode("weft", level: .medium, mask: 6))

        #expect(
            Self.rows(code) == [
                "111111101010001111111", "100000101011001000001", "101110101010001011101",
                "101110100110001011101", "101110101110101011101", "100000100101101000001",
                "111111101010101111111", "000000000101100000000", "100111111110110010111",
                "110001011010101011100", "001110111000011010111", "010011001111000000111",
                "011100111010001001001", "000000001101100101100", "111111101010111110000",
                "100000101101110111101", "101110101111101100011", "101110101001100010100",
                "101110100110001001111", "100000100000011010111", "111111101101000000100",
            ])
    }

    @Test func `the smallest picture is taken, at the higher level if that costs nothing`() throws {
        let full = try #require(QRCode(String(repeating: "w", count: 14)))
        let more = try #require(QRCode(String(repeating: "w", count: 15)))
        let most = try #require(QRCode(String(repeating: "w", count: 17)))
        let next = try #require(QRCode(String(repeating: "w", count: 18)))

        #expect([full, more, most].map(\.version) == [1, 1, 1])
        #expect(next.version == 2)
        let medium = QRCode(String(repeating: "w", count: 14), level: .medium, mask: full.mask)
        let low = QRCode(String(repeating: "w", count: 15), level: .low, mask: more.mask)
        #expect(full == medium)
        #expect(more == low)
    }

    @Test func `a text too long for any version has no QR code`() {
        #expect(QRCode(String(repeating: "w", count: 2953))?.version == 40)
        #expect(QRCode(String(repeating: "w", count: 2954)) == nil)
        #expect(QRCode(String(repeating: "W", count: 4296))?.version == 40)
        #expect(QRCode(String(repeating: "W", count: 4297)) == nil)
        #expect(QRCode("")?.version == 1)
    }

    @Test func `a case-insensitive text is drawn in capitals, which makes it smaller`() throws {
        let text = String(repeating: "weft:1abc", count: 20)
        let small = try #require(QRCode(ofAnyCase: text))
        let exact = try #require(QRCode(text))

        #expect(small == QRCode(text.uppercased()))
        #expect(small.matrix.size < exact.matrix.size)
    }

    @Test func `a path has a box for each dark run of a row`() throws {
        let code = try #require(QRCode("weft", level: .medium, mask: 6))

        let boxes = code.matrix.path.split(separator: "M")

        #expect(
            boxes.prefix(5) == [
                "0 0h7v1h-7z", "8 0h1v1h-1z", "10 0h1v1h-1z", "14 0h7v1h-7z", "0 1h1v1h-1z",
            ])
        #expect(boxes.last == "18 20h1v1h-1z")
    }

    @Test(arguments: ["weft", "WEFT:1ABC", String(repeating: "w", count: 2953)])
    func `a path has the dark modules and no others`(text: String) throws {
        let code = try #require(QRCode(text))
        var drawn = Set<[Int]>()

        for box in code.matrix.path.split(separator: "M") {
            let numbers = box.split { !$0.isNumber }.compactMap { Int($0) }
            try #require(numbers.count == 5)
            #expect(numbers[2] == numbers[4] && numbers[3] == 1)
            for column in numbers[0]..<numbers[0] + numbers[2] {
                drawn.insert([numbers[1], column])
            }
        }

        let size = code.matrix.size
        let dark = (0..<size).flatMap { row in
            (0..<size).filter { code.matrix.isDark(row, $0) }.map { [row, $0] }
        }
        #expect(drawn == Set(dark))
    }

    @Test func `tickets and invitations come with a picture unless they are too long`() {
        let long = String(repeating: "w", count: 4297)
        let endless = Identity(
            person: Samples.ana.person, name: "ana", device: DeviceID(.zero), ticket: long)

        let me = ShowIdentity().output(Samples.identity)
        let friends = InviteFriend().output(Samples.invited)
        let group = InviteToGroup("lab").output(Samples.invited)

        #expect(me.qr?.path == QRCode("WEFT:1")?.matrix.path)
        #expect(me.qr?.size == 21)
        #expect(friends.qr?.path == QRCode("WEFT-INVITE:1")?.matrix.path)
        #expect(group == friends)
        #expect(ShowIdentity().output(endless).qr == nil)
        #expect(
            InviteFriend().output(NewInvitation(Samples.invitation, text: long)).qr == nil)
    }
}
