import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

/// One link and the conversation over it: who the peer is, which audiences both are in, and what each lacks
/// of them.
///
///     handshake -> greeting (certificates, keys) -> matching (interest) -> open
///
/// No method performs I/O: it changes the store within the step's transaction and puts what has to be sent
/// into `outbox`, which is sent after the commit. A violation by the peer is thrown as the reason that ends
/// the link.
final class Session {
    enum Phase: Equatable {
        /// Not connected yet.
        case dialling
        case handshake
        /// The static key is proven; the certificate or the peer's keys have not come yet.
        case greeting
        /// Keys are exchanged, interests are not.
        case matching
        case open
        case closed(String)
    }

    let link: LinkID
    let address: String
    let block: AddressBlock
    let store: Store
    let limits: SyncLimits
    var channel: SecureChannel
    var phase: Phase
    /// Bytes to send when the step is durable.
    var outbox: [UInt8] = []
    /// The kinds of the messages in `outbox`, in order.
    var said: [String] = []
    /// The peer's certificate; nil until its device has proved itself.
    var certificate: Certificate?
    /// The dialled device; nil if the other side opened the link.
    let dialled: Certificate?
    /// The proven inviter, until it shows whether the invitation lets this person in.
    var inviter: Certificate?
    let signing: SigningKey
    /// Split off for this link alone, so that other links do not affect it.
    var entropy: Entropy
    var dice: Dice

    var exchanges: [Exchange] = []
    /// Our tags as they were sent, with what each stands for.
    var interest: [Tag] = []
    /// All tags as they were sent, including blanks.
    var sentInterest: [Bytes16] = []
    /// Rows of the groups that both were in when our tags were sent, as far as was known here.
    var entered: [Int64] = []
    /// The head keys that the peer was told, and the audience of each.
    var told: [Tag] = []
    /// Epochs whose keys were sent over this link, in either direction.
    var passed: Set<Bytes16> = []
    /// Whether, once the link was open, the shared audiences were compared with those that should be.
    var isJudged = false
    /// Keys that the peer delivered whose epochs were not known here.
    var newKeys: [EpochKey.Followed] = []
    /// Delivered keys that are not proven to be the right ones yet.
    var claims: [EpochKey.Followed] = []
    /// Delivered keys of what third persons have for friends, by which, as far as is known here, the peer
    /// would not be served.
    var passedOn: [Tag] = []
    var arriving: ArrivingRun?

    /// Bytes of runs that we may still send, that the peer may still send, and that were received since
    /// credit was last returned.
    var credit: Int
    var theirCredit: Int
    var unreturned = 0

    var openedAt: Instant
    var heardAt: Instant
    var heartbeatAt: Instant
    /// When this node renews the link; nil if the other side opened it.
    var renewAt: Instant?
    var bytesReceived = 0
    var bytesSent = 0
    var deltasReceived = 0
    /// The number of received deltas that were announced.
    var deltasTold = 0
    /// Whether the engine has noted the peer, who is not a friend, as a caller.
    var hasKnocked = false
    /// Whether the peer has just said that it has added this person as a friend.
    private var hasAsked = false
    /// Whether the engine has given the peer a place and recorded the meeting.
    var isWelcomed = false
    /// Whether the peer is an own device, a friend or a fellow; a stranger's messages change nothing here.
    var isFamiliar = false
    /// The closeness that the shell was told.
    var regard = Closeness.unproven
    /// The first frame, if it was not a handshake but a hello by a short code.
    private var hello: [UInt8]?
    /// The run that followed; then nothing else is said over this link.
    var visit: CodeVisit?
    /// The id of the invitation by which this node calls; nil for a call without one, and if it is called.
    let callsBy: UInt64?
    /// What this person sends about themselves when they come by an invitation.
    let introduction: String?
    /// Whether the peer has sent its introduction.
    var isIntroduced = false
    /// The person who became a friend by the invitation of this link, until it is taken.
    var newFriend: PersonID?
    /// Whether the shell was asked to close the link.
    var isClosing = false
    /// Whether it ended because one side has no place for the other.
    var isSentAway = false
    /// The number of farewells that the peer has sent.
    var farewells = 0
    /// Farewells from another own device that are about a group of which nothing has come yet.
    var earlyFarewells: [Farewell] = []
    /// Whether its progress has not been judged yet.
    var isJustOpen = true
    /// Whether nothing was missing on either side when it was last judged.
    var wasInSync = false
    /// Whether it was announced that the peer shows something different.
    var wasDifferent = false
    /// The peer's requests to this node as a mailbox keeper, and this node's requests to the peer.
    var desk = KeepersDesk()
    var errand = KeepersErrand()
    /// The exchange of files.
    var blobs = BlobTalk()

