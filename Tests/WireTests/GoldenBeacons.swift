import CRDT
import Primitives
import Sodium
import Wire

extension Golden {
    static var beacons: [Example] {
        let discovery = Derivation.discoveryKey(epoch: Place.key, device: Person.ana.deviceID)
        let there = Beacons.pairKey(from: Person.ana, to: Person.ben)
        let back = Beacons.pairKey(from: Person.ben, to: Person.ana)
        func pair(_ name: String, sends: JSONText, _ value: Bytes32) -> Example {
            Example(
                name: name, form: "beacon pair key",
                members: [
                    "given": [
                        "scalar": .hex([UInt8](repeating: 0x12, count: 32)),
                        "agreement": .hex(Person.ben.agreement.publicKey.bytes), "sends": sends,
                    ],
                    "value": .hex(value.bytes),
                ])
        }
        return [
            Example(
                name: "ana's discovery key", form: "discovery key",
                members: [
                    "given": [
                        "key": .hex(Place.key.bytes),
                        "device": .hex(Person.ana.deviceID.key.bytes),
                    ],
                    "value": .hex(discovery.bytes),
                ]),
            pair("ana calls ben", sends: 1, there), pair("ben calls ana", sends: 0, back),
            beacon("a beacon for friends and two devices", 7433, discovery, [there, back]),
            beacon("one for nobody", 7433, nil, []),
            beacon(
                "one for friends and more devices than have room", 65_535, discovery,
                (1...6).map { Bytes32.repeating($0) }),
        ]
    }

    private static func beacon(
        _ name: String, _ port: UInt16, _ friends: Bytes32?, _ pairs: [Bytes32]
    ) -> Example {
        let told = Beacon(port: port, friends: friends, pairs: pairs, chance: Beacons.chance)
        let strangers = Bytes32.repeating(0x66)
        return Example(
            name: name, form: "beacon",
            members: [
                "hex": .hex(told.bytes),
                "friends": .list((friends.map { [$0] } ?? []).map { .hex($0.bytes) }),
                "pairs": .list((pairs + [strangers]).map { .hex($0.bytes) }),
                "value": [
                    "nonce": .hex(Array(told.bytes[..<8])),
                    "friends": .list(friends == nil ? [] : [.number(UInt64(port))]),
                    "pairs": .list(
                        pairs.prefix(Beacon.pairsMax).map { _ in .number(UInt64(port)) }),
                ],
            ])
    }
}

/// Samples for the tests of beacons.
enum Beacons {
    static let chance = (0..<UInt8(Beacon.byteCount)).map { 0xC0 ^ $0 }

    static func pairKey(from sender: Person, to receiver: Person) -> Bytes32 {
        Derivation.beaconPairKey(
            shared: sender.agreement.agree(with: receiver.agreement.publicKey) ?? [],
            sender: sender.agreement.publicKey, receiver: receiver.agreement.publicKey)
    }
}
