import CRDT
import Primitives
import Sodium
import Store
import Wire

// The greeting: who the peer is, which keys both have, and therefore which audiences they share. An outsider
// receives the same amount whether or not there is anything: keys are filled up with zeros, and tags with
// random ones, to the next multiple of 32.
extension Session {
    /// Begins the greeting after the handshake, in which the other side has proved its static key. The
    /// responder says first who it is, so that a caller never tells its name to a node it did not mean to
    /// call.
    func beginGreeting() {
        phase = .greeting
        if channel.role == .responder { sayWhoThisIs() }
    }

    private func sayWhoThisIs() {
        let proof = DeviceProof.sign(
            role: role, handshakeHash: channel.hash, by: signing)
        send(.certificate(store.certificate, proof: proof))
    }

    // The roles in hashes and proofs of this link: 1 initiator, 2 responder.
    private var role: UInt8 { channel.role == .initiator ? 1 : 2 }
    private var otherRole: UInt8 { 3 - role }

    /// Checks the peer's certificate and proof of its device.
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
        // The peer is told why, and nothing else.
        case .refused(let reason): throw .peer(reason)
        }
        try greet(claimed)
    }

    /// Completes an invitation once the inviter sends anything behind its certificate: an inviter that
    /// refuses sends only the reason.
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
        // Take from each audience's history in turn, so that a long one leaves room for the others.
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

    /// Sends another own device the keys that came since the greeting, of epochs that do not mark it: it is
    /// served what they seal all the same.
    func tellLateKeys() throws(SessionError) {
        guard phase == .open, let certificate else { return }
        let keys = try stored { () throws(StorageError) in
            try store.keysUnmarked(for: certificate)
        }
        .filter { !passed.contains($0.name) }
        guard !keys.isEmpty else { return }
        tell(Array(keys.prefix(Message.audiencesMax)), isFriend: false)
    }

    /// Sends the key that opens a checkpoint, if the peer may have it and gets it in no other way: its
    /// rotation was made since the greeting, and stands behind what is dead.
    ///
    /// - Returns: Its cost in credit, in bytes.
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

    /// Processes keys that another own device sends after the greeting, or the key of a checkpoint that comes
    /// next.
    func takeLateKeys(_ keys: [EpochKey.Followed]) throws(SessionError) {
        let told = keys.filter { $0.name != .zero }
        if !isOwnDevice {
            guard isFamiliar, told.count == 1 else { throw .peer(.unexpected) }
            try receivedBytes(Message.keys(keys, isFriend: false).bytes.count)
        }
        let unproven = try stored { () throws(StorageError) in try store.claim(told) }
        // The number of claims is unlimited; keep a limited number.
        claims += unproven.prefix(max(SyncLimits.claimsMax - claims.count, 0))
        for key in told where !unproven.contains(key) { passed.insert(key.name) }
    }

    /// Claims the peer's keys again before its messages are judged: another peer may have claimed others
    /// since.
    func claimAgain() throws(SessionError) {
        guard isFamiliar, !claims.isEmpty else { return }
        claims = try stored { () throws(StorageError) in try store.claim(claims) }
    }

    /// Processes the introduction of a newcomer by invitation.
    func takeIntroduction(_ text: String, wall: WallTime) throws(SessionError) {
        guard let certificate, let invitation = channel.invitation, channel.role == .responder
        else { throw .peer(.unexpected) }
        guard !isIntroduced else { throw .peer(.unexpected) }
        isIntroduced = true
        try stored { () throws(StorageError) in
            try store.introduce(text, by: certificate, id: invitation, at: wall)
        }
    }

    /// Processes a farewell, which ends a right of this person, or shows that the person who ended it was no
    /// owner by then. Also accepted from a peer with whom they share nothing any more as far as they know.
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

    /// Processes farewells that came before their groups.
    func takeEarlyFarewells(wall: WallTime) throws(SessionError) {
        let early = earlyFarewells
        earlyFarewells = []
        for farewell in early { try take(farewell, wall: wall) }
    }

    // A farewell from another own device that comes too early is kept until it is understood.
    private func take(_ farewell: Farewell, wall: WallTime) throws(SessionError) {
        let isTaken = try stored { () throws(StorageError) in try store.take(farewell, at: wall) }
        let isOwn = certificate?.person == store.certificate.person
        if !isTaken, isOwn { earlyFarewells.append(farewell) }
    }

    /// Processes the peer's keys, which come first so that a device that was away during a rotation is not
    /// locked out while the rotation's maker is away.
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
        // A rotation may have come since the peer was told; then it finds the audience by the earlier key.
        for tag in told
        where !tags.contains(tag) && shared.contains(where: { $0.audience == tag.audience }) {
            tags.append(tag)
        }
        // The peer passes these on. Whether it is served them in turn, its grant has to say.
        for tag in passedOn where !tags.contains(tag) { tags.append(tag) }
        // A person who joins a group again may know it by the same key; list each once.
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

    /// The most audiences that one side names; one place is for the files tag.
    static let interestMax = Message.audiencesMax - 1

    private static func tags(of shared: [SharedAudience]) -> [Tag] {
        shared.flatMap { audience in
            audience.keys.map { Tag(key: $0, audience: audience.audience) }
        }
    }

    /// Matches the peer's interest with our own: an audience with a tag in both is shared.
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

    /// Records whether the peer shares what it has for its friends. Nothing else tells that it has ended a
    /// friendship.
    func noteFriendship() throws(SessionError) {
        guard let person = certificate?.person else { return }
        let found = exchanges.compactMap(\.audience)
        try stored { () throws(StorageError) in
            try store.noteFriendship(
                of: person, byWhatHeShares: found, isAll: found.count == exchanges.count)
        }
    }

    // The word of a revoked own device counts for nothing.
    private var isOwnDevice: Bool {
        isFamiliar && certificate?.person == store.certificate.person
    }

    // The number of blanks that bring a list to the next multiple of 32, at least 32 in all.
    private static func filling(_ count: Int) -> Int {
        let full = max((count + Message.padding - 1) / Message.padding, 1) * Message.padding
        return full - count
    }
}
