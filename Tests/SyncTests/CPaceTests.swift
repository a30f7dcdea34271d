import Primitives
import Sodium
import Testing

@testable import Sync

/// A run as printed in the draft: appendix "CPace using group ristretto255 and hash SHA-512". Its
/// revisions differ in the order of the two names in the channel identifier.
struct CPaceVector: CustomTestStringConvertible {
    let revision: String
    let channel: [UInt8]
    let generator: [UInt8]
    let shares: (a: [UInt8], b: [UInt8])
    let key: [UInt8]

    var testDescription: String { revision }

    static let session = hex("7e4b4791d6a8ef019b936c79fb7f2c57")
    static let scalars = (
        a: hex("da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08"),
        b: hex("d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d")
    )

    static let all = [
        CPaceVector(
            revision: "draft 7",
            channel: hex("0a41696e69746961746f720a42726573706f6e646572"),
            generator: hex("5e25411ca1ad7c9debfd0b33ad987a95cefef2d3f15dcc8bd26415a5dfe2e15a"),
            shares: (
                hex("383a85dd236978f17f8c8545b50dabc52a39fcdab2cf8bc531ce040ff77ca82d"),
                hex("a6206309c0e8e5f579295e35997ac4300ab3fecec3c17f7b604f3e698fa1383c")
            ),
            key: hex(
                "e91ccb2c0f5e0d0993a33956e3be59754f3f2b07db57631f5394452ea2e7b435"
                    + "4674eb1f5686c078462bf83bec72e8743df440108e638f3526d9b90e85be096f")),
        CPaceVector(
            revision: "draft 18",
            channel: hex("6f630b425f726573706f6e6465720b415f696e69746961746f72"),
            generator: hex("a6fc82c3b8968fbb2e06fee81ca858586dea50d248f0c7ca6a18b0902a30b36b"),
            shares: (
                hex("d40fb265a7abeaee7939d91a585fe59f7053f982c296ec413c624c669308f87a"),
                hex("08bcf6e9777a9c313a3db6daa510f2d398403319c2341bd506a92e672eb7e307")
            ),
            key: hex(
                "4c5469a16b2364c4b944ebc1a79e51d1674ad47db26e8718154f59faebfaa52d"
                    + "8346f30aa58377117eb20d527f2cbc5c76381f7fd372e89df8239f87f2e02ed1")),
        CPaceVector(
            revision: "draft 21",
            channel: hex("0b415f696e69746961746f720b425f726573706f6e646572"),
            generator: hex("222b6b195fe84b1652badb6f6a3ae3d24341e7306967f0b8115b40d5698c7e56"),
            shares: (
                hex("d6bac480f2c386c394efc7c47adb9925dcd2630b64f240c50f8d0eec482b9157"),
                hex("3ea7e0b19560d7c0b0f5734f63b955286dfa8232b5ebe63324e2d9e7433f7258")
            ),
            key: hex(
                "b69effbf61b51d56401c0f65601abe428de8206feaaf0e32198896dcae7b35cd"
                    + "2b38950a39dfd5d4a79164614c2984f7daa460b588c1e80c3fa2068af7900447")),
    ]

    var terms: CPace.Terms {
        CPace.Terms(password: Array("Password".utf8), channel: channel, session: Self.session)
    }

    var ana: CPace {
        CPace(
            terms, additional: Array("ADa".utf8), scalar: SecretKey(bytes: Self.scalars.a))
    }

    var ben: CPace {
        CPace(
            terms, additional: Array("ADb".utf8), scalar: SecretKey(bytes: Self.scalars.b))
    }
}

@Suite struct CPaceTests {
    @Test(arguments: CPaceVector.all)
    func `every value is the published one`(vector: CPaceVector) {
        let (ana, ben) = (vector.ana, vector.ben)

        #expect(CPace.generator(vector.terms).bytes == vector.generator)
        #expect(ana.mine.share.bytes == vector.shares.a)
        #expect(ben.mine.share.bytes == vector.shares.b)
        #expect(ana.key(asInitiatorWith: ben.mine) == vector.key)
        #expect(ben.key(asResponderWith: ana.mine) == vector.key)
    }

