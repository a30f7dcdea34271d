import CRDT
import Primitives
import Sodium
import Wire

extension Golden {
    static var codes: [Example] {
        let key = [UInt8](0..<64)
        let beacon = Beacon(
            port: 0, friends: Derivation.codeAskKey(number: 7), pairs: [], chance: Beacons.chance)
        let derived: [(String, JSONText, [UInt8])] = [
            ("code run", ["key": .hex(key)], Derivation.codeRun(key).bytes),
            (
                "code ticket key", ["key": .hex(key), "role": 1],
                Derivation.codeTicketKey(key, of: .joiner).bytes
            ),
            ("code invitation key", ["key": .hex(key)], Derivation.codeInvitationKey(key).bytes),
            ("code words", ["key": .hex(key)], Derivation.codeWords(key)),
            ("code ask", ["number": 7], Derivation.codeAskKey(number: 7).bytes),
            (
                "code answer", ["number": 7, "nonce": .hex(Array(beacon.bytes[..<8]))],
                Derivation.codeAnswerKey(number: 7, nonce: beacon.nonce).bytes
            ),
        ]
        return derived.map { form, given, value in
            Example(name: form, form: form, members: ["given": given, "value": .hex(value)])
        } + [
            Example(
                name: "an ask for the code with the number 7", form: "beacon",
                members: [
                    "hex": .hex(beacon.bytes),
                    "friends": .list([.hex(Derivation.codeAskKey(number: 7).bytes)]),
                    "pairs": .list([]),
                    "value": [
                        "nonce": .hex(Array(beacon.bytes[..<8])), "friends": .list([0]),
                        "pairs": .list([]),
                    ],
                ]),
            message(
                "hello", 0,
                [
                    "message": "hello", "number": 0x0102,
                    "session": "11112222333344440000000000000005",
                    "share": .hex(Bytes32.repeating(0xA1).bytes),
                ]),
            message(
                "answer", 1,
                ["message": "answer", "share": .hex(Bytes32.repeating(0xB2).bytes)]),
            Example(
                name: "a joiner's proof", form: "code proof",
                members: [
                    "hex": .hex(CodeSample.messages[2].bytes), "key": .hex(CodeSample.key.bytes),
                    "run": .hex(CodeSample.run.bytes), "role": 1,
                    "value": [
                        "confirmation": .hex([UInt8](repeating: 0xC3, count: 64)),
                        "ticket": .text(CodeSample.ticket.ticket.text),
                    ],
                ]),
            message("refusal", 6, ["message": "refusal", "reason": 4]),
            message(
                "hello by a line", 8,
                [
                    "message": "line hello", "id": "0102030405060708",
                    "session": "11112222333344440000000000000005",
                    "share": .hex(Bytes32.repeating(0xA1).bytes),
                ]),
            Example(
                name: "the details of an invitation", form: "invitation details",
                members: [
                    "hex": .hex(CodeSample.details.sealed(.repeating(0x44))),
                    "key": .hex(Bytes32.repeating(0x44).bytes),
                    "value": [
                        "secret": .hex(Place.secret.bytes),
                        "audience": .hex(Place.group.bytes),
                        "founder": .hex(CodeSample.details.founder.key.bytes),
                        "expiry": 1_780_000_000, "name": "Quilts",
                        "addresses": .list([.text("192.168.1.7:7433")]),
                    ],
                ]),
            line(["20.0.0.9:7433"]),
            line(["[2001:db8::7]:1", "a.example:7433", "192.168.1.7:4711"]),
        ]
    }

    private static func line(_ addresses: [String]) -> Example {
        let line = ShortInvitation(secret: Place.secret, addresses: addresses)
        return Example(
            name: "a short invitation of \(addresses.count) addresses", form: "short invitation",
            members: [
                "text": .text(line?.text ?? ""), "secret": .hex(Place.secret.bytes),
                "addresses": .list(addresses.map { .text($0) }),
            ])
    }

    private static func message(_ name: String, _ index: Int, _ value: JSONText) -> Example {
        Example(
            name: "a code's \(name)", form: "code message",
            members: ["hex": .hex(CodeSample.messages[index].bytes), "value": value])
    }
}