    /// The role of invitations on a link.
    struct Invited {
        /// The invitation by which this node calls; nil for a call without one.
        var by: SecureChannel.Invited?
        /// What it then sends about its person: the text of a ticket.
        var introduction: String?
        /// Keys of the invitations by which others may call, by id.
        var others: [UInt64: Bytes32] = [:]
    }

    /// A tag of our interest: the key it was made with, and the audience if it is known.
    struct Tag: Equatable {
        let key: EpochKey.Followed
        let audience: Int64?
    }

    init(
        link: LinkID, address: String, dialling dialled: Certificate?, invited: Invited = Invited(),
        store: Store, owner: Owner, entropy: Entropy, dice: Dice, limits: SyncLimits,
        at now: Instant
    ) {
        self.link = link
        self.address = address
        block = AddressBlock(of: address)
        self.store = store
        self.limits = limits
        credit = limits.creditBytes
        theirCredit = limits.creditBytes
        var entropy = entropy
        var dice = dice
        channel = SecureChannel(
            role: dialled == nil ? .responder : .initiator, key: owner.agreement,
            remoteKey: dialled?.agreement, ephemeralSeed: entropy.bytes32(),
            invitation: invited.by, invitations: invited.others)
        self.dialled = dialled
        signing = owner.signing
        callsBy = invited.by?.id
        introduction = invited.introduction
        phase = dialled == nil ? .handshake : .dialling
        openedAt = now
        heardAt = now
        heartbeatAt =
            now
            + dice.duration(
                from: SyncLimits.heartbeatAfter.shortest, to: SyncLimits.heartbeatAfter.longest)
        self.entropy = entropy
        self.dice = dice
    }

    /// The peer's device and person; nil until proven.
    var peer: PeerID? { certificate?.peer }

    /// Whether the peer has proved who it is.
    var isProven: Bool {
        switch phase {
        case .greeting, .matching, .open: return certificate != nil
        case .dialling, .handshake, .closed: return false
        }
    }

    /// Whether the link was made by an invitation.
    var isInvited: Bool { channel.invitation != nil }

    /// Whether the link was made by this invitation.
    func isMade(by invitation: OpenJoin) -> Bool {
        channel.invitation == invitation.id
    }

    /// Whether the link is not closed.
    var isAlive: Bool {
        if case .closed = phase { return false }
        return true
    }

    /// Begins the handshake on a link that this node asked for.
    func connected(at now: Instant) throws(CloseReason) {
        guard phase == .dialling else { return }
        phase = .handshake
        openedAt = now
        heardAt = now
        outbox += try channel.begin(nonce: entropy.bytes8())
    }

    /// The index of the exchange that the peer names by its place, which ends the wait for an answer to our
    /// frontier.
    func exchange(at place: UInt8) throws(SessionError) -> Int {
        let index = try exchange(named: place)
        exchanges[index].unanswered = nil
        return index
    }

    /// The same for a message that may be no answer: see `noteRepetition`.
    func exchange(named place: UInt8) throws(SessionError) -> Int {
        guard let index = exchanges.firstIndex(where: { $0.place == place }) else {
            throw .peer(.unexpected)
        }
        return index
    }

    /// Returns the hello by a short code that has come, once.
    func takeHello() -> [UInt8]? {
        defer { hello = nil }
        return hello
    }

    /// Returns the person who became a friend by the invitation of this link, once.
    func takeNewFriend() -> PersonID? {
        defer { newFriend = nil }
        return newFriend
    }

