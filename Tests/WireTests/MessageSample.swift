import CRDT
import Primitives
import Wire

/// A message, and its contents as a golden file shows them.
struct MessageSample {
    let name: String
    let message: Message
    let json: JSONText

    /// One of each.
    static let all: [MessageSample] =
        fixed + BlobSample.messages { .hex($0.bytes) } + closes

    /// The proof of the certificate's device, on a link with this handshake hash.
    static let proof = DeviceProof.sign(
        role: 2, handshakeHash: handshakeHash, by: Person.ana.device)
    static let handshakeHash = [UInt8](repeating: 0x4A, count: 64)

    private static let fixed: [MessageSample] =
        [
            MessageSample(
                name: "certificate", message: .certificate(Person.ana.certificate, proof: proof),
                json: [
                    "message": "certificate", "certificate": Person.ana.certificate.json,
                    "proof": .hex(proof),
                ]),
            MessageSample(
                name: "keys", message: .keys(keys),
                json: ["message": "keys", "is_friend": false, "keys": .list(keyList)]),
            MessageSample(
                name: "keys to a friend", message: .keys(keys, isFriend: true),
                json: ["message": "keys", "is_friend": true, "keys": .list(keyList)]),
            MessageSample(
                name: "interest", message: .interest(tags),
                json: ["message": "interest", "tags": .list(tags.map { .hex($0.bytes) })]),
            MessageSample(
                name: "digests", message: .digests(digests),
                json: ["message": "digests", "digests": .list(digestList)]),
            MessageSample(
                name: "digests of nothing", message: .digests([]),
                json: ["message": "digests", "digests": []]),
            MessageSample(
                name: "frontier", message: .frontier(frontier), json: json(of: frontier)),
            MessageSample(name: "prune", message: .frontier(prune), json: json(of: prune)),
            MessageSample(
                name: "run",
                message: .run(
                    .init(
                        isLast: false, audience: 1, chain: Place.home, sequence: 300,
                        deltas: [1, 2, 3])),
                json: [
                    "message": "run", "last": false, "audience": 1,
                    "chain": .hex(Place.home.bytes.bytes), "sequence": 300, "deltas": "010203",
                ]),
            MessageSample(
                name: "more", message: .more(isLast: true, deltas: [4, 5]),
                json: ["message": "more", "last": true, "deltas": "0405"]),
            MessageSample(
                name: "credit", message: .credit(1 << 20),
                json: ["message": "credit", "bytes": 1_048_576]),
            MessageSample(
                name: "introduction", message: .introduction(text: ticket.text),
                json: ["message": "introduction", "text": .text(ticket.text)]),
            MessageSample(
                name: "declined",
                message: .declined(audience: 2, [Place.foreign, Place.home]),
                json: [
                    "message": "declined", "audience": 2,
                    "chains": [.hex(Place.foreign.bytes.bytes), .hex(Place.home.bytes.bytes)],
                ]),
            MessageSample(
                name: "declined, none", message: .declined(audience: 2, []),
                json: ["message": "declined", "audience": 2, "chains": []]),
            MessageSample(
                name: "shown",
                message: .shown([
                    .init(audience: 2, log: Place.foreign.bytes, shown: Place.home.bytes)
                ]),
                json: [
                    "message": "shown",
                    "entries": [
                        [
                            2, .hex(Place.foreign.bytes.bytes), .hex(Place.home.bytes.bytes),
                        ]
                    ],
                ]),
            MessageSample(
                name: "heads", message: .heads(.init(audience: 2, entries: heads)),
                json: [
                    "message": "heads", "audience": 2,
                    "entries": .list(
                        heads.map {
                            [
                                .hex($0.chain.bytes.bytes), .number($0.sequence),
                                .hex($0.id.bytes),
                            ]
                        }),
                ]),
        ] + forks + farewells + checkpoints + recalls + MailboxSample.all

    private static let recalls = [
        MessageSample(
            name: "recall",
            message: .recall(audience: 2, Frontier.Entry(chain: Place.home, length: 300)),
            json: [
                "message": "recall", "audience": 2, "chain": .hex(Place.home.bytes.bytes),
                "sequence": 300,
            ]),
        MessageSample(
            name: "branch",
            message: .branch(
                .init(
                    isLast: true, audience: 2, chain: Place.home, sequence: 300,
                    deltas: WholeDeltas.bytes(of: [cut]))),
            json: [
                "message": "branch", "last": true, "audience": 2,
                "chain": .hex(Place.home.bytes.bytes), "sequence": 300,
                "deltas": .hex(WholeDeltas.bytes(of: [cut])),
            ]),
    ]

