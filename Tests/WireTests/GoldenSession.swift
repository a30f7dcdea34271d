import CRDT
import Primitives
import Sodium
import Wire

extension Golden {
    static var keys: [Example] {
        let rotation = OperationSamples.rotation
        let name = Derivation.epochName(of: rotation)
        let secrets = EpochKey.secrets(of: rotation, key: Place.key)
        let admission = OperationSamples.admission
        let marks = EpochKey.marks(of: admission, key: Place.key) ?? []
        return [
            Example(
                name: "ana's certificate", form: "certificate",
                members: [
                    "hex": .hex(bytes(of: Person.ana.certificate)),
                    "value": Person.ana.certificate.json,
                ]),
            Example(
                name: "a certificate that a newer version has made", form: "newer certificate",
                members: [
                    "hex": .hex(bytes(of: Person.ana.certificate.claiming(algorithm: 5))),
                    "value": 5,
                ]),
            Example(
                name: "the end of ben's certificate", form: "decertification",
                members: [
                    "value": Operation.decertify(
                        Person.ben.decertification(inFriendsOf: Person.ana.id)
                    ).json
                ]),
            Example(
                name: "a rotation for ana, ben and the phrase", form: "rotation",
                members: [
                    "operation": Operation.rotate(rotation).json, "key": .hex(Place.key.bytes),
                    "name": .hex(name.bytes),
                    "audience": .number(UInt64(secrets?.audience ?? 0)),
                    "owner": .hex(secrets?.owner.bytes ?? []),
                    "first secret": .hex(secrets?.firstSecret.bytes ?? []),
                    "follows": .list(
                        (secrets?.follows ?? []).map { [.hex($0.name.bytes), .hex($0.key.bytes)] }),
                    "marks": .list((secrets?.marks ?? []).map { .number($0) }),
                    "devices": [Person.ana.keys, Person.ben.keys],
                    "scalars": [
                        .hex(Bytes32.repeating(0x12).bytes), .hex(Bytes32.repeating(0x22).bytes),
                    ],
                ]),
            Example(
                name: "an admission of cleo", form: "admission",
                members: [
                    "operation": Operation.admit(admission).json, "key": .hex(Place.key.bytes),
                    "check": .hex(Derivation.epochCheck(Place.key).bytes),
                    "marks": .list(marks.map { .number($0) }),
                    "devices": [Person.cleo.keys],
                    "scalars": [.hex(Bytes32.repeating(0x32).bytes)],
                ]),
            ticket(named: "Ana", ["192.168.1.7:4711", "[2001:db8::7]:4711"]),
            ticket(named: "", []),
            ticket(named: "Zoë \"Z\"", ["node.example.org:1"]),
            invitation(to: Place.group, named: "Quilts", ["192.168.1.7:4711", "[2001:db8::7]:1"]),
            invitation(to: AudienceName(255, id: .repeating(0x48)), named: "", []),
            friendInvitation(named: "Ben", ["192.168.1.7:4711", "[2001:db8::7]:1"]),
            friendInvitation(named: "", []),
        ]
    }

    static var session: [Example] {
        let messages = MessageSample.all.map { sample in
            Example(
                name: sample.name, form: "message",
                members: ["hex": .hex(sample.message.bytes), "value": sample.json])
        }
        let frames = [1, 255, 256].map { count in
            let body = [UInt8](repeating: 0xAB, count: count)
            return Example(
                name: "a frame of \(count) bytes", form: "frame",
                members: ["hex": .hex(FrameBuffer.frame(body)), "value": .hex(body)])
        }
        return messages + frames
    }

    private static func ticket(named name: String, _ addresses: [String]) -> Example {
        let ticket = Ticket(
            certificate: Person.ana.certificate, name: name, addresses: addresses)
        return Example(
            name: "a ticket of \(addresses.count) addresses", form: "ticket",
            members: [
                "text": .text(ticket.text), "certificate": ticket.certificate.json,
                "name": .text(name), "addresses": .list(addresses.map { .text($0) }),
            ])
    }

    private static func invitation(
        to audience: AudienceName, named name: String, _ addresses: [String]
    ) -> Example {
        let invitation = Invitation(
            audience: audience, founder: Person.ana.id, certificate: Person.ben.certificate,
            secret: Place.secret, expirySeconds: 1_780_000_000, name: name, addresses: addresses)
        return Example(
            name: "an invitation of \(addresses.count) addresses", form: "invitation",
            members: [
                "text": .text(invitation.text), "audience": .hex(audience.bytes),
                "founder": .hex(invitation.founder.key.bytes),
                "certificate": invitation.certificate.json,
                "secret": .hex(invitation.secret.bytes), "expiry": 1_780_000_000,
                "name": .text(name), "addresses": .list(addresses.map { .text($0) }),
            ])
    }

    private static func friendInvitation(named name: String, _ addresses: [String]) -> Example {
        let invitation = FriendInvitation(
            certificate: Person.ben.certificate, secret: Place.secret,
            expirySeconds: 1_780_000_000, name: name, addresses: addresses)
        return Example(
            name: "an invitation to be friends, of \(addresses.count) addresses",
            form: "friend invitation",
            members: [
                "text": .text(invitation.text), "certificate": invitation.certificate.json,
                "secret": .hex(invitation.secret.bytes), "expiry": 1_780_000_000,
                "name": .text(name), "addresses": .list(addresses.map { .text($0) }),
            ])
    }

    private static func bytes(of certificate: Certificate) -> [UInt8] {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        return writer.bytes
    }
}

extension Person {
    /// The input of a mark: both keys of the device.
    fileprivate var keys: JSONText { .hex(deviceID.key.bytes + agreement.publicKey.bytes) }
}
