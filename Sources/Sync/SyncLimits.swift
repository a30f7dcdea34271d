/// Limits on what one peer, and all together, may cost, with units and reasons. The simulator sometimes draws
/// the variable ones close to nothing: nodes then converge all the same, in more steps.
package struct SyncLimits: Equatable, Sendable {
    /// Links with peers that have proved who they are: the friends of a person, with room to spare; a
    /// descriptor and at most 6 MiB each.
    package var linksMax = 64
    /// Links beyond these, for own devices and newcomers by invitation, when nobody gives way.
    package var spareLinksMax = 4
    /// Links to fellows that this node opens: half of those that it accepts. If all do so, at least half of
    /// them have a place for callers, however many they are.
    package var fellowsDialledMax = 16
    /// Links with fellows who have called, not counting newcomers by invitation.
    package var fellowsCallingMax = 32
    /// Links with one person other than this one: anybody can certify as many devices as they like.
    static let linksOfPersonMax = 4
    /// The age at which a fellow's link gives way to another fellow's: long enough to exchange everything.
    /// With 32 links, at most one ends every two seconds.
    static let fellowStay: Duration = .seconds(60)
    /// The pause before a device that was told that there is no place calls again.
    static let crowdedPause: (shortest: Duration, longest: Duration) = (
        .seconds(150), .seconds(300)
    )
    /// Friends and own devices that are dialled at once when no place is left; a place is made for one that
    /// answers.
    static let dialsWhileFullMax = 8
    /// Links of any kind, including those that have ended and are not closed yet: the places, the unproven
    /// callers, and those that are closing.
    static let sessionsMax = 192
    /// Callers that have not proved who they are, who take no places. For one more, one of them gives way.
    package var unprovenMax = 16
    /// Further such callers, from blocks where friends and own devices were met.
    package var unprovenMetMax = 8
    /// Callers of either sort from one block of addresses.
    package var unprovenPerAddressMax = 4
    /// The time to prove who it is after which a caller gives way to another of its block: eight round trips
    /// over half the world.
    static let callerStay: Duration = .seconds(1)
    /// The blocks where friends and own devices were met that are remembered, latest last.
    static let metBlocksMax = 256
    /// Strangers who have called and proved who they are, and stay in case they become known; they leave room
    /// for friends. One more is noted as asking, and sent away.
    package var strangersMax = 16
    /// Such strangers from one block of addresses.
    package var strangersPerAddressMax = 4
    /// The time for a handshake, which takes three messages; a slower peer is overloaded or hostile.
    static let handshakePatience: Duration = .seconds(5)
    /// Bytes of one handshake frame. The longest message has 64.
    static let handshakeFrameMax = 512
    /// Bytes of runs that may be on their way to a receiver; the same at both ends.
    package var creditBytes = 4 * 1024 * 1024
    /// The number of processed bytes after which credit is returned.
    package var creditStepBytes = 512 * 1024
    /// The number of bytes at which a run ends: two frames, so that commits stay small. At least 512, more
    /// than the first delta of a chain, which is judged by the rotation behind it.
    package var runBytesWanted = 112 * 1024
    /// Bytes of runs that one step sends to one peer: about 10 ms of reading and sealing.
    package var stepBytes = 1024 * 1024
    /// The time between heartbeats, with jitter.
    static let heartbeatAfter: (shortest: Duration, longest: Duration) = (
        .seconds(20), .seconds(30)
    )
    /// A peer that reads nothing of what waits for it for so long is unreachable or hostile.
    static let stallPatience: Duration = .seconds(30)
    /// A peer that sends no whole frame for longer is unreachable: the longest frame takes so long at 6
    /// kbit/s.
    static let silenceMax: Duration = .seconds(90)
    /// An offered delta is requested if it was not pushed by then.
    static let offerPatience: Duration = .milliseconds(200)
    /// The time that a peer has to deliver what it offered, and again after each run that comes; then the
    /// next peer is asked.
    static let askedPatience: Duration = .seconds(1)
    /// The longest delay before another peer with the same offer is asked, however much the first one
    /// promises and however slowly it delivers.
    static let promisePatience: Duration = .seconds(2)
    /// The first pause before a friend is dialled again, which doubles up to the longest.
    static let redialAfter: (shortest: Duration, longest: Duration) = (.seconds(1), .seconds(300))
    /// The age at which a link is renewed by the node that opened it: about once a day, at random, so that it
    /// reveals nothing.
    package var renewAfter: ClosedRange<Duration> = .seconds(12 * 3600) ... .seconds(36 * 3600)
    /// The time after which a link counts as steady. One that lasted less does not reset the back-off, so
    /// that a node that is sent away by each answer does not call every second.
    static let steadyAfter: Duration = .seconds(30)
    /// Two nodes that dial each other do so within this time; a link that comes later is no such crossing.
    static let crossingMax: Duration = .seconds(10)
    /// Links of a device that is proven to run twice: two for two nodes, and two that may be half dead.
    static let linksOfTwinsMax = 4
    /// Links that have ended and are still shown by `weft peers`.
    package var endedShownMax = 16
    /// Friends' devices tried by one `weft connect`.
    static let connectTriesMax = 8
    /// Remembered people who ask to be friends. For one more, the oldest of those from the block of addresses
    /// with most of them is forgotten.
    package var friendRequestsMax = 64
    /// Such people from one block of addresses. Further ones are not noted until one of these has waited for
    /// `friendRequestStay`.
    package var friendRequestsPerAddressMax = 4
    static let friendRequestStay: Duration = .seconds(10 * 60)
    /// A violation is announced at once, and the same one only counted for so long.
    static let rejectionPause: Duration = .seconds(60)
    /// People whose violations are counted separately.
    static let rejectionsMax = 256
    /// Objects of one author announced one by one in a step; beyond that, only their number.
    package var noticesMax = 100
    /// Rows that one idle step adds to the full-text index: about 10 ms.
    package var indexRows = 300
    /// The pause before operations that wait for a late verdict are checked again.
    static let refoldPatience: Duration = .seconds(20)
    /// The pause before copies are compared with their home after either changed remotely.
    static let copiesPause: Duration = .seconds(1)
    /// The pause before withdrawn operations are declared dead, so that what is withdrawn together dies
    /// together.
    static let endingsPause: Duration = .seconds(10)
    /// The pause between checks of the trash, as long as there is something in it: until the next item falls
    /// due, at least once a day and at most once an hour.
    static let trashPauseMin: Duration = .seconds(60 * 60)
    static let trashPauseMax: Duration = .seconds(24 * 60 * 60)
    /// The pause before dead operations are erased.
    static let erasePause: Duration = .milliseconds(500)
    /// The pause between checks for expired idempotency keys, as long as there are any.
    static let keysPause: Duration = .seconds(60 * 60)
    /// The pause between a write and its indexing, so that a burst of writes is indexed at once.
    static let indexPause: Duration = .milliseconds(100)
    /// The longest pause after the previously indexed rows, however busy the node is.
    static let indexPatience: Duration = .milliseconds(500)
    /// How long a peer may take to show that what does not fit is another branch of its chain.
    static let doubtPatience: Duration = .seconds(10)
    /// Chains of one audience that may be in doubt at once.
    static let doubtsMax = 1000
    /// Unproven keys of one peer that are remembered: as many as two messages hold.
    static let claimsMax = 448
    /// Rounds of one search: a chain of a million deltas takes four, and many are searched at once.
    static let searchesMax = 256
    /// When beacons are sent after the start or a change of the networks; the first ones may be lost.
    static let beaconBurst: [Duration] = [
        .zero, .milliseconds(200), .seconds(1), .seconds(5),
    ]
    /// The random pause between later beacons.
    static let beaconAfter: (shortest: Duration, longest: Duration) = (
        .seconds(20), .seconds(30)
    )
    /// Beacons of one device at shorter intervals belong to one burst.
    static let burstGap: Duration = .seconds(15)
    /// Of two devices that discover each other, the one with the smaller key dials; the other waits so long
    /// for it.
    static let dialledPatience: Duration = .seconds(1)
    /// A beacon makes a device that did not answer due again, but not more often than this.
    static let hastenAfter: Duration = .seconds(4)
    /// How long a discovered device counts as near: three beacons in a row may be lost.
    static let nearFor: Duration = .seconds(120)
    /// Keyed hashes that beacons may cost in a second: about 15 ms.
    static let beaconHashesMax = 32_768
    /// Beacons of one host in a second: many nodes may run there, and each sends several ways.
    static let beaconsOfHostMax = 32
    /// Hosts that are counted separately in a second.
    static let beaconHostsMax = 64
    /// Own beacons that are recognised when they come back.
    static let ownNoncesMax = 64
    /// Beacons of neighbours that are recognised when they come again: those of a quarter of an hour.
    static let heardNoncesMax = 1024

    /// How long a short code is valid: to read it out and have it typed, with a second try.
    static let codeLifetime: Duration = .seconds(10 * 60)
    /// Codes of this node that are remembered, open or over.
    static let codesMax = 8
    /// Runs that one code begins, each a millisecond of work; an honest joiner needs one.
    static let codeCallsMax = 32
    /// Codes of others that were tried here and are not tried again.
    static let codesSpentMax = 64
    /// The time for a join by a code, after which it has failed.
    static let codePatience: Duration = .seconds(8)
    /// The node that made a code answers within this time, even if another one has refused it.
    static let codeRefusedPatience: Duration = .seconds(1)
    /// The times at which asks for a code are sent; datagrams may be lost.
    static let codeAsks: [Duration] = [
        .zero, .milliseconds(200), .milliseconds(600), .seconds(1), .seconds(2),
    ]
    /// Nodes that are called for one code.
    static let codeAnswersMax = 4
    /// Answers that are examined: more than one from each of four nodes to each of the asks.
    static let codeAnswersHeardMax = 32
    /// Asks that are answered in a second.
    static let codeAsksAnsweredMax = 8

    /// Bundles that are made or applied at once; each has a segment or two in memory.
    static let bundlesMax = 4
    /// Bytes of a segment that one step applies: about 20 ms, as from links.
    static let unpackBytes = 192 * 1024
    /// How often one bundle is read: what explains something may stand behind it.
    static let bundlePassesMax = 8

    /// The pause before writing to a folder from which own files vanished; doubles up to the longest.
    static let folderLossPause: (shortest: Duration, longest: Duration) = (
        .seconds(1), .seconds(600)
    )

    /// The pause before a change is put into a mailbox, and between looks over one link, so that what is
    /// written together goes there in one segment.
    static let mailboxPause: Duration = .seconds(2)
    /// The time in which a keeper answers, or part of a transfer moves; it has the disk and connection of any
    /// friend. Ends with the next heartbeat after it.
    static let mailboxPatience: Duration = .seconds(120)
    /// Requests of one peer that wait for their turn; an honest one has one at a time.
    static let mailboxRequestsMax = 4
    /// Segments that one look may find: a keeper stores those of 64 people, most of them for others.
    static let mailboxFoundMax = 16_384
    /// Segments that could not be applied yet and are requested again.
    static let mailboxLaterMax = 256

    /// Pieces of a file that are requested at once: 2 MiB.
    static let wantPiecesMax = 64
    /// What building a file's tree counts for, in bytes sent: for the largest file as much as a step sends,
    /// about 10 ms.
    static let treeBytesPerPiece = 512
    /// Pieces of a file from one peer that are written together: 4 MiB for one sync of the disk. With a sync
    /// for each MiB they took as long as everything else together (benchmarks.md, row 19). On a slow card a
    /// sync is 0.4 s in which the node stands still.
    static let piecesLaidMax = 128
    /// The pause after which received pieces are written although they are fewer.
    static let laidPatience: Duration = .seconds(1)
    /// Requests to one peer at once, so that it has something to send while the next one is made.
    static let wantsAwaitedMax = 2
    /// Requests of one peer that wait for their turn: twice what an honest one has.
    static let wantsMax = 4
    /// The time in which a part of what was requested has to come. Ends with the next heartbeat after it.
    static let fetchPatience: Duration = .seconds(60)
    /// The pause before a peer that lacks a file is asked again; doubles up to the longest.
    static let blobPause: (shortest: Duration, longest: Duration) = (.seconds(1), .seconds(300))
    /// Files that one peer lacks and that are remembered, 24 bytes each. Each `blobRestsPerTry` of them
    /// double the first pause for the next.
    static let blobRestsMax = 1024
    static let blobRestsPerTry = 64
    /// Files that are examined in one step of the search; a few look-ups each.
    static let blobsPerStep = 64
    /// Remembered peers that sent leaves which belong to no file.
    static let blobBlamesMax = 256
    /// The pause before a sweep for unreferenced files after a start or an erasure, and between later ones.
    static let blobSweepSoon: Duration = .seconds(10)
    static let blobSweepPause: Duration = .seconds(6 * 60 * 60)

    /// The pause before what audiences show is compared, and the shortest time between comparisons after
    /// changes: summing it up takes 10 s for a million things.
    static let shownPause: Duration = .seconds(5 * 60)
    static let shownPatience: Duration = .seconds(10 * 60)
    /// The pause between slices of the background check of the log: 5 ms in a minute are a twelve-thousandth
    /// of a processor.
    static let lookPause: Duration = .seconds(60)
    /// The time between the beginnings of two rounds through the log, unless a round takes longer. A small
    /// log that was checked each minute was most of the load of a node at rest.
    package var roundPause: Duration = .seconds(60 * 60)

    /// Shares are announced when no more have come for so long, and at the latest so long after the first: a
    /// hundred thousand links that come together are announced once or twice.
    static let receivedPause: Duration = .seconds(1)
    static let receivedPatience: Duration = .seconds(30)
    /// Pairs of author and audience that are counted separately; one more makes all of them announced.
    static let receivedMax = 256
    /// Clients that wait until others hold what they wrote: as many as the gateway serves, and as many again
    /// that have disconnected meanwhile.
    static let arrivalsMax = 128

    /// The limits of the product.
    package static let standard = SyncLimits()

    package init() {}
}
