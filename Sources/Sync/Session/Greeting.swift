import CRDT
import Primitives
import Sodium
import Store
import Wire

// Who the other is, which keys both have, and which audiences they therefore share. What an
// outsider is told is the same whether or not there is anything: keys and tags are filled up with
// zeros and chance to the next multiple of 32.
extension Session {
    /// The handshake is complete: the other side holds the key that it came with. Who was called says
    /// first who it is, so that a caller never tells its name to somebody it did not mean to call.
    func beginGreeting() {
        phase = .greeting
        if channel.role == .responder { sayWhoThisIs() }
    }

    private func sayWhoThisIs() {
        let proof = DeviceProof.sign(
            role: role, handshakeHash: channel.hash, by: signing)
        send(.certificate(store.certificate, proof: proof))
    }

    // 1 initiator, 2 responder: what hashes and proofs of this link call this side and the other one.
    private var role: UInt8 { channel.role == .initiator ? 1 : 2 }
    private var otherRole: UInt8 { 3 - role }

    /// The other side says who it is, and proves it: before that nobody has a device.
    func takeCertificate(
        _ claimed: Certificate, proof: [UInt8], wall: WallTime
    ) throws(SessionError) {
        guard certificate == nil, inviter == nil else { throw .peer(.unexpected) }
        try check(claimed, proof: proof)
        guard let invitation = channel.invitation else {
            if channel.role == .initiator { sayWhoThisIs() }
            return try greet(claimed)
        }
        if channel.role == .initiator {
            inviter = claimed
            sayWhoThisIs()
            if let introduction { send(.introduction(text: introduction)) }
            return
        }
        let welcome = try stored { () throws(StorageError) in
            try store.welcome(claimed, by: invitation, at: wall)
        }
        switch welcome {
        case .letIn: break
        case .befriended: newFriend = claimed.person
        // They hear why, and nothing else.
        case .refused(let reason): throw .peer(reason)
        }
        try greet(claimed)
    }

    /// The first word behind the certificate of who has invited this person: whom it refuses it tells
    /// only that.
    func beWelcomed(wall: WallTime) throws(SessionError) {
        guard let inviter, let invitation = channel.invitation else { return }
        self.inviter = nil
        newFriend = try stored { () throws(StorageError) in
            try store.becomeFriend(by: invitation, at: wall)
        }
        try greet(inviter)
    }

    private func check(_ claimed: Certificate, proof: [UInt8]) throws(SessionError) {
        guard claimed.isGenuine, claimed.agreement == channel.remoteKey,
            dialled.map({ $0.peer == claimed.peer }) ?? true
        else { throw .peer(.badCertificate) }
        guard claimed.device != store.certificate.device else { throw .peer(.reflected) }
        guard
            DeviceProof.isGenuine(
                proof, role: otherRole, handshakeHash: channel.hash, by: claimed.device)
        else { throw .peer(.badCertificate) }
    }

    private func greet(_ checked: Certificate) throws(SessionError) {
        certificate = checked
        isFamiliar = try stored { () throws(StorageError) in try store.isFamiliar(checked) }
        for farewell in try stored({ () throws(StorageError) in
            try store.farewells(to: checked)
        }) {
            send(.farewell(farewell))
        }
        let shared = try stored { () throws(StorageError) in try store.shared(with: checked) }
        told = Self.tags(of: shared)
        var keys = shared.flatMap(\.keys).filter { $0.name != .zero }
        // Of each audience's history in turn, so that a long one leaves room for the others.
        for place in 0..<Message.audiencesMax where keys.count < Message.audiencesMax {
            keys += shared.compactMap { $0.history.dropFirst(place).first }
        }
        let isFriend = try stored { () throws(StorageError) in
            try store.isContact(checked.person)
        }
        tell(Array(keys.prefix(Message.audiencesMax)), isFriend: isFriend)
    }

    @discardableResult
    private func tell(_ keys: [EpochKey.Followed], isFriend: Bool) -> Message {
        passed.formUnion(keys.map(\.name))
        let blank = EpochKey.Followed(name: .zero, key: .zero)
        let blanks = Array(repeating: blank, count: Self.filling(keys.count))
        let message = Message.keys(keys + blanks, isFriend: isFriend)
        send(message)
        return message
    }

