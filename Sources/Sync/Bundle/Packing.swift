import CRDT
import Primitives
import Sodium
import Store
import Wire

/// A finished segment and its contents.
struct PackedSegment {
    let bytes: [UInt8]
    let audience: Int64
    let readers: [Certificate]
    /// The ranges in it, in the order of its messages.
    let ranges: [CarriedRange]
    /// The digest of this device's frontier, if the segment states it.
    let word: Bytes16?

    /// The number of deltas in it.
    var deltas: Int {
        ranges.reduce(0) { $0 + ($1.isDead ? 0 : Int($1.end - $1.start)) }
    }
}

/// Packs parcels into segments, one segment at a time, so that nothing waits for all of them.
///
/// Of each parcel, first what its readers lack, then this device's frontier, which is all that a parcel holds
/// where nothing is lacking.
struct Packing {
    let owner: Owner
    var entropy: Entropy
    var dice: Dice
    private var parcels: ArraySlice<Parcel>
    /// State of the first parcel: how far it has been packed, the places of checkpoints already included, and
    /// whether the proofs of forks were.
    private var sent = Frontier()
    private var told: [Frontier.Entry] = []
    private var areForksTold = false
    /// The store's membership count at the last check of who may receive what.
    private var membership: UInt64

    /// - Parameter membership: The store's membership count as of the parcels.
    init(_ parcels: [Parcel], membership: UInt64, owner: Owner, entropy: Entropy, dice: Dice) {
        self.parcels = parcels[...]
        self.membership = membership
        self.owner = owner
        self.entropy = entropy
        self.dice = dice
        sent = parcels.first?.base ?? Frontier()
    }

    /// Packs the next segment; nil after the last.
    mutating func next(from store: Store, limits: SyncLimits) throws(StorageError) -> PackedSegment?
    {
        try leaveOutWhoHasGone(store)
        guard let parcel = parcels.first else { return nil }
        var load = Load()
        if !areForksTold { try tellForks(of: parcel, from: store, to: &load) }
        areForksTold = true
        let isEnough = try fill(&load, for: parcel, from: store, limits: limits)
        // The frontier goes into the last segment of a parcel.
        var word: Bytes16?
        if !isEnough {
            word = try store.digest(of: parcel.audience)
            for message in try Self.word(of: parcel.audience, from: store) { load.put(message) }
            parcels.removeFirst()
            beginParcel()
        }
        return PackedSegment(
            bytes: Segment.bytes(
                of: load.messages, keys: parcel.keys, from: owner.certificate,
                signing: owner.signing, to: parcel.readers.map(\.agreement), entropy: &entropy,
                dice: &dice),
            audience: parcel.audience, readers: parcel.readers, ranges: load.ranges, word: word)
    }

    private mutating func beginParcel() {
        (sent, told, areForksTold) = (parcels.first?.base ?? Frontier(), [], false)
    }

    // Packing all segments takes a while; deltas written after a reader's right has ended are not for that
    // reader.
    private mutating func leaveOutWhoHasGone(_ store: Store) throws(StorageError) {
        guard membership != store.membership else { return }
        membership = store.membership
        var left: [Parcel] = []
        var isFirstLeft = true
        for (place, parcel) in parcels.enumerated() {
            var readers: [Certificate] = []
            for reader in parcel.readers {
                let shared = try store.shared(with: reader)
                if shared.contains(where: { $0.audience == parcel.audience }) {
                    readers.append(reader)
                }
            }
            if !readers.isEmpty {
                left.append(parcel.reduced(to: readers))
            } else if place == 0 {
                isFirstLeft = false
            }
        }
        parcels = left[...]
        if !isFirstLeft { beginParcel() }
    }

    /// The messages of one segment.
    private struct Load {
        var messages: [[UInt8]] = []
        var bytes = 0
        var ranges: [CarriedRange] = []

        mutating func put(_ message: Message) {
            messages.append(message.bytes)
            bytes += messages.last?.count ?? 0
        }
    }

    private func tellForks(
        of parcel: Parcel, from store: Store, to load: inout Load
    ) throws(StorageError) {
        // Proofs for which there is no room come over a link.
        for fork in try store.forks(of: parcel.audience) {
            guard load.bytes < Self.loadBytesWanted, let proof = try store.proof(of: fork.chain)
            else { continue }
            load.put(.fork(audience: 0, proof))
        }
    }

    // Returns whether more is left than fits.
    private mutating func fill(
        _ load: inout Load, for parcel: Parcel, from store: Store, limits: SyncLimits
    ) throws(StorageError) -> Bool {
        for entry in try store.log(of: parcel.audience) {
            var place = sent.length(of: entry.chain)
            while place < entry.length {
                guard load.bytes < Self.loadBytesWanted else { return true }
                let part = try store.nextPart(
                    of: entry.chain, from: place, told: told, bytesWanted: limits.runBytesWanted)
                guard let end = try put(part, of: entry.chain, at: place, from: store, to: &load)
                else { break }
                place = end
                sent.extend(entry.chain, to: end)
            }
        }
        return false
    }

    // Returns how far the reader gets by this part; nil if there is nothing to put.
    private mutating func put(
        _ part: Store.Part?, of chain: ChainID, at place: UInt64, from store: Store,
        to load: inout Load
    ) throws(StorageError) -> UInt64? {
        switch part {
        case nil: return nil
        case .leap(let end)?:
            load.ranges.append(CarriedRange(chain: chain, start: place, end: end, isDead: true))
            return end
        case .proof(let proof)?:
            load.put(.checkpoint(audience: 0, proof))
            told.append(proof.place)
            return place
        case .run(let deltas, let end)?:
            try store.release(chain, to: end)
            for message in Message.messages(ofRun: deltas, of: chain, at: place, in: 0) {
                load.put(message)
            }
            load.ranges.append(CarriedRange(chain: chain, start: place, end: end, isDead: false))
            return end
        }
    }

    private static func word(
        of audience: Int64, from store: Store
    ) throws(StorageError) -> [Message] {
        let entries = try store.frontier(of: audience).entries.prefix(wordEntriesMax)
        return stride(from: 0, to: max(entries.count, 1), by: Message.frontierEntriesMax).map {
            let end = min($0 + Message.frontierEntriesMax, entries.count)
            return .frontier(
                Message.FrontierPart(
                    audience: 0, isWhole: $0 == 0, isLast: end == entries.count, isAsking: false,
                    entries: Array(entries[$0..<end])))
        }
    }

    /// The number of message bytes after which a segment ends. A run beyond it has at most 640 KiB, and the
    /// frontier of the most chains 240 KiB.
    private static let loadBytesWanted = Segment.bytesMax / 2
    private static let wordEntriesMax = 10_000
}