    /// Returns whether the peer has said that it has added this person as a friend, once.
    func takeAsking() -> Bool {
        defer { hasAsked = false }
        return hasAsked
    }

    /// Queues a message after all earlier ones.
    func send(_ message: Message) {
        channel.seal(message, behind: &outbox)
        said.append(message.name)
    }

    /// Processes received bytes.
    func received(_ bytes: [UInt8], at now: Instant, wall: WallTime) throws(SessionError) {
        bytesReceived += bytes.count
        let arrivals: [SecureChannel.Arrival]
        do throws(CloseReason) {
            let result = try channel.receive(bytes)
            arrivals = result.arrivals
            outbox += result.reply
        } catch {
            throw .peer(error)
        }
        // Bytes alone are no sign of life: after a length that was changed on its way, everything is taken
        // for one long frame.
        if !arrivals.isEmpty { heardAt = now }
        for arrival in arrivals {
            switch arrival {
            case .complete: beginGreeting()
            case .message(let message): try received(message, at: now, wall: wall)
            case .code(let frame): hello = frame
            }
        }
    }

    private func received(
        _ message: Message, at now: Instant, wall: WallTime
    ) throws(SessionError) {
        switch (phase, message) {
        case (_, .close(let reason)):
            if reason.refusesInvitation, let invitation = channel.invitation,
                channel.role == .initiator
            {
                try stored { () throws(StorageError) in
                    try store.beRefused(by: invitation, because: reason, at: wall)
                }
            }
            isSentAway = reason == .tooMuch
            phase = .closed("closed by the peer: \(reason.name)")
        case (.greeting, .certificate(let certificate, let proof)):
            try takeCertificate(certificate, proof: proof, wall: wall)
        case (.greeting, .introduction(let text)):
            try takeIntroduction(text, wall: wall)
        case (.greeting, .farewell(let farewell)):
            try beWelcomed(wall: wall)
            try takeFarewell(farewell, wall: wall)
        case (.greeting, .keys(let keys, let isFriend)):
            hasAsked = isFriend
            try beWelcomed(wall: wall)
            try takeKeys(keys)
        case (.matching, .interest(let tags)): try match(tags)
        case (.open, .keys(let keys, _)): try takeLateKeys(keys)
        case (.open, .digests(let digests)): try compare(digests)
        case (.open, .frontier(let part)): try takeFrontier(part, at: now)
        case (.open, .run(let run)): try takeRun(run, at: now, wall: wall)
        case (.open, .more(let isLast, let deltas)):
            try takeMore(deltas, isLast: isLast, at: now, wall: wall)
        case (.open, .fork(let audience, let proof)):
            try takeFork(proof, at: audience, wall: wall)
        case (.open, .heads(let heads)): try takeHeads(heads)
        case (.open, .checkpoint(let audience, let proof)):
            try takeCheckpoint(proof, at: audience, wall: wall)
        case (.open, .recall(let audience, let place)): try takeRecall(place, at: audience)
        case (.open, .branch(let run)): try takeRun(run, isBranch: true, at: now, wall: wall)
        case (.open, .mailbox(let request)): try takeRequest(request)
        case (.open, .kept(let answer)): try takeAnswer(answer)
        case (.open, .piece(let isPut, let bytes)):
            if isPut { try takePutPiece(bytes, at: wall) } else { try takeGotPiece(bytes) }
        case (.open, .want(let want)): try takeWant(want)
        case (.open, .leaves(let leaves)): try takeLeaves(leaves)
        case (.open, .hasNot(let name)): try takeHasNot(name, at: now)
        case (.open, .declined(let audience, let chains)): try takeDeclined(chains, at: audience)
        case (.open, .shown(let entries)): try takeShown(entries)
        case (.open, .credit(let bytes)):
            guard credit + Int(bytes) <= limits.creditBytes else { throw .peer(.tooMuch) }
            credit += Int(bytes)
        case (.dialling, _), (.handshake, _), (.greeting, _), (.matching, _), (.open, _):
            throw .peer(.unexpected)
        case (.closed, _): return
        }
    }
}