    /// Tells another device of this person what keys have come since the two greeted each other, of
    /// epochs that do not mark it: it is served what they seal all the same.
    func tellLateKeys() throws(SessionError) {
        guard phase == .open, let certificate else { return }
        let keys = try stored { () throws(StorageError) in
            try store.keysUnmarked(for: certificate)
        }
        .filter { !passed.contains($0.name) }
        guard !keys.isEmpty else { return }
        tell(Array(keys.prefix(Message.audiencesMax)), isFriend: false)
    }

    /// Tells the key that opens a checkpoint, where the peer may have it and learns it by nothing else:
    /// its rotation has come about since the two greeted each other, and stands behind what is dead.
    ///
    /// - Returns: what it takes of the credit, in bytes.
    func tellKey(of proof: CheckpointProof, _ index: Int) throws(SessionError) -> Int {
        guard let certificate, let header = proof.path.headers.first, !header.isPlain,
            !passed.contains(header.epoch)
        else { return 0 }
        let theirs = exchanges[index].theirs
        let key = try stored { () throws(StorageError) in
            try store.keyUnheard(of: header.epoch, by: certificate, holding: theirs)
        }
        guard let key else { return 0 }
        let message = tell([key], isFriend: false)
        return isOwnDevice ? 0 : message.bytes.count
    }

    /// Keys that another device of this person tells after the greeting, or the one by which a
    /// checkpoint is opened that comes next.
    func takeLateKeys(_ keys: [EpochKey.Followed]) throws(SessionError) {
        let told = keys.filter { $0.name != .zero }
        if !isOwnDevice {
            guard isFamiliar, told.count == 1 else { throw .peer(.unexpected) }
            try receivedBytes(Message.keys(keys, isFriend: false).bytes.count)
        }
        let unproven = try stored { () throws(StorageError) in try store.claim(told) }
        // Of claims alone there is no end.
        claims += unproven.prefix(max(SyncLimits.claimsMax - claims.count, 0))
        for key in told where !unproven.contains(key) { passed.insert(key.name) }
    }

    /// While what the peer sends is judged his word on keys holds: somebody else may have said since
    /// then that they are others.
    func claimAgain() throws(SessionError) {
        guard isFamiliar, !claims.isEmpty else { return }
        claims = try stored { () throws(StorageError) in try store.claim(claims) }
    }

    /// Who came by an invitation says what he is called and where he is.
    func takeIntroduction(_ text: String, wall: WallTime) throws(SessionError) {
        guard let certificate, let invitation = channel.invitation, channel.role == .responder
        else { throw .peer(.unexpected) }
        guard !isIntroduced else { throw .peer(.unexpected) }
        isIntroduced = true
        try stored { () throws(StorageError) in
            try store.introduce(text, by: certificate, id: invitation, at: wall)
        }
    }

    /// Somebody tells this person what they are in no longer, or that who ended that was no owner by then:
    /// also one with whom they share nothing any more by what they were told.
    func takeFarewell(_ farewell: Farewell, wall: WallTime) throws(SessionError) {
        guard let certificate else { throw .peer(.unexpected) }
        farewells += 1
        guard farewells <= Farewell.countMax else { throw .peer(.tooMuch) }
        var isKnown = isFamiliar
        if !isKnown {
            isKnown = try stored { () throws(StorageError) in
                try store.wasFellow(certificate.person)
            }
        }
        if isKnown { try take(farewell, wall: wall) }
    }

    /// Takes in what came before the group that it is about.
    func takeEarlyFarewells(wall: WallTime) throws(SessionError) {
        let early = earlyFarewells
        earlyFarewells = []
        for farewell in early { try take(farewell, wall: wall) }
    }

    // Of another device of this person what comes too early is kept until it is understood.
    private func take(_ farewell: Farewell, wall: WallTime) throws(SessionError) {
        let isTaken = try stored { () throws(StorageError) in try store.take(farewell, at: wall) }
        let isOwn = certificate?.person == store.certificate.person
        if !isTaken, isOwn { earlyFarewells.append(farewell) }
    }

    /// Keys first: who was away during a rotation, while its maker is away now, is not locked out.
    func takeKeys(_ keys: [EpochKey.Followed]) throws(SessionError) {
        guard let certificate else { throw .peer(.unexpected) }
        passed.formUnion(keys.map(\.name))
        claims = isFamiliar ? keys.filter { $0.name != .zero } : []
        try claimAgain()
        for key in keys where key.name != .zero && isFamiliar {
            try stored { () throws(StorageError) in
                if try store.isForeign(epoch: key.name) { newKeys.append(key) }
                if let audience = try store.passedOn(by: key.name, from: certificate) {
                    passedOn.append(Tag(key: key, audience: audience))
                }
            }
        }
        if let invitation = channel.invitation, channel.role == .initiator,
            keys.contains(where: { $0.name != .zero })
        {
            try stored { () throws(StorageError) in try store.beWelcome(by: invitation) }
        }
        try stored { () throws(StorageError) in
            try store.answerOffer(of: keys, by: certificate)
        }
        phase = .matching
        try sendInterest()
    }