    private static let farewells = [
        MessageSample(
            name: "farewell to a member",
            message: .farewell(.rights(cut, key: Place.key)),
            json: [
                "message": "farewell", "key": .hex(Place.key.bytes),
                "header": .hex(cut.header.bytes), "signature": .hex(cut.signature ?? []),
                "payload": .hex(cut.payload),
            ]),
        MessageSample(
            name: "farewell to a device", message: .farewell(.device(end)),
            json: ["message": "farewell", "end": Operation.decertify(end).json]),
    ]

    private static let cut = DeltaSamples.delta(
        after: CompactRun.Base(startOf: Place.home), stamp: Place.stamp, epoch: Place.epoch,
        isPlain: false,
        operations: [OriginedOperation(.cut(Cut(grant: 7, chains: [])))])
    private static let end = Person.ben.decertification(inFriendsOf: Person.ana.id)

    private static let closes = CloseReason.allCases.map { reason in
        MessageSample(
            name: "close: \(reason.name)", message: .close(reason),
            json: ["message": "close", "reason": .number(UInt64(reason.rawValue))])
    }

    private static let forks: [MessageSample] = {
        let (one, other) = ForkSamples.branches(lengths: (1, 2), sequence: 300)
        guard let proof = ForkSamples.proof(one, other) else { return [] }
        return [
            MessageSample(
                name: "fork", message: .fork(audience: 2, proof),
                json: ["message": "fork", "audience": 2, "proof": proof.json])
        ]
    }()

    private static let checkpoints: [MessageSample] = [1, 3].compactMap { count in
        guard let proof = CheckpointSamples.proof(headers: count) else { return nil }
        return MessageSample(
            name: "checkpoint, signed \(count - 1) deltas later",
            message: .checkpoint(audience: 2, proof),
            json: [
                "message": "checkpoint", "audience": 2,
                "proof": [
                    "target": .hex(proof.target.bytes.bytes),
                    "chain": .hex(ForkSamples.chain.bytes.bytes), "sequence": 7,
                    "previous": .hex(Bytes32.repeating(6).bytes),
                    "headers": .list(proof.path.headers.map { .hex($0.bytes) }),
                    "ids": .list(proof.path.headers.map { .hex($0.id.bytes) }),
                    "signature": .hex(proof.path.signature), "payload": .hex(proof.payload),
                ],
            ])
    }

    private static let heads = [
        Message.Head(chain: Place.foreign, sequence: 7, id: Bytes16(high: 1, low: 2)),
        Message.Head(chain: Place.home, sequence: 0, id: Bytes16(high: 9, low: 9)),
        Message.Head(chain: Place.home, sequence: 300, id: Bytes16(high: 3, low: 4)),
    ]

    private static let keys: [EpochKey.Followed] =
        [EpochKey.Followed(name: Place.epoch, key: Place.key)]
        + Array(repeating: EpochKey.Followed(name: .zero, key: .zero), count: 31)
    private static let keyList = keys.map { key -> JSONText in
        [.hex(key.name.bytes), .hex(key.key.bytes)]
    }

    private static let ticket = Ticket(
        certificate: Person.ben.certificate, name: "Ben", addresses: ["192.168.1.9:4711"])

    private static let tags = (0..<32).map { Bytes16(high: $0, low: 9) }

    private static let digests = [
        Message.AudienceDigest(audience: 0, digest: Bytes16(high: 1, low: 2)),
        Message.AudienceDigest(audience: 3, digest: Bytes16(high: 3, low: 4)),
    ]
    private static let digestList = digests.map { entry -> JSONText in
        [.number(UInt64(entry.audience)), .hex(entry.digest.bytes)]
    }

    private static let frontier = Message.FrontierPart(
        audience: 1, isWhole: true, isLast: false, isAsking: true,
        entries: [
            Frontier.Entry(chain: Place.foreign, length: 1),
            Frontier.Entry(chain: Place.home, length: 300),
        ])
    private static let prune = Message.FrontierPart(
        audience: 0, isWhole: false, isLast: true, isAsking: false, isPruning: true,
        entries: [Frontier.Entry(chain: Place.home, length: 301)])

    private static func json(of part: Message.FrontierPart) -> JSONText {
        [
            "message": "frontier", "audience": .number(UInt64(part.audience)),
            "whole": .flag(part.isWhole), "last": .flag(part.isLast),
            "asking": .flag(part.isAsking), "pruning": .flag(part.isPruning),
            "entries": .list(part.entries.map(\.json)),
        ]
    }
}
