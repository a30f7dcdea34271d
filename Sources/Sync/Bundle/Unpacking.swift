import CRDT
import Domain
import Primitives
import Store
import Wire

/// A segment that this device can read, applied in slices by the same rules as messages over a link.
struct Unpacking {
    /// The certificate of the device that wrote it.
    let certificate: Certificate
    /// The number of deltas that were new here.
    private(set) var deltas = 0
    /// Whether something in it could not be judged yet and may be applied after something else has come.
    private(set) var isWaiting = false
    private var contents: Segment.Contents
    private let epoch: Bytes16
    /// The row of its audience; nil while only an epoch key of it is known.
    private var audience: Int64?
    private var arriving: ArrivingRun?
    /// Chains of which a checkpoint came that cannot be judged yet.
    private var unjudged: [ChainID] = []

    private init(_ contents: Segment.Contents, of audience: Int64?) {
        certificate = contents.certificate
        self.contents = contents
        self.audience = audience
        epoch = contents.keys[0].name
    }

    /// The result of a first look at a segment.
    enum Beginning {
        case begun(Unpacking)
        /// Its writer is neither an own device nor a friend, and shares no group with this person.
        case stranger
        /// Its audience does not concern this person, or is no longer shared with its writer.
        case unshared
    }

    /// Takes the keys in a segment and finds its audience, as a greeting does.
    static func begin(
        _ contents: Segment.Contents, in store: Store
    ) throws(StorageError) -> Beginning {
        let certificate = contents.certificate
        guard try store.isFamiliar(certificate) else { return .stranger }
        try store.keep(certificate)
        var isForeign = false
        for key in contents.keys where key.name != .zero {
            try store.deliver(epoch: key.name, key: key.key)
            if key == contents.keys[0] { isForeign = try store.isForeign(epoch: key.name) }
        }
        let named = contents.keys[0]
        let shared = try store.shared(with: certificate)
        if named.name == .zero {
            let known = shared.first { $0.keys.contains(named) }
            return known.map { .begun(Unpacking(contents, of: $0.audience)) } ?? .unshared
        }
        let audience = try store.audience(ofEpoch: named.name)
        guard isForeign || shared.contains(where: { $0.audience == audience }) else {
            return .unshared
        }
        return .begun(Unpacking(contents, of: audience))
    }

    /// Applies the next messages.
    ///
    /// - Parameter bytesWanted: No further message is begun after this many bytes.
    /// - Returns: Whether that was all.
    /// - Throws: `peer` if the writer broke a rule: the rest is not read.
    mutating func proceed(
        in store: Store, bytesWanted: Int, wall: WallTime
    ) throws(SessionError) -> Bool {
        // Other keys may have been received from elsewhere since the last slice.
        let keys = contents.keys.filter { $0.name != .zero }
        try stored { () throws(StorageError) in _ = try store.claim(keys) }
        var bytes = 0
        while bytes < bytesWanted {
            let message: Message?
            do throws(WireError) { message = try contents.next() } catch {
                throw .peer(.malformed)
            }
            guard let message else {
                guard arriving == nil else { throw .peer(.malformed) }
                return true
            }
            bytes += try take(message, into: store, wall: wall)
        }
        return false
    }

    // Returns the cost in bytes.
    private mutating func take(
        _ message: Message, into store: Store, wall: WallTime
    ) throws(SessionError) -> Int {
        switch message {
        case .run(let run):
            guard arriving == nil, run.audience == 0 else { throw .peer(.unexpected) }
            arriving = ArrivingRun(
                audience: 0, chain: run.chain, sequence: run.sequence, isBranch: false, deltas: [])
            return try takeMore(run.deltas, isLast: run.isLast, into: store, wall: wall)
        case .more(let isLast, let deltas):
            return try takeMore(deltas, isLast: isLast, into: store, wall: wall)
        case .fork(audience: 0, let proof):
            let audience = audience
            let reception = try stored { () throws(StorageError) in
                try store.receive(proof, in: audience, wall: wall)
            }
            if case .refused(let reason) = reception { throw .peer(reason) }
            note(reception)
            return Self.proofCost
        case .checkpoint(audience: 0, let proof):
            try takeCheckpoint(proof, into: store, wall: wall)
            return Self.proofCost
        case .frontier(let part):
            guard part.audience == 0 else { throw .peer(.unexpected) }
            try acknowledge(part.entries, in: store)
            return part.entries.count * Self.entryCost + 1
        case .certificate, .keys, .interest, .digests, .credit, .close, .introduction, .farewell,
            .fork, .heads, .checkpoint, .recall, .branch, .mailbox, .kept, .piece, .want, .leaves,
            .hasNot, .declined, .shown:
            throw .peer(.unexpected)
        }
    }

    private mutating func takeMore(
        _ deltas: [UInt8], isLast: Bool, into store: Store, wall: WallTime
    ) throws(SessionError) -> Int {
        guard let count = arriving?.deltas.count else { throw .peer(.unexpected) }
        guard isLast || !deltas.isEmpty else { throw .peer(.unexpected) }
        guard count + deltas.count <= Message.runBytesMax else { throw .peer(.tooMuch) }
        // Appended in place: copying it with each part would take quadratic time.
        arriving?.deltas += deltas
        if isLast, let run = arriving {
            arriving = nil
            try take(run, into: store, wall: wall)
        }
        return deltas.count + 1
    }

    private mutating func take(
        _ run: ArrivingRun, into store: Store, wall: WallTime
    ) throws(SessionError) {
        guard !unjudged.contains(run.chain) else {
            isWaiting = true
            return
        }
        let audience = audience
        let reception = try stored { () throws(StorageError) in
            try store.receive(
                run.deltas, of: run.chain, at: run.sequence, in: audience, wall: wall)
        }
        if case .refused(let reason) = reception { throw .peer(reason) }
        note(reception)
        let epoch = epoch
        guard case .advanced = reception, audience == nil else { return }
        self.audience = try stored { () throws(StorageError) in
            try store.audience(ofEpoch: epoch)
        }
    }

    private mutating func takeCheckpoint(
        _ proof: CheckpointProof, into store: Store, wall: WallTime
    ) throws(SessionError) {
        let audience = audience
        let reception = try stored { () throws(StorageError) in
            try store.receive(proof, in: audience, wall: wall)
        }
        if case .refused(let reason) = reception { throw .peer(reason) }
        note(reception)
        switch reception {
        case .early, .unaware:
            guard unjudged.count < SyncLimits.doubtsMax else { throw .peer(.tooMuch) }
            if !unjudged.contains(proof.target) { unjudged.append(proof.target) }
        case .advanced, .known, .parted, .doubtful, .full, .refused: return
        }
    }

    private mutating func note(_ reception: Store.Reception) {
        switch reception {
        case .advanced(let count): deltas += count
        // A branch is discovered over a link.
        case .early, .unaware, .doubtful: isWaiting = true
        // A full audience may have room one day; the segment is not stored until then.
        case .known, .parted, .full, .refused: return
        }
    }

    // Records what the writer says that it holds. Says nothing about what came later.
    private func acknowledge(
        _ entries: [Frontier.Entry], in store: Store
    ) throws(SessionError) {
        guard let audience, certificate.device != store.certificate.device else { return }
        try stored { () throws(StorageError) in
            try store.acknowledge(certificate, entries, in: audience)
        }
    }

    /// The cost of checking a proof, and of looking up a chain, in bytes of runs.
    private static let proofCost = 8192
    private static let entryCost = 64
}
