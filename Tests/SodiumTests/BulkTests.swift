import Primitives
import Sodium
import Testing

/// Tests that long inputs, which another library handles, give the same bytes as short ones, on both sides of the
/// threshold. The expected values are libsodium's, through Python.
@Suite struct BulkTests {
    /// A number of bytes, and SHA-256 of them sealed for a link, sealed for a file, then BLAKE2b-256 and Poly1305 under
    /// a key.
    struct Answer: CustomTestStringConvertible {
        let count: Int
        let forLink: String
        let forFile: String
        let hash: String
        let tag: String

        var testDescription: String { "\(count) bytes" }
    }

    static let answers = [
        Answer(
            count: 4095,
            forLink: "530d9cdec7184b19e9a966732d2b59f08a01cfa31029693acf95c47bbe2787d2",
            forFile: "f13aaa46a9f1038d4f0df12477df3d737cbd4367e3b8a0743d483b8db0454455",
            hash: "bb30cd00e5fbbc237b9ce14f60babcce16063e4d963cf59215beb836ea198efe",
            tag: "1c5bc0f994072f7877caf585cca5ee0a"),
        Answer(
            count: 4096,
            forLink: "a767fcbc6c80836eb25bc10f7b1ada959d44621f1f1e92ed3d81de13dd7890b2",
            forFile: "64adafde9ab1deb9359a14307dcbd38ab7cddddd4b67c95d3a5b4f2ba606345b",
            hash: "e5d9a6e67cc2eb28341643c0d320c04fe44518cb0396aa958dd04931f931efd4",
            tag: "179132a87f2e921753e2491699ae3330"),
        Answer(
            count: 4097,
            forLink: "0817d2287c492c517b7078bca6e859a2d2bef4570d6013ef453828495f498a5e",
            forFile: "3e8f6e9ab2c75c958039c341a77a6f356315c41e38eb5d51a8317bdff264fb8d",
            hash: "40c4ed00a6827d9464d198f04666b7bd91ad7eb08e8b04754cca75e60d53bb7d",
            tag: "07056c6eca36e72008840ae154cf936c"),
        Answer(
            count: 65_519,
            forLink: "f765fc8874ae30090adc9b620d18bdec8fb4e1cf0512382470e54ff9649039a9",
            forFile: "ea9fba7e21415d7af171fb7c68fffb3ae40f4173984de5abb1bc8097715ab654",
            hash: "4a30c16364f91963ec185b77895570c17ea2a6ca194152942b27412d707083e5",
            tag: "c5194e25278d97e4050bfddd06746f61"),
    ]

    private static let key = Bytes32((0..<32).map { UInt8($0) }) ?? .zero
    private static let nonce =
        Bytes24((100..<124).map { UInt8($0) }) ?? Hash.blake2b24([])
    private static let counter: UInt64 = 0x0102_0304_0506_0708
    private static let head = Array("head".utf8)

    private static func text(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
    }

    @Test(arguments: answers)
    func `long texts have the same bytes as from libsodium`(answer: Answer) {
        let text = Self.text(answer.count)
        let link = NoiseSeal.seal(
            text, key: Self.key, counter: Self.counter, additional: Self.head)
        let file = Seal.seal(text, key: Self.key, nonce: Self.nonce, additional: Self.head)
        let hash = Hash.blake2b32(text, key: Array("weft blob leaf".utf8))

        #expect(Hash.sha256(link).bytes == hex(answer.forLink))
        #expect(Hash.sha256(file).bytes == hex(answer.forFile))
        #expect(hash.bytes == hex(answer.hash))
        #expect(Poly1305.tag(of: text, key: Self.key).bytes == hex(answer.tag))
        #expect(
            NoiseSeal.open(link, key: Self.key, counter: Self.counter, additional: Self.head)
                == text)
        #expect(Seal.open(file, key: Self.key, nonce: Self.nonce, additional: Self.head) == text)
    }

    @Test(arguments: [4095, 4096, 65_519])
    func `a long text that was changed anywhere is refused`(count: Int) {
        let text = Self.text(count)
        let link = NoiseSeal.seal(
            text, key: Self.key, counter: Self.counter, additional: Self.head)
        let file = Seal.seal(text, key: Self.key, nonce: Self.nonce, additional: Self.head)
        func opens(link: [UInt8], counter: UInt64 = Self.counter, head: [UInt8] = Self.head) -> Bool
        {
            NoiseSeal.open(link, key: Self.key, counter: counter, additional: head) != nil
        }
        func opens(file: [UInt8], nonce: Bytes24 = Self.nonce, head: [UInt8] = Self.head) -> Bool {
            Seal.open(file, key: Self.key, nonce: nonce, additional: head) != nil
        }

        for place in [0, 1, 63, 64, count / 2, count - 1, count, count + 15] {
            var (changedLink, changedFile) = (link, file)
            changedLink[place] ^= 0x10
            changedFile[place] ^= 0x10
            #expect(!opens(link: changedLink))
            #expect(!opens(file: changedFile))
        }
        #expect(!opens(link: link.dropLast()))
        #expect(!opens(file: file.dropLast()))
        #expect(!opens(link: link, counter: Self.counter + 1))
        #expect(!opens(file: file, nonce: Hash.blake2b24([9])))
        #expect(!opens(link: link, head: []))
        #expect(!opens(file: file, head: []))
        #expect(opens(link: link))
        #expect(opens(file: file))
    }
}
