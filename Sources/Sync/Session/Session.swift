import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

/// One link and what is said over it: who the other is, which audiences both are in, and what each
/// lacks of them.
///
///     handshake -> greeting (certificates, keys) -> matching (interest) -> open
///
/// Every method performs nothing: it changes the store within the step's transaction and puts what
/// has to be sent into `outbox`, which leaves after the commit. A peer's wrongdoing is thrown as
/// the reason that ends the link.
final class Session {
    enum Phase: Equatable {
        /// Not connected yet.
        case dialling
        case handshake
        /// The key of the link is proven, but not yet who it is, or not heard which keys it has.
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
    /// What kinds of messages are in it, in their order.
    var said: [String] = []
    /// Who the other is; nil until its device has proved itself.
    var certificate: Certificate?
    /// Who was dialled; nil if the other side opened the link.
    let dialled: Certificate?
    /// Who has invited this person, proven, until it shows whether the invitation lets them in.
    var inviter: Certificate?
    let signing: SigningKey
    /// Drawn in advance for this link alone, so that what others are told never shifts it.
    var entropy: Entropy
    var dice: Dice

    var exchanges: [Exchange] = []
    /// Our tags as they were sent, with what each stands for.
    var interest: [Tag] = []
    /// All of them as they were sent, blanks included.
    var sentInterest: [Bytes16] = []
    /// The groups that both were in when our tags were sent, as far as was heard here: rows.
    var entered: [Int64] = []
    /// The head keys that the peer was told, and the audience of each.
    var told: [Tag] = []
    /// Epochs whose keys went over this link, either way.
    var passed: Set<Bytes16> = []
    /// What both share was compared with what they may once the link was open.
    var isJudged = false
    /// Keys the peer delivered whose epochs were not known here.
    var newKeys: [EpochKey.Followed] = []
    /// Those of which it is not proven yet that they are the right ones.
    var claims: [EpochKey.Followed] = []
    /// Those of what third persons have for friends, which he would not be served by what is known here.
    var passedOn: [Tag] = []
    var arriving: ArrivingRun?

    /// Bytes of runs that we may still send, that it may still send, and that were taken in since
    /// credit was last returned.
    var credit: Int
    var theirCredit: Int
    var unreturned = 0

    var openedAt: Instant
    var heardAt: Instant
    var heartbeatAt: Instant
    /// When this node makes the link anew; nil if the other one opened it.
    var renewAt: Instant?
    var bytesReceived = 0
    var bytesSent = 0
    var deltasReceived = 0
    /// Of those, as many as onlookers were told of.
    var deltasTold = 0
    /// Somebody who is no friend: the engine has heard of him.
    var hasKnocked = false
    /// The other has just said that he has added this person as a friend.
    private var hasAsked = false
    /// The engine knows who this is.
    var isWelcomed = false
    /// The other is this person himself or a friend; a stranger's word changes nothing here.
    var isFamiliar = false
    /// What the shell was told of who this is.
    var regard = Closeness.unproven
    /// The first frame, if it was no handshake but a hello by a short code.
    private var hello: [UInt8]?
    /// What has come of it; then nothing else is said over this link.
    var visit: CodeVisit?
    /// The id of the invitation by which this node calls; nil for a plain call, and if it is called.
    let callsBy: UInt64?
    /// What this person says of himself where he comes by an invitation.
    let introduction: String?
    /// The other has said of himself what a newcomer says.
    var isIntroduced = false
    /// Who has become a friend by the invitation of this link, until somebody asked.
    var newFriend: PersonID?
    /// The shell was asked to close the link.
    var isClosing = false
    /// It ended because one side has no place for the other.
    var isSentAway = false
    /// So many of the other's farewells were heard.
    var farewells = 0
    /// Those by another device of this person that are about a group of which nothing has come yet.
    var earlyFarewells: [Farewell] = []
    /// Its progress has not been judged yet.
    var isJustOpen = true
    /// Nothing was missing on either side when it was last judged.
    var wasInSync = false
    /// Onlookers were told that the other shows something else.
    var wasDifferent = false
    /// What the peer asks of this node as its keeper, and what this node asks of it as that.
    var desk = KeepersDesk()
    var errand = KeepersErrand()
    /// What is said about files.
    var blobs = BlobTalk()

    /// What invitations have to do with a link.
    struct Invited {
        /// By which this node calls; nil for a plain call.
        var by: SecureChannel.Invited?
        /// What it says of its person then: the text of his ticket.
        var introduction: String?
        /// Keys of those by which others may call, by their ids.
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

    /// The device at the other end, and whose it is; nil until proven.
    var peer: PeerID? { certificate?.peer }

    /// The other has proved who it is.
    var isProven: Bool {
        switch phase {
        case .greeting, .matching, .open: return certificate != nil
        case .dialling, .handshake, .closed: return false
        }
    }

    /// The link was made by an invitation.
    var isInvited: Bool { channel.invitation != nil }

    /// The link was made by this very invitation.
    func isMade(by invitation: OpenJoin) -> Bool {
        channel.invitation == invitation.id
    }

    /// Still wants something of the link.
    var isAlive: Bool {
        if case .closed = phase { return false }
        return true
    }

    /// The link that this node asked for is open.
    func connected(at now: Instant) throws(CloseReason) {
        guard phase == .dialling else { return }
        phase = .handshake
        openedAt = now
        heardAt = now
        outbox += try channel.begin(nonce: entropy.bytes8())
    }

    /// The index of the exchange of which the peer says something, named by its place.
    func exchange(at place: UInt8) throws(SessionError) -> Int {
        let index = try exchange(named: place)
        exchanges[index].unanswered = nil
        return index
    }

    /// The same of what may be no answer to what it was told: see `noteRepetition`.
    func exchange(named place: UInt8) throws(SessionError) -> Int {
        guard let index = exchanges.firstIndex(where: { $0.place == place }) else {
            throw .peer(.unexpected)
        }
        return index
    }

    /// The hello by a short code that has come, once.
    func takeHello() -> [UInt8]? {
        defer { hello = nil }
        return hello
    }

    /// Who has become a friend by the invitation of this link, once.
    func takeNewFriend() -> PersonID? {
        defer { newFriend = nil }
        return newFriend
    }

    /// Whether the other has said that he has added this person as a friend, once.
    func takeAsking() -> Bool {
        defer { hasAsked = false }
        return hasAsked
    }

    /// Queues a message behind all before.
    func send(_ message: Message) {
        channel.seal(message, behind: &outbox)
        said.append(message.name)
    }

    /// Takes in bytes.
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
        // Bytes alone are no sign of life: behind a length that was changed on its way, all that comes
        // is taken for one long frame.
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
            phase = .closed("the other side: \(reason.name)")
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