    @Test func `zeros fill the first block behind the password`() {
        let text = CPace.generatorText(CPaceVector.all[1].terms)

        #expect(
            text
                == hex("11435061636552697374726574746f3235350850617373776f726464")
                + [UInt8](repeating: 0, count: 100)
                + hex("1a6f630b425f726573706f6e6465720b415f696e69746961746f72")
                + hex("107e4b4791d6a8ef019b936c79fb7f2c57"))
    }

    @Test func `lengths of 128 and more take two bytes`() {
        #expect(
            CPace.lengthed([Array("1234".utf8), [0x35], [], Array("6789".utf8)])
                == hex("04313233340135000436373839"))
        #expect(CPace.lengthed([[UInt8](0..<127)]).prefix(2) == [0x7F, 0])
        #expect(CPace.lengthed([[UInt8](0..<128)]).prefix(3) == [0x80, 0x01, 0])
    }

    // The draft's valid and invalid inputs of scalar_mult_vfy.
    @Test func `what is no element and the identity are refused`() throws {
        let scalar = "7cd0e075fa7955ba52c02759a6c90dbbfc10e6d40aea8d283e407d88cf538a05"
        let good = "2c3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c"
        let bad = "2b3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c"
        func product(_ element: String) throws -> [UInt8]? {
            Ristretto.multiply(
                try #require(Bytes32(hex(element))), by: SecretKey(bytes: hex(scalar)))?.bytes
        }

        #expect(
            try product(good)
                == hex("7c13645fe790a468f62c39beb7388e541d8405d1ade69d1778c5fe3e7f6b600e"))
        #expect(try product(bad) == nil)
        #expect(try product(String(repeating: "0", count: 64)) == nil)
        #expect(try product(String(repeating: "f", count: 64)) == nil)
        for share in [bad, String(repeating: "0", count: 64)] {
            let part = CPace.Part(share: try #require(Bytes32(hex(share))), additional: [])
            #expect(CPaceVector.all[0].ana.key(asInitiatorWith: part) == nil)
            #expect(CPaceVector.all[0].ana.key(asResponderWith: part) == nil)
        }
    }

    @Test func `another password, channel, session or word along with it is another key`() {
        let terms = CPace.Terms(password: [1], channel: [2], session: [3])
        func keys(_ other: CPace.Terms, saying additional: [UInt8] = [5]) -> [[UInt8]?] {
            let ana = CPace(terms, additional: [4], chance: [UInt8](repeating: 7, count: 64))
            let ben = CPace(
                other, additional: additional, chance: [UInt8](repeating: 8, count: 64))
            let heard = CPace.Part(share: ben.mine.share, additional: [5])
            return [ana.key(asInitiatorWith: heard), ben.key(asResponderWith: ana.mine)]
        }

        let same = keys(terms)
        #expect(same[0] == same[1])
        for other in [
            CPace.Terms(password: [9], channel: [2], session: [3]),
            CPace.Terms(password: [1], channel: [9], session: [3]),
            CPace.Terms(password: [1], channel: [2], session: [9]),
        ] {
            let found = keys(other)
            #expect(found[0] != found[1])
        }
        let misheard = keys(terms, saying: [9])
        #expect(misheard[0] != misheard[1])
    }

    @Test func `a confirmation is of one side, one session and one key`() {
        let (ana, ben) = (CPaceVector.all[2].ana, CPaceVector.all[2].ben)
        let key = CPaceVector.all[2].key

        let tag = CPace.confirmation(of: ana.mine, session: [1], key: key)

        #expect(tag.count == 64)
        #expect(tag != CPace.confirmation(of: ben.mine, session: [1], key: key))
        #expect(tag != CPace.confirmation(of: ana.mine, session: [2], key: key))
        #expect(tag != CPace.confirmation(of: ana.mine, session: [1], key: [0] + key.dropFirst()))
    }
}

private func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
