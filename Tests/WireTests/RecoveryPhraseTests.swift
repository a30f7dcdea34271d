import Primitives
import Testing

@testable import Wire

struct RecoveryPhraseTests {
    /// Published with BIP-39 (github.com/trezor/python-mnemonic, vectors.json), 256 bits.
    private static let vectors = [
        (
            "0000000000000000000000000000000000000000000000000000000000000000",
            String(repeating: "abandon ", count: 23) + "art"
        ),
        (
            "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f",
            "legal winner thank year wave sausage worth useful legal winner thank year wave "
                + "sausage worth useful legal winner thank year wave sausage worth title"
        ),
        (
            "8080808080808080808080808080808080808080808080808080808080808080",
            "letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd "
                + "amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic "
                + "bless"
        ),
        (
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            String(repeating: "zoo ", count: 23) + "vote"
        ),
        (
            "68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c",
            "hamster diagram private dutch cause delay private meat slide toddler razor book "
                + "happy fancy gospel tennis maple dilemma loan word shrug inflict delay length"
        ),
    ]

    private func entropy(_ hex: String) throws -> Bytes32 {
        let digits = hex.map { UInt8($0.hexDigitValue ?? 0) }
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
            digits[$0] << 4 | digits[$0 + 1]
        }
        return try #require(Bytes32(bytes))
    }

    @Test(arguments: vectors)
    func `bits become the published words`(hex: String, words: String) throws {
        let phrase = try RecoveryPhrase(entropy: entropy(hex))

        #expect(phrase.words.joined(separator: " ") == words)
    }

    @Test(arguments: vectors)
    func `the published words become bits`(hex: String, words: String) throws {
        #expect(try RecoveryPhrase(text: words).entropy == entropy(hex))
    }

    @Test func `case and blanks do not matter`() throws {
        let typed = "  ABANDON\n" + String(repeating: "abandon\t ", count: 22) + "Art \n"

        #expect(try RecoveryPhrase(text: typed).entropy == .zero)
    }

    @Test(arguments: [0, 12, 23, 25])
    func `another number of words is refused`(count: Int) {
        let text = Array(repeating: "abandon", count: count).joined(separator: " ")

        #expect(throws: RecoveryPhraseError.wordCount(count)) { try RecoveryPhrase(text: text) }
    }

    @Test func `a word that is not in the list is named by its place`() {
        let text = String(repeating: "abandon ", count: 22) + "abandonn art"

        #expect(throws: RecoveryPhraseError.unknownWord(place: 23)) {
            try RecoveryPhrase(text: text)
        }
    }

    @Test func `two words in each other's place are noticed`() {
        var words = RecoveryPhrase(entropy: .zero).words
        words.swapAt(0, 23)

        #expect(throws: RecoveryPhraseError.wrongChecksum) {
            try RecoveryPhrase(text: words.joined(separator: " "))
        }
    }

    @Test func `the list is whole, sorted and told apart by four letters`() {
        let words = MnemonicWords.all

        #expect(words.count == 2048)
        #expect(zip(words, words.dropFirst()).allSatisfy { $0 < $1 })
        #expect(Set(words.map { $0.prefix(4) }).count == 2048)
        #expect(words.indices.allSatisfy { MnemonicWords.number(of: words[$0]) == $0 })
    }
}
