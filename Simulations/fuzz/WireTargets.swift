import CRDT
import Primitives
import Wire

/// Formats that travel between nodes. The law of each is that bytes that are read are written again unchanged, so that
/// one value has one encoding.
extension FuzzTarget {
    /// Messages on a link.
    static let message = FuzzTarget(
        name: "message", about: "messages of a session and of a code: one spelling each",
        seeds: {
            SeedInputs.golden(
                "session", "message", "look", "put", "drop", "get", "listed", "ready", "refused",
                "dropped", "news")
                + SeedInputs.golden("codes", "code message")
        },
        run: { bytes in
            if let message = try? Message(bytes: bytes), message.bytes != bytes {
                return "a message has two spellings"
            }
            if let message = try? CodeMessage(bytes: bytes), message.bytes != bytes {
                return "a message of a code has two spellings"
            }
            return nil
        })

    /// Consecutive deltas. The first byte selects what they follow.
    static let deltas = FuzzTarget(
        name: "run", about: "deltas as they travel: one spelling each, behind each kind of base",
        seeds: {
            let runs = SeedInputs.golden("session", "message").compactMap { bytes -> [UInt8]? in
                guard case .run(let run)? = try? Message(bytes: bytes) else { return nil }
                return run.deltas
            }
            return (runs + SeedInputs.golden("deltas", "run")).flatMap { run in
                (0..<UInt8(bases.count)).map { [$0] + run }
            }
        },
        run: { bytes in
            guard let first = bytes.first else { return nil }
            var base = bases[Int(first) % bases.count]
            var reader = ByteReader(bytes)
            _ = try? reader.byte()
            while !reader.isAtEnd {
                let start = reader.offset
                guard let delta = try? CompactRun.read(after: base, from: &reader) else {
                    return nil
                }
                if bytes[start] & 8 != 0 {
                    base = CompactRun.Base(
                        behindDeadOf: base.chain, at: base.sequence, previous: base.previous)
                }
                var writer = ByteWriter()
                CompactRun.write(
                    delta, after: base, withSignature: delta.signature != nil, to: &writer)
                guard writer.bytes == Array(bytes[start..<reader.offset]) else {
                    return "a delta has two spellings"
                }
                guard delta.isWhole else { return "a delta is not the one of its header" }
                base = CompactRun.Base(after: delta.header)
            }
            return nil
        })

    private static let chain = ChainID(Bytes16(high: 0xAAAA_0000_0000_0001, low: 1))

    private static let bases = [
        CompactRun.Base(startOf: chain),
        CompactRun.Base(behindDeadOf: chain, at: 7, previous: .zero),
        CompactRun.Base(
            chain: chain, sequence: 300, previous: .zero, stamp: HybridTime(rawValue: 1 << 56),
            epoch: Bytes16(high: 7, low: 7)),
        CompactRun.Base(
            chain: chain, sequence: .max - 1, previous: .zero,
            stamp: HybridTime(rawValue: .max - 2), epoch: .zero),
    ]

    /// The operations of a delta.
    static let payload = FuzzTarget(
        name: "payload",
        about: "operations of a delta: what is written again says the same, not longer",
        seeds: { SeedInputs.golden("payloads", "payload") },
        run: { bytes in
            guard let operations = try? Payload.decode(bytes, chain: chain, sequence: 300) else {
                return nil
            }
            // Table entries that no operation names are read but not written.
            let again = Payload.encode(operations, chain: chain, sequence: 300)
            guard again.count < bytes.count || again == bytes else {
                return "a payload has two spellings"
            }
            guard let read = try? Payload.decode(again, chain: chain, sequence: 300) else {
                return "what was written is not read"
            }
            return read == operations ? nil : "what was written says something else"
        })

    /// Proofs that a chain forks, and that a checkpoint is in a chain. The first byte selects which.
    static let proof = FuzzTarget(
        name: "proof", about: "proofs of forks and of checkpoints: one spelling each",
        seeds: {
            let messages = SeedInputs.golden("session", "message")
            let checkpoints = messages.filter { $0.first == 14 }.map { [1] + $0.dropFirst(2) }
            let forks = SeedInputs.golden("forks", "fork").map { [0] + $0 }
            return checkpoints + forks
        },
        run: { bytes in
            let body = Array(bytes.dropFirst())
            var reader = ByteReader(body)
            let again: [UInt8]?
            if bytes.first == 0 {
                again = (try? ForkProof(from: &reader))?.bytes
            } else {
                again = (try? CheckpointProof(from: &reader))?.bytes
            }
            guard let again else { return nil }
            return again == Array(body[..<reader.offset]) ? nil : "a proof has two spellings"
        })
}
