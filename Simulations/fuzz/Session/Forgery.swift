import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

@testable import Sync

/// Creates deltas and proofs as the input says, signed with the key of the guise.
struct Forgery {
    /// Where the next delta of a chain goes.
    struct Pen {
        var base: CompactRun.Base
        /// The index of its audience in the guise's list.
        let circle: Int
        /// Whether its payloads are not sealed.
        let isPlain: Bool
        /// The device that opened the chain; nil if that cannot be read.
        var writer: DeviceID?
        var incarnation: UInt64 = 0
        var grant: UInt64?
        /// The deltas signed for one place: two of them prove a fork.
        var siblings: [SignedDelta] = []

        init(base: CompactRun.Base, circle: Int, isPlain: Bool) {
            self.base = base
            self.circle = circle
            self.isPlain = isPlain
        }

        /// Learns from a payload of the chain who writes it.
        mutating func hear(_ plain: [UInt8], at sequence: UInt64) {
            guard sequence == 0,
                // Anything but an opening says nothing about it.
                let first = try? Payload.decode(plain, chain: base.chain, sequence: 0).first,
                case .open(let open) = first.operation
            else { return }
            writer = open.certificate.device
            incarnation = open.incarnation
            grant = open.grant
        }
    }

    /// How a delta is made.
    struct Manner: OptionSet {
        let rawValue: UInt8
        /// The payload is not sealed, or in an audience where none is, sealed.
        static let plain = Manner(rawValue: 1)
        static let unsigned = Manner(rawValue: 2)
        /// The next delta takes the same place.
        static let stays = Manner(rawValue: 4)
        /// The signature is wrong.
        static let spoilt = Manner(rawValue: 8)
        /// The header names no epoch.
        static let nameless = Manner(rawValue: 16)
        /// Nothing is sent yet: the next delta goes into the same run.
        static let waits = Manner(rawValue: 32)
    }

    private let guise: FuzzGuise
    private(set) var pens: [Pen]
    /// The deltas of one chain that have been made and not sent.
    private var run: (base: CompactRun.Base, deltas: [SignedDelta], circle: Int)?

    init(_ guise: FuzzGuise) {
        self.guise = guise
        pens = guise.pens
    }

    /// Returns the deltas of a run from the beginning of a chain, as far as they can be read.
    static func deltas(of bytes: [UInt8], in chain: ChainID) -> [SignedDelta] {
        var reader = ByteReader(bytes)
        var base = CompactRun.Base(startOf: chain)
        var deltas: [SignedDelta] = []
        while !reader.isAtEnd {
            // A run written by its own store can be read.
            guard let delta = try? CompactRun.read(after: base, from: &reader) else { break }
            base = CompactRun.Base(after: delta.header)
            deltas.append(delta)
        }
        return deltas
    }

    /// Opens a chain of the guise in one of its audiences, if it is in any.
    ///
    /// - Parameter hasRight: whether it claims the guise's grant there.
    mutating func open(_ choice: UInt8, incarnation: UInt64, hasRight: Bool) {
        guard let index = Self.choose(choice, of: guise.circles.count) else { return }
        let circle = guise.circles[index]
        let device = guise.keys.owner.device
        let chain = Derivation.chain(
            secret: circle.secret ?? .zero, device: device, incarnation: incarnation)
        var pen = Pen(
            base: CompactRun.Base(startOf: chain), circle: index, isPlain: circle.kind == .public)
        pen.writer = device
        pen.incarnation = incarnation
        pen.grant = hasRight ? circle.grant : nil
        pens.append(pen)
        let open = Open(
            audience: circle.kind.rawValue, owner: circle.owner,
            certificate: guise.keys.owner.certificate, incarnation: incarnation, grant: pen.grant)
        write(
            Payload.encode([OriginedOperation(.open(open))], chain: chain, sequence: 0),
            at: pens.count - 1, step: 1, [.waits])
    }

    /// Appends a delta with `payload` to a chain.
    ///
    /// - Returns: the messages to send; none if it waits for others.
    mutating func write(
        _ payload: [UInt8], with choice: UInt8, step: UInt64, _ manner: Manner,
        placedBy place: (Int) -> UInt8
    ) -> [[UInt8]] {
        guard let index = Self.choose(choice, of: pens.count) else { return [] }
        let before = run.flatMap { $0.base.chain == pens[index].base.chain ? nil : flush(place) }
        write(payload, at: index, step: step, manner)
        guard !manner.contains(.waits) else { return before ?? [] }
        return (before ?? []) + flush(place)
    }

