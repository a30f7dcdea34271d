import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// Creates deltas that no engine would write, with the node's own keys and from what it holds.
extension HostileNode {
    /// A position in a chain of its own, where the next delta goes.
    struct Pen {
        let chain: ChainID
        let epoch: EpochKey.Followed
        /// The place of the audience in messages of one link.
        let place: UInt8
        var base: CompactRun.Base
    }

    /// Returns the deltas of a chain that its engine holds from the first on; empty if the first is
    /// dead or unknown.
    func deltas(of chain: ChainID) throws(BrokenClaim) -> [SignedDelta] {
        let bytes = try machine.read { (store) throws(StorageError) in
            try store.run(of: chain, from: 0, bytesWanted: 1024 * 1024)?.deltas
        }
        return bytes.flatMap { Self.parse($0, after: CompactRun.Base(startOf: chain)) } ?? []
    }

    /// Decodes the deltas of a run; nil if they do not follow `base`.
    static func parse(_ bytes: [UInt8], after base: CompactRun.Base) -> [SignedDelta]? {
        var reader = ByteReader(bytes)
        var base = base
        var deltas: [SignedDelta] = []
        while !reader.isAtEnd {
            // Bytes that do not decode are of no use.
            guard let delta = try? CompactRun.read(after: base, from: &reader) else { return nil }
            base = CompactRun.Base(after: delta.header)
            deltas.append(delta)
        }
        return deltas
    }

    /// Encodes consecutive deltas as a run, with the signatures that they have.
    static func spell(_ deltas: [SignedDelta], after base: CompactRun.Base) -> [UInt8] {
        var writer = ByteWriter()
        var base = base
        for delta in deltas {
            CompactRun.write(
                delta, after: base, withSignature: delta.signature != nil, to: &writer)
            base = CompactRun.Base(after: delta.header)
        }
        return writer.bytes
    }

    /// Returns the operations of a delta; nil if its key is unknown here.
    func operations(in delta: SignedDelta) -> [OriginedOperation]? {
        guard let plain = plain(of: delta) else { return nil }
        // A void payload has no operations.
        return try? Payload.decode(
            plain, chain: delta.header.chain, sequence: delta.header.sequence)
    }

    /// Returns the payload of a delta before it was sealed.
    func plain(of delta: SignedDelta) -> [UInt8]? {
        if delta.header.isPlain { return delta.payload }
        for key in keys where key.name == delta.header.epoch {
            if let plain = PayloadSeal.open(delta, key: key.key) { return plain }
        }
        return nil
    }

    /// Creates a delta after `base`, signed with its own key.
    ///
    /// - Parameter name: the epoch that an unsealed payload follows, if it is a rotation.
    func forge(
        _ plain: [UInt8], after base: CompactRun.Base, stamp: HybridTime,
        epoch: EpochKey.Followed?, following name: Bytes16 = .zero
    ) -> SignedDelta {
        var payload = plain
        if let epoch {
            payload = PayloadSeal.seal(
                plain, key: epoch.key, chain: base.chain, sequence: base.sequence,
                previous: base.previous, stamp: stamp, epoch: epoch.name)
        }
        let header = DeltaHeader(
            chain: base.chain, sequence: base.sequence, previous: base.previous, stamp: stamp,
            epoch: epoch?.name ?? name, isPlain: epoch == nil, payload: payload)
        return SignedDelta(
            header: header, payload: payload,
            signature: machine.owner.signing.sign(header.signedBytes))
    }

    /// Whether this device writes the chain.
    func isOwn(_ chain: ChainID) throws(BrokenClaim) -> Bool {
        try opening(of: chain)?.certificate.device == machine.owner.device
    }

    /// Returns the opening of a chain; nil if it cannot be read here.
    func opening(of chain: ChainID) throws(BrokenClaim) -> Open? {
        guard let first = try deltas(of: chain).first,
            case .open(let open)? = operations(in: first)?.first?.operation
        else { return nil }
        return open
    }