    private func sendInterest() throws(SessionError) {
        guard let certificate else { preconditionFailure("interest follows the certificate") }
        let shared = try stored { () throws(StorageError) in try store.shared(with: certificate) }
        entered = try stored { () throws(StorageError) in
            try store.entered(with: certificate.person)
        }
        var tags = Self.tags(of: shared)
        // A rotation may have come since the peer was told: then he finds it by the key before.
        for tag in told
        where !tags.contains(tag) && shared.contains(where: { $0.audience == tag.audience }) {
            tags.append(tag)
        }
        // The peer passes it on; whether he is served it in turn, what lets him in has to say.
        for tag in passedOn where !tags.contains(tag) { tags.append(tag) }
        // Who comes into a group again knows it perhaps by the same key: each is told once.
        for key in newKeys where !tags.contains(where: { $0.key == key }) {
            tags.append(Tag(key: key, audience: nil))
        }
        tags = dice.shuffle(Array(tags.prefix(Self.interestMax)))
        var spelled: [(tag: Tag?, bytes: Bytes16)] = tags.map { tag in
            let bytes = Derivation.interest(
                key: tag.key.key, handshakeHash: channel.hash, role: role)
            return (tag, bytes)
        }
        spelled.append((nil, Derivation.blobsTag(handshakeHash: channel.hash, role: role)))
        for _ in 0..<Self.filling(spelled.count) { spelled.append((nil, entropy.bytes16())) }
        spelled = dice.shuffle(spelled)
        interest = tags
        send(.interest(spelled.map(\.bytes)))
        sentInterest = spelled.map(\.bytes)
    }

    /// Audiences that one side names: a place is for the sign that it knows files.
    static let interestMax = Message.audiencesMax - 1

    private static func tags(of shared: [SharedAudience]) -> [Tag] {
        shared.flatMap { audience in
            audience.keys.map { Tag(key: $0, audience: audience.audience) }
        }
    }

    /// The other's interest came: what both have a tag for is shared.
    func match(_ tags: [Bytes16]) throws(SessionError) {
        guard let certificate else { preconditionFailure("interest follows the certificate") }
        let isInitiator = channel.role == .initiator
        let served = try stored { () throws(StorageError) in try store.shared(with: certificate) }
        var places: [Bytes16: UInt8] = [:]
        for (index, tag) in (isInitiator ? sentInterest : tags).enumerated() {
            places[tag] = UInt8(index)
        }
        let theirs = Set(tags)
        blobs.isKnown = theirs.contains(
            Derivation.blobsTag(handshakeHash: channel.hash, role: otherRole))
        for tag in interest {
            let theirTag = Derivation.interest(
                key: tag.key.key, handshakeHash: channel.hash, role: otherRole)
            guard theirs.contains(theirTag) else { continue }
            let mine = Derivation.interest(
                key: tag.key.key, handshakeHash: channel.hash, role: role)
            guard let place = places[isInitiator ? mine : theirTag] else { continue }
            exchanges.append(
                Exchange(
                    place: place, keyName: tag.key.name, audience: tag.audience,
                    isServed: served.contains { $0.audience == tag.audience }))
        }
        exchanges.sort { $0.place < $1.place }
        try noteFriendship()
        spareExchanges()
        phase = .open
        try sendDigests()
    }

    /// What the peer has for his friends is shared, or it is not: a friendship that he has ended is
    /// told by nothing else.
    func noteFriendship() throws(SessionError) {
        guard let person = certificate?.person else { return }
        let found = exchanges.compactMap(\.audience)
        try stored { () throws(StorageError) in
            try store.noteFriendship(
                of: person, byWhatHeShares: found, isAll: found.count == exchanges.count)
        }
    }

    // What a device of this person says that has been revoked is nobody's word.
    private var isOwnDevice: Bool {
        isFamiliar && certificate?.person == store.certificate.person
    }

    // How many blanks bring a list to the next multiple of 32, at least one whole of it.
    private static func filling(_ count: Int) -> Int {
        let full = max((count + Message.padding - 1) / Message.padding, 1) * Message.padding
        return full - count
    }
}