    /// Returns the messages of deltas that have been made and not sent.
    mutating func flush(_ place: (Int) -> UInt8) -> [[UInt8]] {
        guard let run else { return [] }
        self.run = nil
        var writer = ByteWriter()
        var base = run.base
        for delta in run.deltas {
            // A run cannot encode a delta after another one at the same place.
            guard delta.header.sequence == base.sequence,
                delta.header.stamp.rawValue > base.stamp.rawValue
            else { break }
            CompactRun.write(
                delta, after: base, withSignature: delta.signature != nil, to: &writer)
            base = CompactRun.Base(after: delta.header)
        }
        return Message.messages(
            ofRun: writer.bytes, of: run.base.chain, at: run.base.sequence,
            in: place(run.circle)
        ).map(\.bytes)
    }

    /// Returns a proof of the latest fork made in a chain; nil if there is none.
    func fork(_ choice: UInt8, placedBy place: (Int) -> UInt8) -> [UInt8]? {
        guard let index = Self.choose(choice, of: pens.count) else { return nil }
        let pen = pens[index]
        let branches = pen.siblings.suffix(2).compactMap { delta in
            delta.signature.map { ForkProof.Branch(headers: [delta.header], signature: $0) }
        }
        guard branches.count == 2,
            let proof = ForkProof(
                device: guise.keys.owner.device, incarnation: pen.incarnation, branches[0],
                branches[1])
        else { return nil }
        return Message.fork(audience: place(pen.circle), proof).bytes
    }

    /// Returns the last delta of a chain as a checkpoint of `target`; nil if it cannot be sent as one.
    func checkpoint(
        _ choice: UInt8, of target: UInt8, placedBy place: (Int) -> UInt8
    ) -> [UInt8]? {
        guard let index = Self.choose(choice, of: pens.count), let last = pens[index].siblings.last,
            let signature = last.signature, let judged = Self.choose(target, of: pens.count),
            let proof = CheckpointProof(
                target: pens[judged].base.chain,
                path: ForkProof.Branch(headers: [last.header], signature: signature),
                payload: last.payload)
        else { return nil }
        return Message.checkpoint(audience: place(pens[index].circle), proof).bytes
    }

    private mutating func write(_ plain: [UInt8], at index: Int, step: UInt64, _ manner: Manner) {
        let pen = pens[index]
        let circle = guise.circles[pen.circle]
        let isPlain = manner.contains(.plain) != pen.isPlain
        let start: UInt64 = FuzzWorld.firstStamp
        let (stamp, overflow) = max(pen.base.stamp.rawValue, start)
            .addingReportingOverflow(max(step, 1))
        guard !overflow, pen.base.sequence < .max - 1 else { return }
        let epoch = manner.contains(.nameless) || pen.isPlain ? .zero : circle.key.name
        var payload = Array(plain.prefix(WireLimits.payloadBytesMax - 64))
        if !isPlain {
            payload = PayloadSeal.seal(
                payload, key: circle.key.key, chain: pen.base.chain, sequence: pen.base.sequence,
                previous: pen.base.previous, stamp: HybridTime(rawValue: stamp), epoch: epoch)
        }
        let header = DeltaHeader(
            chain: pen.base.chain, sequence: pen.base.sequence, previous: pen.base.previous,
            stamp: HybridTime(rawValue: stamp), epoch: epoch, isPlain: isPlain, payload: payload)
        var signature = guise.keys.owner.signing.sign(header.signedBytes)
        if manner.contains(.spoilt) { signature[5] ^= 1 }
        let delta = SignedDelta(
            header: header, payload: payload,
            signature: manner.contains(.unsigned) ? nil : signature)
        let isSibling = pen.siblings.last?.header.sequence == header.sequence
        pens[index].siblings = (isSibling ? Array(pen.siblings.suffix(1)) : []) + [delta]
        if run == nil { run = (pen.base, [], pen.circle) }
        run?.deltas.append(delta)
        if !manner.contains(.stays) { pens[index].base = CompactRun.Base(after: header) }
    }

    private static func choose(_ choice: UInt8, of count: Int) -> Int? {
        count > 0 ? Int(choice) % count : nil
    }
}
