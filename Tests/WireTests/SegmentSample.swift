import CRDT
import Primitives
import Sodium
import Wire

/// A segment that ana writes for ben, with public randomness.
enum SegmentSample {
    static let keys = [
        EpochKey.Followed(name: Place.epoch, key: Place.key),
        EpochKey.Followed(name: Bytes16(high: 1, low: 2), key: .repeating(0x4C)),
    ]
    static let messages = [
        Message.run(
            Message.Run(
                isLast: true, audience: 0, chain: Place.foreign, sequence: 5,
                deltas: Array(0..<200))),
        Message.frontier(
            Message.FrontierPart(
                audience: 0, isWhole: true, isLast: true, isAsking: false,
                entries: [Frontier.Entry(chain: Place.foreign, length: 7)])),
    ]
    static let bytes = written()

    static func written(
        _ messages: [Message] = messages, to readers: [Person] = [.ben], by writer: Person = .ana,
        signing: SigningKey? = nil, certificate: Certificate? = nil
    ) -> [UInt8] {
        var entropy = Entropy.seeded(.repeating(0x5E))
        var dice = Dice(seed: 0x5E)
        return Segment.bytes(
            of: messages.map(\.bytes), keys: keys,
            from: certificate ?? writer.certificate, signing: signing ?? writer.device,
            to: readers.map(\.agreement.publicKey), entropy: &entropy, dice: &dice)
    }
}
