import Primitives
import Wire

/// Messages between a keeper and its users.
enum MailboxSample {
    /// One of each form.
    static let all: [MessageSample] =
        asked + said + [
            MessageSample(
                name: "piece", message: .piece(isPut: true, [1, 2, 3]),
                json: ["message": "piece", "put": true, "bytes": "010203"])
        ]

    private static let asked: [MessageSample] = [
        MessageSample(
            name: "look", message: .mailbox(.look(after: name(4), tags: tags)),
            json: [
                "message": "mailbox", "form": "look", "after": .hex(name(4).bytes),
                "tags": .list(tags.map { .hex($0.bytes) }),
            ]),
        MessageSample(
            name: "put", message: .mailbox(.put(name: name(5), length: 8192, tags: tags)),
            json: [
                "message": "mailbox", "form": "put", "name": .hex(name(5).bytes), "length": 8192,
                "tags": .list(tags.map { .hex($0.bytes) }),
            ]),
        MessageSample(
            name: "drop", message: .mailbox(.drop(names: [name(1), name(2)])),
            json: [
                "message": "mailbox", "form": "drop",
                "names": [.hex(name(1).bytes), .hex(name(2).bytes)],
            ]),
        MessageSample(
            name: "drop of all", message: .mailbox(.drop(names: [])),
            json: ["message": "mailbox", "form": "drop", "names": []]),
        MessageSample(
            name: "get", message: .mailbox(.get(tag: tags[3], name: name(5), offset: 65_536)),
            json: [
                "message": "mailbox", "form": "get", "tag": .hex(tags[3].bytes),
                "name": .hex(name(5).bytes), "offset": 65_536,
            ]),
    ]

    private static let said: [MessageSample] =
        [
            MessageSample(
                name: "listed", message: .kept(.listed(list)),
                json: [
                    "message": "kept", "form": "listed", "last": true, "quota": 67_108_864,
                    "used": 12_288, "own": [.hex(name(7).bytes), .hex(name(9).bytes)],
                    "found": [[.hex(name(8).bytes), 4096, 31]],
                ]),
            MessageSample(
                name: "nothing listed",
                message: .kept(
                    .listed(MailboxList(isLast: false, quota: 0, used: 0, own: [], found: []))),
                json: [
                    "message": "kept", "form": "listed", "last": false, "quota": 0, "used": 0,
                    "own": [], "found": [],
                ]),
            MessageSample(
                name: "ready", message: .kept(.ready(offset: 32_768)),
                json: ["message": "kept", "form": "ready", "offset": 32_768]),
            MessageSample(
                name: "dropped", message: .kept(.dropped),
                json: ["message": "kept", "form": "dropped"]),
            MessageSample(
                name: "news", message: .kept(.news), json: ["message": "kept", "form": "news"]),
        ]
        + MailboxAnswer.Refusal.allCases.map {
            MessageSample(
                name: "refused \($0)", message: .kept(.refused($0)),
                json: [
                    "message": "kept", "form": "refused", "reason": .number(UInt64($0.rawValue)),
                ])
        }

    /// Thirty-two in ascending order.
    static let tags = (0..<32).map { Bytes16(high: $0, low: 1) }

    private static let list = MailboxList(
        isLast: true, quota: 64 << 20, used: 12_288, own: [name(7), name(9)],
        found: [MailboxList.Found(name: name(8), length: 4096, place: 31)])

    private static func name(_ number: UInt64) -> Bytes16 { Bytes16(high: number, low: 0x77) }
}
