import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// Deltas that no engine would write, made with the node's own keys from what it holds.
extension HostileNode {
    /// A place in a chain of its own, where the next delta goes.
    struct Pen {
        let chain: ChainID
        let epoch: EpochKey.Followed
        /// Of the audience, as messages name it over one link.
        let place: UInt8
        var base: CompactRun.Base
    }

    /// What of a chain its engine holds from the first delta on; empty if that is dead or unknown.
    func deltas(of chain: ChainID) throws(BrokenClaim) -> [SignedDelta] {
        let bytes = try machine.read { (store) throws(StorageError) in
            try store.run(of: chain, from: 0, bytesWanted: 1024 * 1024)?.deltas
        }
        return bytes.flatMap { Self.parse($0, after: CompactRun.Base(startOf: chain)) } ?? []
    }

    /// A run's deltas; nil if it is none behind `base`.
    static func parse(_ bytes: [UInt8], after base: CompactRun.Base) -> [SignedDelta]? {
        var reader = ByteReader(bytes)
        var base = base
        var deltas: [SignedDelta] = []
        while !reader.isAtEnd {
            // What is no run is nothing to work with.
            guard let delta = try? CompactRun.read(after: base, from: &reader) else { return nil }
            base = CompactRun.Base(after: delta.header)
            deltas.append(delta)
        }
        return deltas
    }

    /// Deltas in a row as they travel, all that are signed with their signatures.
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

    /// What a delta says; nil if its key is not known here.
    func operations(in delta: SignedDelta) -> [OriginedOperation]? {
        guard let plain = plain(of: delta) else { return nil }
        // A payload that is void says nothing.
        return try? Payload.decode(
            plain, chain: delta.header.chain, sequence: delta.header.sequence)
    }

    /// The payload of a delta as it was before it was sealed.
    func plain(of delta: SignedDelta) -> [UInt8]? {
        if delta.header.isPlain { return delta.payload }
        for key in keys where key.name == delta.header.epoch {
            if let plain = PayloadSeal.open(delta, key: key.key) { return plain }
        }
        return nil
    }

    /// A delta behind `base`, signed with its own key.
    ///
    /// - Parameter name: what a payload that is not sealed follows, if it is a rotation.
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

    /// The chain is written by this very device.
    func isOwn(_ chain: ChainID) throws(BrokenClaim) -> Bool {
        try opening(of: chain)?.certificate.device == machine.owner.device
    }

    /// What a chain begins with; nil if it cannot be read here.
    func opening(of chain: ChainID) throws(BrokenClaim) -> Open? {
        guard let first = try deltas(of: chain).first,
            case .open(let open)? = operations(in: first)?.first?.operation
        else { return nil }
        return open
    }

    /// The chains of somebody's `friends` that its engine holds, and the key by which it is found.
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

    /// The first secret of somebody's `friends`, as one of its rotations tells it.
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

    /// Whose friends a chain is forged for.
    enum Circle { case itsFriends, friendsOfPeer }

    /// A new chain of its own in an audience that who lives at the other end is in: its opening,
    /// where to go on, and which chains are held of that audience.
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

    /// The certificate of who lives at the other end; nil if that is nobody it knows.
    func certificate(of tap: Tap) throws(BrokenClaim) -> Certificate? {
        guard let peer = tap.peer, people.indices.contains(peer) else { return nil }
        let person = people[peer]
        return try machine.read { (store) throws(StorageError) in
            try store.certificates(of: person).first
        }
    }

    /// A stamp of now, as its own clock has it.
    func stamp() -> HybridTime {
        HybridTime(wall: wall, counter: UInt16(dice.roll(below: 1000)))
    }

    /// A message that carries deltas of `chain` from its first on.
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
