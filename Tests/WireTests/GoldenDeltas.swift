import CRDT
import Primitives
import Sodium
import Wire

extension Golden {
    static var deltas: [Example] {
        let sealed = DeltaSamples.run(count: 3, isPlain: false)
        let plain = DeltaSamples.run(count: 2, isPlain: true)
        let singles = [
            ("a sealed delta", sealed[0]), ("a sealed delta behind it", sealed[1]),
            ("a plain delta", plain[1]),
        ].map { name, delta in
            Example(name: name, form: "delta", members: json(of: delta, key: Place.key))
        }
        return singles + [
            compact("a run at the start of a chain", sealed, after: start, signed: [0, 2]),
            compact("a plain run", plain, after: start, signed: [1]),
            compact(
                "a run in the middle", Array(sealed[1...]),
                after: CompactRun.Base(after: sealed[0].header), signed: [2]),
            compact(
                "a run behind a dead delta", Array(sealed[1...]),
                after: CompactRun.Base(
                    behindDeadOf: Place.home, at: 1, previous: sealed[0].header.id), signed: [2]),
        ]
    }

    private static var start: CompactRun.Base { CompactRun.Base(startOf: Place.home) }

    private static func json(of delta: SignedDelta, key: Bytes32) -> JSONText {
        let header = delta.header
        let plain = PayloadSeal.open(delta, key: key) ?? []
        let operations =
            (try? Payload.decode(plain, chain: header.chain, sequence: header.sequence)) ?? []
        return [
            "header": .hex(header.bytes), "payload": .hex(delta.payload),
            "signature": .hex(delta.signature ?? []), "key": .hex(key.bytes),
            "device": .hex(Person.ana.deviceID.key.bytes), "id": .hex(header.id.bytes),
            "plain text": .hex(plain),
            "value": [
                "plain": .flag(header.isPlain), "chain": .hex(header.chain.bytes.bytes),
                "sequence": .number(header.sequence), "previous": .hex(header.previous.bytes),
                "stamp": .number(header.stamp.rawValue), "epoch": .hex(header.epoch.bytes),
                "payload length": .number(UInt64(header.payloadLength)),
                "payload hash": .hex(header.payloadHash.bytes),
                "operations": .list(operations.map(\.json)),
            ],
        ]
    }

    private static func compact(
        _ name: String, _ deltas: [SignedDelta], after base: CompactRun.Base, signed: Set<UInt64>
    ) -> Example {
        var writer = ByteWriter()
        var next = base
        for delta in deltas {
            CompactRun.write(
                delta, after: next, withSignature: signed.contains(delta.header.sequence),
                to: &writer)
            next = CompactRun.Base(after: delta.header)
        }
        let values = deltas.map { delta -> JSONText in
            let signature = signed.contains(delta.header.sequence) ? delta.signature : nil
            let json: JSONText = [
                "header": .hex(delta.header.bytes), "payload": .hex(delta.payload),
            ]
            return json.with("signature", signature.map { .hex($0) })
        }
        return Example(
            name: name, form: "run",
            members: [
                "base": [
                    "chain": .hex(base.chain.bytes.bytes), "sequence": .number(base.sequence),
                    "previous": .hex(base.previous.bytes), "stamp": .number(base.stamp.rawValue),
                    "epoch": .hex(base.epoch.bytes),
                ],
                "hex": .hex(writer.bytes), "value": .list(values),
            ])
    }
}

/// Consecutive deltas of ana's device.
enum DeltaSamples {
    static func run(count: Int, isPlain: Bool) -> [SignedDelta] {
        var base = CompactRun.Base(startOf: Place.home)
        var deltas: [SignedDelta] = []
        for index in 0..<count {
            let stamp = HybridTime(rawValue: Place.stamp.rawValue + UInt64(index) << 20)
            let delta = delta(
                after: base, stamp: stamp, epoch: isPlain ? .zero : Place.epoch,
                isPlain: isPlain,
                operations: [
                    OriginedOperation(.create(OperationSamples.bookmark)),
                    OriginedOperation(.unknown(kind: 100, body: [UInt8(index)])),
                ])
            deltas.append(delta)
            base = CompactRun.Base(after: delta.header)
        }
        return deltas
    }

    /// Returns a delta of `operations` after `base`, sealed with `Place.key` unless it is plain.
    static func delta(
        after base: CompactRun.Base, stamp: HybridTime, epoch: Bytes16, isPlain: Bool,
        operations: [OriginedOperation]
    ) -> SignedDelta {
        let plain = Payload.encode(operations, chain: base.chain, sequence: base.sequence)
        let payload =
            isPlain
            ? plain
            : PayloadSeal.seal(
                plain, key: Place.key, chain: base.chain, sequence: base.sequence,
                previous: base.previous, stamp: stamp, epoch: epoch)
        let header = DeltaHeader(
            chain: base.chain, sequence: base.sequence, previous: base.previous, stamp: stamp,
            epoch: epoch, isPlain: isPlain, payload: payload)
        return SignedDelta(
            header: header, payload: payload,
            signature: Person.ana.device.sign(header.signedBytes))
    }
}
