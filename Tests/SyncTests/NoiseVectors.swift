import FoundationEssentials
import Primitives
import Sodium
import Testing

@testable import Sync

/// The published conversations in `Fixtures/noise.json`, in the format of the Noise wiki.
struct NoiseVector: Decodable, Sendable, CustomTestStringConvertible {
    struct Message: Decodable, Sendable {
        let payload: String
        let ciphertext: String
    }

    let protocolName: String
    let initPrologue: String
    let initStatic: String
    let initEphemeral: String
    let initRemoteStatic: String
    let initPsks: [String]?
    let respStatic: String
    let respEphemeral: String
    let handshakeHash: String
    let messages: [Message]

    var testDescription: String { protocolName }

    static func all() throws -> [NoiseVector] {
        struct File: Decodable { let vectors: [NoiseVector] }
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/Fixtures/noise.json"
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let bytes = try #require(FileManager.default.contents(atPath: path))
        return try decoder.decode(File.self, from: bytes).vectors
    }

    /// Returns both sides as the vector describes them.
    func pair() throws -> NoisePair {
        let psk = try initPsks?.first.map { try key($0) }
        let pattern: NoiseHandshake.Pattern = psk.map { .xkPsk3(psk: $0) } ?? .xk
        return NoisePair(
            ana: NoiseHandshake(
                role: .initiator, pattern: pattern, prologue: Self.bytes(initPrologue),
                staticKey: AgreementKey(seed: SecretKey(try key(initStatic))),
                remoteStatic: try key(initRemoteStatic),
                ephemeralSeed: try key(initEphemeral)),
            ben: NoiseHandshake(
                role: .responder, pattern: pattern, prologue: Self.bytes(initPrologue),
                staticKey: AgreementKey(seed: SecretKey(try key(respStatic))),
                remoteStatic: nil, ephemeralSeed: try key(respEphemeral)))
    }

    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    private func key(_ text: String) throws -> Bytes32 {
        try #require(Bytes32(Self.bytes(text)))
    }
}

/// A pair in which ana dials ben. The number of a message says who sends it.
struct NoisePair {
    var ana: NoiseHandshake
    var ben: NoiseHandshake

    init(ana: NoiseHandshake, ben: NoiseHandshake) {
        self.ana = ana
        self.ben = ben
    }

    /// Creates two sides with keys of their own, with the given differences.
    init(
        anaPattern: NoiseHandshake.Pattern = .xk, benPattern: NoiseHandshake.Pattern? = nil,
        anaPrologue: String = "weft", benPrologue: String = "weft",
        anaKey: AgreementKey = .ana, called: AgreementKey = .ben, benKey: AgreementKey = .ben,
        benEphemeral: UInt8 = 4
    ) {
        ana = NoiseHandshake(
            role: .initiator, pattern: anaPattern, prologue: Array(anaPrologue.utf8),
            staticKey: anaKey, remoteStatic: called.publicKey,
            ephemeralSeed: Hash.blake2b32([3]))
        ben = NoiseHandshake(
            role: .responder, pattern: benPattern ?? anaPattern, prologue: Array(benPrologue.utf8),
            staticKey: benKey, remoteStatic: nil, ephemeralSeed: Hash.blake2b32([benEphemeral]))
    }

    /// Writes message `number`, 0 to 2, as its sender.
    mutating func write(_ number: Int, _ payload: [UInt8] = []) throws(NoiseError) -> [UInt8] {
        number == 1 ? try ben.write(payload: payload) : try ana.write(payload: payload)
    }

    /// Reads message `number` as its recipient.
    mutating func read(_ number: Int, _ message: [UInt8]) throws(NoiseError) -> [UInt8] {
        number == 1 ? try ana.read(message) : try ben.read(message)
    }

    /// Exchanges the first `count` messages, each with its number as payload; returns them.
    @discardableResult
    mutating func talk(_ count: Int = 3) throws -> [[UInt8]] {
        try (0..<count).map { number in
            let message = try write(number, [UInt8(number)])
            #expect(try read(number, message) == [UInt8(number)])
            return message
        }
    }
}

extension AgreementKey {
    static let ana = AgreementKey(seed: SecretKey(Hash.blake2b32([1])))
    static let ben = AgreementKey(seed: SecretKey(Hash.blake2b32([2])))
    static let cleo = AgreementKey(seed: SecretKey(Hash.blake2b32([5])))
}
