import CRDT
import Primitives
import Sodium
import Wire

/// Ana, as in the wire examples, and ben, who reads.
private enum Known {
    static let root = SigningKey(seed: SecretKey(Bytes32(repeating: 0x10)))
    static let device = SigningKey(seed: SecretKey(Bytes32(repeating: 0x11)))
    static let ben = AgreementKey(seed: SecretKey(Bytes32(repeating: 0x22)))
    static let certificate = Certificate.sign(
        device: DeviceID(device.publicKey),
        agreement: AgreementKey(seed: SecretKey(Bytes32(repeating: 0x12))), root: root)
    static let keys = [
        EpochKey.Followed(name: .zero, key: Bytes32(repeating: 0x4B))
    ]

    static var certificateBytes: [UInt8] {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        return writer.bytes
    }
}

extension Bytes32 {
    fileprivate init(repeating byte: UInt8) {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        self.init(words: (word, word, word, word))
    }
}

extension FuzzTarget {
    /// Segments. After an even first byte the input is a segment; after an odd one it is the sealed contents of one,
    /// each message after its length u8, because fuzzing does not get through the seal otherwise.
    static let segment = FuzzTarget(
        name: "segment", about: "segments: what is sealed for a reader is what the reader opens",
        seeds: {
            let messages = SeedInputs.golden("session", "message").filter { $0.count < 256 }
            return SeedInputs.golden("segments", "segment").map { [0] + $0 }
                + messages.map { [1, UInt8($0.count)] + $0 }
        },
        run: { bytes in
            let body = Array(bytes.dropFirst())
            guard let first = bytes.first, first % 2 == 1 else {
                guard let segment = try? Segment(bytes: body) else { return nil }
                if case .contents(var contents) = segment.open(for: Known.ben) {
                    while let next = try? contents.next() { _ = next.bytes }
                }
                return nil
            }
            return sealed(messages(in: body))
        })

    private static func messages(in bytes: [UInt8]) -> [[UInt8]] {
        var rest = bytes[...]
        var messages: [[UInt8]] = []
        while let count = rest.popFirst(), messages.count < 64 {
            let message = Array(rest.prefix(Int(count)))
            rest = rest.dropFirst(message.count)
            if !message.isEmpty { messages.append(message) }
        }
        return messages
    }

    private static func sealed(_ messages: [[UInt8]]) -> String? {
        var entropy = Entropy.seeded(Bytes32(repeating: 0x5E))
        var dice = Dice(seed: 0x5E)
        let bytes = Segment.bytes(
            of: messages, keys: Known.keys, from: Known.certificate, signing: Known.device,
            to: [Known.ben.publicKey], entropy: &entropy, dice: &dice)
        guard let segment = try? Segment(bytes: bytes),
            case .contents(var contents) = segment.open(for: Known.ben),
            contents.certificate == Known.certificate, contents.keys == Known.keys
        else { return "a segment is not opened" }
        for message in messages {
            // A non-message ends the segment for its reader.
            guard let next = try? contents.next() else {
                return (try? Message(bytes: message)) == nil ? nil : "a message is not read"
            }
            guard next.bytes == message else { return "a message is another one" }
        }
        return nil
    }

    /// Texts that people pass on. The first byte selects which; ana's certificate and checksums are inserted, because
    /// chance does not produce them.
    static let pasted = FuzzTarget(
        name: "pasted", about: "tickets, invitations, pairing, codes and phrases: one value each",
        seeds: {
            let address = Array("host:7433".utf8)
            let name: [UInt8] = [3, 0x61, 0x6E, 0x61, 1, UInt8(address.count)] + address
            let secret = [UInt8](repeating: 5, count: 16)
            let expiry: [UInt8] = secret + [0, 0, 0, 0, 0x70, 0, 0, 0] + name
            let device = [UInt8](repeating: 6, count: 64)
            let group: [UInt8] = [4] + [UInt8](repeating: 7, count: 64)
            var seeds: [[UInt8]] = [[0] + name, [1] + expiry, [2] + group + expiry]
            seeds += [[3] + device + name.prefix(4), [4] + name]
            let texts = SeedInputs.golden("keys", "ticket", "invitation", "friend invitation")
            for text in texts + [Array("7-candy-lizard".utf8)] { seeds.append([5] + text) }
            return seeds
        },
        run: { bytes in
            let body = Array(bytes.dropFirst())
            let certified = Known.certificateBytes + body
            switch bytes.first ?? 0 {
            case 0:
                return same(checked("weft:1", certified), { Ticket(text: $0) }, \.text)
            case 1:
                return same(checked("weft:i1", certified), { FriendInvitation(text: $0) }, \.text)
            case 2:
                let all = body.prefix(65) + Known.certificateBytes + body.dropFirst(65)
                return same(checked("weft-join:1", all), { Invitation(text: $0) }, \.text)
            case 3:
                return same(checked("weft-device:1", body), { PairingRequest(text: $0) }, \.text)
            case 4:
                let text = "weft-pair:1" + Base32.encode(certified)
                return same(text, { PairingAnswer(text: $0) }, \.text)
            default:
                let text = String(decoding: body, as: UTF8.self)
                _ = (Ticket(text: text), FriendInvitation(text: text), Invitation(text: text))
                _ = (PairingRequest(text: text), PairingAnswer(text: text))
                let code = { (text: String) in try? ShortCode(text: text) }
                let phrase = { (text: String) in try? RecoveryPhrase(text: text) }
                return same(text, code, \.text)
                    ?? same(text, phrase) { $0.words.joined(separator: " ") }
            }
        })

    private static func checked(_ prefix: String, _ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        return prefix + Base32.encode(bytes + Hash.blake2b32(bytes).bytes.prefix(4))
    }

    // Whether a value that was read, written and read again is the same.
    private static func same<Value: Equatable>(
        _ text: String, _ read: (String) -> Value?, _ write: (Value) -> String
    ) -> String? {
        guard let value = read(text), read(write(value)) != value else { return nil }
        return "a text that was written says something else"
    }
}
