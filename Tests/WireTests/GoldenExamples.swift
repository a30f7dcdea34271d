import CRDT
import Primitives
import Sodium
import Wire

extension Golden {
    static var numbers: [Example] {
        let edges: [UInt64] = [0, 1, 127, 128, 300, 16_383, 16_384, 1 << 32, .max]
        let varints = edges.map { number in
            var writer = ByteWriter()
            writer.varint(number)
            return Example(
                name: "varint \(number)", form: "varint",
                members: ["hex": .hex(writer.bytes), "value": .number(number)])
        }
        let texts: [[UInt8]] = [[], [0], [255], Array(0...15), Person.ana.id.key.bytes]
        return varints
            + texts.map { bytes in
                Example(
                    name: "base 32 of \(bytes.count) bytes \(bytes.first ?? 0)", form: "base32",
                    members: ["hex": .hex(bytes), "value": .text(Base32.encode(bytes))])
            }
    }

    static var derivations: [Example] {
        let seed = Bytes32.repeating(0x5E)
        let secret = Derivation.firstSecret(phraseSeed: seed, audience: 1)
        let device = Person.ana.deviceID
        let dot: JSONText = .text(Place.created.text)
        func example(_ form: String, _ name: String, _ given: JSONText, _ value: [UInt8]) -> Example
        {
            Example(name: name, form: form, members: ["given": given, "value": .hex(value)])
        }
        return [
            example(
                "first secret", "first secret of private",
                ["phrase seed": .hex(seed.bytes), "audience": 1], secret.bytes),
            example(
                "chain", "a chain in private",
                [
                    "secret": .hex(secret.bytes), "device": .hex(device.key.bytes),
                    "incarnation": 99,
                ],
                Derivation.chain(secret: secret, device: device, incarnation: 99).bytes.bytes),
            example(
                "chain", "a chain in public: its secret is the person",
                [
                    "secret": .hex(Person.ana.id.key.bytes), "device": .hex(device.key.bytes),
                    "incarnation": 99,
                ],
                Derivation.chain(secret: Person.ana.id.key, device: device, incarnation: 99)
                    .bytes.bytes),
            example(
                "object", "an object by its position",
                ["origin": dot, "stamp": .number(Place.stamp.rawValue)],
                Derivation.object(origin: Place.created, stamp: Place.stamp).bytes.bytes),
            example(
                "object", "an object by a derived origin",
                ["origin": .text(Place.derived.text), "stamp": .number(Place.stamp.rawValue)],
                Derivation.object(origin: Place.derived, stamp: Place.stamp).bytes.bytes),
            copy("a copy", source: Place.created, secret: secret),
            copy("a copy of what has a derived origin", source: Place.derived, secret: secret),
            copy("a copy for a group", source: Place.created, secret: secret, to: Place.group),
            example(
                "epoch check", "an epoch's check", ["key": .hex(Place.key.bytes)],
                Derivation.epochCheck(Place.key).bytes),
            example(
                "mark", "ana's mark",
                [
                    "key": .hex(Place.key.bytes), "device": .hex(device.key.bytes),
                    "agreement": .hex(Person.ana.agreement.publicKey.bytes),
                ],
                bytes(Derivation.mark(Person.ana.recipient, key: Place.key))),
            example(
                "interest", "the initiator's interest tag",
                [
                    "key": .hex(Place.key.bytes), "role": 1,
                    "handshake": .hex([UInt8](repeating: 0x99, count: 64)),
                ],
                Derivation.interest(
                    key: Place.key, handshakeHash: [UInt8](repeating: 0x99, count: 64), role: 1
                ).bytes),
            example(
                "recovery", "the recovery key of a phrase", ["phrase seed": .hex(seed.bytes)],
                Derivation.recoveryKey(phraseSeed: seed).publicKey.bytes),
            example(
                "invitation key", "an invitation's key", ["secret": .hex(Place.secret.bytes)],
                Derivation.invitationKey(secret: Place.secret).bytes),
            example(
                "invitation id", "an invitation's id", ["secret": .hex(Place.secret.bytes)],
                bytes(Derivation.invitationID(secret: Place.secret))),
        ]
    }

    private static func copy(
        _ name: String, source: Dot, secret: Bytes32, to audience: AudienceName = AudienceName(2)
    ) -> Example {
        let origin = Derivation.copy(
            privateSecret: secret, audience: audience, placement: Place.edited, source: source)
        return Example(
            name: name, form: "copy",
            members: [
                "given": [
                    "secret": .hex(secret.bytes), "audience": audience.json,
                    "placement": .text(Place.edited.text), "source": .text(source.text),
                ],
                "value": .text(origin.text),
            ])
    }

    static var payloads: [Example] {
        let alone = OperationSamples.all.map { ($0.0, [$0.1]) }
        let together = ("all together", OperationSamples.all.map(\.1))
        return (alone + [together]).map { name, operations in
            let bytes = Payload.encode(operations, chain: Place.home, sequence: Place.sequence)
            return Example(
                name: name, form: "payload",
                members: [
                    "chain": .hex(Place.home.bytes.bytes), "sequence": .number(Place.sequence),
                    "hex": .hex(bytes), "value": .list(operations.map(\.json)),
                ])
        }
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        var writer = ByteWriter()
        writer.u64(number)
        return writer.bytes
    }
}
