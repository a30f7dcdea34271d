import CRDT
import Primitives
import Sodium
import Wire

/// The persons in these tests, each with keys from public seeds.
struct Person {
    let root: SigningKey
    let device: SigningKey
    let agreement: AgreementKey

    private init(_ number: UInt8) {
        root = SigningKey(seed: SecretKey(.repeating(number)))
        device = SigningKey(seed: SecretKey(.repeating(number + 1)))
        agreement = AgreementKey(seed: SecretKey(.repeating(number + 2)))
    }

    static let ana = Person(0x10)
    static let ben = Person(0x20)
    static let cleo = Person(0x30)

    var id: PersonID { PersonID(root.publicKey) }
    var deviceID: DeviceID { DeviceID(device.publicKey) }

    var certificate: Certificate {
        Certificate.sign(device: deviceID, agreement: agreement, root: root)
    }

    var recipient: EpochKey.Recipient {
        EpochKey.Recipient(device: deviceID, agreement: agreement.publicKey)
    }

    /// Returns a revocation of its device in the friends audience of `owner`, with five deltas of
    /// one chain.
    func decertification(inFriendsOf owner: PersonID) -> Decertification {
        let chain = ChainLength(chain: Place.foreign, length: 5, last: .repeating(5))
        return Decertification.sign(
            device: deviceID, audience: 2, owner: owner, chains: [chain], root: root)
    }
}

extension Certificate {
    /// Returns the certificate with another algorithm in its signature.
    func claiming(algorithm: UInt8) -> Certificate {
        var signature = signature
        signature[63] |= algorithm << 5
        return Certificate(
            person: person, device: device, agreement: agreement, signature: signature)
    }
}

/// Ids, positions and times that these tests use.
enum Place {
    static let home = ChainID(Bytes16(high: 0xAAAA_0000_0000_0001, low: 1))
    static let foreign = ChainID(Bytes16(high: 0x5555_0000_0000_0002, low: 2))
    static let other = ChainID(Bytes16(high: 0xBBBB_0000_0000_0003, low: 3))
    static let sequence: UInt64 = 300
    static let epoch = Bytes16(high: 0xE000_0000_0000_0000, low: 7)
    static let key = Bytes32.repeating(0x4B)
    static let stamp = HybridTime(
        wall: WallTime(milliseconds: 1_780_000_000_000), counter: 0x1234)

    static let group = AudienceName(4, id: .repeating(0x47))
    static let secret = Bytes16(high: 0x5EC2_0000_0000_0001, low: 0x7E)

    static let created = Dot.position(chain: home, sequence: 298, index: 4)
    static let edited = Dot.position(chain: home, sequence: 299, index: 0)
    static let abroad = Dot.position(chain: foreign, sequence: 77, index: 2)
    static let further = Dot.position(chain: other, sequence: 1, index: 0)
    static let derived = Dot.derived(
        Bytes24(words: (0xD0D0_D0D0_D0D0_D0D0, 0, 0x0101_0101_0101_0101)))
    static let id = ObjectID(Bytes16(high: 0x019E_7000_0000_F00D, low: 0xFEED))
}

extension Bytes32 {
    /// Returns the same byte, 32 times.
    static func repeating(_ byte: UInt8) -> Bytes32 {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        return Bytes32(words: (word, word, word, word))
    }
}

extension [UInt8] {
    /// Two lower-case digits for each byte.
    var hex: String {
        let digits = Array<Character>("0123456789abcdef")
        return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
