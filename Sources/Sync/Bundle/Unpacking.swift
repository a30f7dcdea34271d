import CRDT
import Domain
import Primitives
import Store
import Wire

/// A segment that this device can read and that is being taken in, by the same rules as what comes
/// over a link: some of it in each step.
struct Unpacking {
    /// Whose device wrote it.
    let certificate: Certificate
    /// Deltas that were new here.
    private(set) var deltas = 0
    /// Something of it could not be judged: it may be taken in once something else has come.
    private(set) var isWaiting = false
    private var contents: Segment.Contents
    private let epoch: Bytes16
    /// The row of its audience; nil while only the key of an epoch of it is known.
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

    /// What comes of a segment at first sight.
    enum Beginning {
        case begun(Unpacking)
        /// Its writer is nobody whom this person added, or shares a group with.
        case stranger
        /// It is about nothing that this person has to do with, or shares with its writer any more.
        case unshared
    }

    /// Takes the keys that a segment tells, and finds its audience, as a greeting does.
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

    /// Takes in the next of it.
    ///
    /// - Parameter bytesWanted: no further message is begun behind so many.
    /// - Returns: whether that was all.
    /// - Throws: `peer` if its writer did wrong: the rest is not looked at.
    mutating func proceed(
        in store: Store, bytesWanted: Int, wall: WallTime
    ) throws(SessionError) -> Bool {
        // Somebody else may have told other keys since the last slice.
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

    // Returns what it costs, in bytes.
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
        // Changed where it is: a copy at each part would cost the square of what arrives.
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
        // What belongs to another branch is found out over a link.
        case .early, .unaware, .doubtful: isWaiting = true
        // What is full may have room one day; nobody keeps the segment until then.
        case .known, .parted, .full, .refused: return
        }
    }

    // What its writer says that it holds. Of what came behind it nothing is said.
    private func acknowledge(
        _ entries: [Frontier.Entry], in store: Store
    ) throws(SessionError) {
        guard let audience, certificate.device != store.certificate.device else { return }
        try stored { () throws(StorageError) in
            try store.acknowledge(certificate, entries, in: audience)
        }
    }

    /// What checking a proof, and looking up a chain, is worth in bytes of runs.
    private static let proofCost = 8192
    private static let entryCost = 64
}