    /// Returns the chains of a person's `friends` audience that its engine holds, and the
    /// audience's current key.
    func friends(
        of person: PersonID, with peer: Certificate
    ) throws(BrokenClaim) -> (chains: [ChainID], head: EpochKey.Followed)? {
        let found = try machine.read { (store) throws(StorageError) in
            let row = try store.audienceRow(.friends, of: person)
            let head = try store.shared(with: peer).first { $0.audience == row }?.keys.first
            return (try store.frontier(of: .friends, by: person).entries.map(\.chain), head)
        }
        return found.1.map { (found.0, $0) }
    }

    /// Returns the first secret of a person's `friends` audience, from one of its rotations.
    func firstSecret(in chains: [ChainID]) throws(BrokenClaim) -> Bytes32? {
        for chain in chains {
            for delta in try deltas(of: chain) where delta.header.isPlain {
                guard case .rotate(let rotation)? = operations(in: delta)?.first?.operation else {
                    continue
                }
                let name = Derivation.epochName(of: rotation)
                for key in keys where key.name == name {
                    if let secrets = EpochKey.secrets(of: rotation, key: key.key) {
                        return secrets.firstSecret
                    }
                }
            }
        }
        return nil
    }

    /// The audience for which a chain is forged.
    enum Circle { case itsFriends, friendsOfPeer }

    /// Creates a chain of its own in an audience that the peer is in; returns its opening, where it
    /// continues, and the chains held of that audience.
    func newChain(
        among circle: Circle, over tap: Tap
    ) throws(BrokenClaim) -> (opening: SignedDelta, pen: Pen, known: [ChainID])? {
        guard let peer = try certificate(of: tap) else { return nil }
        let owner = circle == .itsFriends ? machine.person : peer.person
        guard let (known, head) = try friends(of: owner, with: peer),
            let secret = try firstSecret(in: known)
        else { return nil }
        let stamp = stamp()
        guard let place = tap.place(of: head) else { return nil }
        let incarnation = dice.next()
        let chain = Derivation.chain(
            secret: secret, device: machine.owner.device, incarnation: incarnation)
        let open = Open(
            audience: AudienceKind.friends.rawValue, owner: owner,
            certificate: machine.owner.certificate, incarnation: incarnation, grant: nil)
        let base = CompactRun.Base(startOf: chain)
        let plain = Payload.encode([OriginedOperation(.open(open))], chain: chain, sequence: 0)
        let opening = forge(plain, after: base, stamp: stamp, epoch: head)
        let pen = Pen(
            chain: chain, epoch: head, place: place, base: CompactRun.Base(after: opening.header))
        return (opening, pen, known)
    }

    /// Returns the certificate of the peer; nil if it is not known.
    func certificate(of tap: Tap) throws(BrokenClaim) -> Certificate? {
        guard let peer = tap.peer, people.indices.contains(peer) else { return nil }
        let person = people[peer]
        return try machine.read { (store) throws(StorageError) in
            try store.certificates(of: person).first
        }
    }

    /// A stamp of the current time by its own clock.
    func stamp() -> HybridTime {
        HybridTime(wall: wall, counter: UInt16(dice.roll(below: 1000)))
    }

    /// Returns a message with deltas of a chain from its first on.
    static func run(_ deltas: [SignedDelta], at place: UInt8) -> Tap.Utterance? {
        guard let first = deltas.first?.header else { return nil }
        let base =
            first.sequence == 0
            ? CompactRun.Base(startOf: first.chain)
            : CompactRun.Base(
                chain: first.chain, sequence: first.sequence, previous: first.previous,
                stamp: HybridTime(rawValue: 0), epoch: .zero)
        let bytes = spell(deltas, after: base)
        guard bytes.count < Message.bytesMax - Message.runOverheadMax else { return nil }
        return .message(
            .run(
                Message.Run(
                    isLast: true, audience: place, chain: first.chain, sequence: first.sequence,
                    deltas: bytes)))
    }
}
