/// What one peer, and all together, may cost; with unit and reason. What is no constant the simulator
/// draws next to nothing now and then: nodes agree all the same, in more steps.
package struct SyncLimits: Equatable, Sendable {
    /// Links with those who have proved who they are: friends of a person, with room; a descriptor and
    /// at most 6 MiB each.
    package var linksMax = 64
    /// Links beyond these, for own devices and for who comes by an invitation, where nobody gives way.
    package var spareLinksMax = 4
    /// Links to fellows that this node opens. Half of those that it takes: if all do so, at least half
    /// of them have a place left for who calls, however many they are.
    package var fellowsDialledMax = 16
    /// Links with fellows who have called, but for those who came by an invitation.
    package var fellowsCallingMax = 32
    /// With one person, but for this one's own devices: anybody can certify as many devices as they like.
    static let linksOfPersonMax = 4
    /// A fellow's link gives way to another fellow's when it is so old: long enough that everybody is
    /// told everything, and with 32 links one goes every two seconds at most.
    static let fellowStay: Duration = .seconds(60)
    /// Who is told that there is no place for him calls again after so long.
    static let crowdedPause: (shortest: Duration, longest: Duration) = (
        .seconds(150), .seconds(300)
    )
    /// Friends and own devices that are dialled at once where no place is left: who answers finds one.
    static let dialsWhileFullMax = 8
    /// Links of any kind, also those that have ended and are not closed yet: the places, the callers that
    /// have not proved who they are, and those that are going.
    static let sessionsMax = 192
    /// Callers that have not proved who they are; they take nobody's place. One more, and one of them
    /// gives way.
    package var unprovenMax = 16
    /// As many beside them from where friends and own devices were met.
    package var unprovenMetMax = 8
    /// Of either from one block of addresses.
    package var unprovenPerAddressMax = 4
    /// Of one block of addresses who has had so long to prove who they are gives way: eight times round
    /// half the world.
    static let callerStay: Duration = .seconds(1)
    /// Blocks where friends and own devices were met that are remembered, latest last.
    static let metBlocksMax = 256
    /// Callers that have proved who they are, and are nobody here, stay until they are: so many, who
    /// leave room for friends. One more is noted as somebody who asks, and goes.
    package var strangersMax = 16
    /// Of these from one block of addresses.
    package var strangersPerAddressMax = 4
    /// A handshake takes three messages; who needs longer is slow or hostile.
    static let handshakePatience: Duration = .seconds(5)
    /// Bytes of one handshake frame: message 3 carries a certificate and is 224 long.
    static let handshakeFrameMax = 512
    /// Bytes of runs that may be under way to a receiver; the same at both ends.
    package var creditBytes = 4 * 1024 * 1024
    /// Credit is returned when so much has been taken in.
    package var creditStepBytes = 512 * 1024
    /// A run ends as soon as it has so many bytes: two frames, so that commits stay small. More than
    /// the first delta of a chain, which is judged by the rotation behind it: at least 512.
    package var runBytesWanted = 112 * 1024
    /// Bytes of runs that one step sends to one peer: about 10 ms of reading and sealing.
    package var stepBytes = 1024 * 1024
    /// A heartbeat after so much silence of our own, with jitter.
    static let heartbeatAfter: (shortest: Duration, longest: Duration) = (
        .seconds(20), .seconds(30)
    )
    /// Who takes nothing of what waits for them for so long is gone, or means to be waited for.
    static let stallPatience: Duration = .seconds(30)
    /// A peer of whom no whole frame came for longer is gone: the longest one takes so long at 6 kbit/s.
    static let silenceMax: Duration = .seconds(90)
    /// An offered delta is asked for if nobody has pushed it by then.
    static let offerPatience: Duration = .milliseconds(200)
    /// Who was asked for what he offered has so long, and again with each run that comes; then the next
    /// one is asked.
    static let askedPatience: Duration = .seconds(1)
    /// Whoever else offers the same waits for him no longer than this, however much he promises and
    /// however slowly he delivers.
    static let promisePatience: Duration = .seconds(2)
    /// The first pause before a friend is dialled again; doubles up to the longest.
    static let redialAfter: (shortest: Duration, longest: Duration) = (.seconds(1), .seconds(300))
    /// A link is made anew after so long by who opened it: about once a day, of chance, so that it tells
    /// of nothing.
    package var renewAfter: ClosedRange<Duration> = .seconds(12 * 3600) ... .seconds(36 * 3600)
    /// A link that lasted so long was one: who was reached for less is dialled again as if he had not
    /// been, so that who is sent away by each answer does not ask every second.
    static let steadyAfter: Duration = .seconds(30)
    /// Two nodes that dial each other do so within this; a link that comes later is no such pair.
    static let crossingMax: Duration = .seconds(10)
    /// Links of one device that is proven to be there twice: two nodes, and two that may be half
    /// dead.
    static let linksOfTwinsMax = 4
    /// Links that have ended and are still shown by `weft peers`.
    package var endedShownMax = 16
    /// Friends' devices tried by one `weft connect`.
    static let connectTriesMax = 8
    /// People who ask to be friends; one more, and of those from the block of addresses with most of
    /// them the one who asked longest ago is forgotten.
    package var knocksMax = 64
    /// Of these from one block of addresses: whoever comes after that is not noted until one of them
    /// has waited for `knockStay`.
    package var knocksPerAddressMax = 4
    static let knockStay: Duration = .seconds(10 * 60)
    /// What peers did wrong is told at once, and the same again only counted for so long.
    static let rejectionPause: Duration = .seconds(60)
    /// People who are told apart in that.
    static let rejectionsMax = 256
    /// Objects of one author told one by one in a step; beyond, only their number.
    package var noticesMax = 100
    /// Rows of full text that one idle step indexes: about 10 ms.
    package var indexRows = 300
    /// What a late verdict concerns is looked at again after so long.
    static let refoldPatience: Duration = .seconds(20)
    /// Copies are compared with what is at home so long after either changed elsewhere.
    static let copiesPause: Duration = .seconds(1)
    /// What was withdrawn is declared dead after so long: what is withdrawn in one go dies at once.
    static let endingsPause: Duration = .seconds(10)
    /// What is in the trash is looked at so often, as long as something is: when the next thing
    /// falls due, at least once a day and at most once an hour.
    static let trashPauseMin: Duration = .seconds(60 * 60)
    static let trashPauseMax: Duration = .seconds(24 * 60 * 60)
    /// What is dead is dropped after so long.
    static let erasePause: Duration = .milliseconds(500)
    /// Whether keys of requests have served their time is looked so often, as long as there are any.
    static let keysPause: Duration = .seconds(60 * 60)
    /// Full text follows a write after so long, so that a burst of writes is indexed at once.
    static let indexPause: Duration = .milliseconds(100)
    /// And so long after the rows before, however busy the node is.
    static let indexPatience: Duration = .milliseconds(500)
    /// How long a peer may take to show that what does not fit is another branch of its chain.
    static let doubtPatience: Duration = .seconds(10)
    /// Chains of one audience that may be in doubt at once.
    static let doubtsMax = 1000
    /// Keys that one peer has told and nothing has proven yet, which are kept at hand: as many as two
    /// messages hold.
    static let claimsMax = 448
    /// Rounds of one search: a chain of a million deltas takes four, and many are searched at once.
    static let searchesMax = 256
    /// Beacons leave so long after the start or a change of the networks; the first ones may be lost.
    static let beaconBurst: [Duration] = [
        .zero, .milliseconds(200), .seconds(1), .seconds(5),
    ]
    /// And then after pauses of chance.
    static let beaconAfter: (shortest: Duration, longest: Duration) = (
        .seconds(20), .seconds(30)
    )
    /// Beacons of one device that come closer together belong to one burst.
    static let burstGap: Duration = .seconds(15)
    /// Of two that hear each other the device with the smaller key dials; the other one waits so
    /// long for that.
    static let dialledPatience: Duration = .seconds(1)
    /// A beacon makes a device that did not answer due again, but not oftener than this.
    static let hastenAfter: Duration = .seconds(4)
    /// Who was heard is taken for near so long: three beacons in a row may be lost.
    static let nearFor: Duration = .seconds(120)
    /// Keyed hashes that beacons may cost in a second: about 15 ms.
    static let beaconHashesMax = 32_768
    /// Beacons of one host in a second: many nodes may run there, and each sends a few ways.
    static let beaconsOfHostMax = 32
    /// Hosts that are told apart in a second.
    static let beaconHostsMax = 64
    /// Own beacons that are known when they come back.
    static let ownNoncesMax = 64
    /// Beacons of acquaintances that are known when they come again: those of a quarter of an hour.
    static let heardNoncesMax = 1024

    /// How long a short code is good: to read it out and have it typed, with a second try.
    static let codeLifetime: Duration = .seconds(10 * 60)
    /// Codes of this node that are remembered, open or over.
    static let codesMax = 8
    /// Runs that one code begins, each a millisecond of work: who means well needs one.
    static let codeCallsMax = 32
    /// Codes of others that were tried here and are not tried again.
    static let codesSpentMax = 64
    /// A code that is typed has led to somebody by then, or to nobody.
    static let codePatience: Duration = .seconds(8)
    /// Whoever has made it answers by then, though somebody else has said that it is over.
    static let codeRefusedPatience: Duration = .seconds(1)
    /// Asks for it leave after these pauses: datagrams may be lost.
    static let codeAsks: [Duration] = [
        .zero, .milliseconds(200), .milliseconds(600), .seconds(1), .seconds(2),
    ]
    /// Who answers, and is called, for one that is typed.
    static let codeAnswersMax = 4
    /// Answers that are looked into: of four nodes to each of the asks, more than once.
    static let codeAnswersHeardMax = 32
    /// Asks that are answered in a second.
    static let codeAsksAnsweredMax = 8

    /// Bundles that are made or taken in at once: each has a segment or two in memory.
    static let bundlesMax = 4
    /// Bytes of a segment that one step takes in: about 20 ms, as from links.
    static let unpackBytes = 192 * 1024
    /// How often one bundle is read: what explains something may stand behind it.
    static let bundlePassesMax = 8

    /// Where own files have vanished from a folder nothing is put for so long; doubles up to the longest.
    static let folderLossPause: (shortest: Duration, longest: Duration) = (
        .seconds(1), .seconds(600)
    )

    /// What others lack is put into a mailbox so long after something has changed, and it is looked into
    /// again over one link no sooner: what is written in one go goes there in one segment.
    static let mailboxPause: Duration = .seconds(2)
    /// Within this, and what passes between two heartbeats, a keeper answers or something of what is on its
    /// way moves: he has the disk and the line of any friend.
    static let mailboxPatience: Duration = .seconds(120)
    /// Requests of one peer that wait for their turn: an honest one has one at a time.
    static let mailboxRequestsMax = 4
    /// Segments that one look may find: a keeper has 64 people's, most of them for others.
    static let mailboxFoundMax = 16_384
    /// Those that could not be taken in yet and are asked for again.
    static let mailboxLaterMax = 256

    /// Pieces of a file that are asked for at once: 2 MiB.
    static let wantPiecesMax = 64
    /// What making a file's tree counts for, in bytes sent: the largest as much as a step sends, about 10 ms.
    static let treeBytesPerPiece = 512
    /// Pieces of a file that one peer has sent and that are written together: 4 MiB, and one sync of the
    /// disk, which took as long as all else together when there was one for each MiB (benchmarks.md, row 19).
    /// On a slow card that is 0.4 s for which the node stands still.
    static let piecesLaidMax = 128
    /// What has come is written after so long although it is less than that.
    static let laidPatience: Duration = .seconds(1)
    /// What is asked of one peer at once, so that it has something to send while the next is asked for.
    static let wantsAwaitedMax = 2
    /// Wants of one peer that wait for their turn: twice what an honest one has.
    static let wantsMax = 4
    /// Within this, and what passes between two heartbeats, something of what was asked for comes.
    static let fetchPatience: Duration = .seconds(60)
    /// Who does not have a file is asked again after so long; doubles up to the longest.
    static let blobPause: (shortest: Duration, longest: Duration) = (.seconds(1), .seconds(300))
    /// Files that one peer has not got and that are remembered: 24 bytes each. Each so many make the first
    /// pause before the next twice as long.
    static let blobRestsMax = 1024
    static let blobRestsPerTry = 64
    /// Files that are looked at in one step of the search: a few look-ups each.
    static let blobsPerStep = 64
    /// Who has sent what belongs to no file is remembered so often.
    static let blobBlamesMax = 256
    /// After a start, and after something was dropped, it is looked so soon for what nothing refers to;
    /// and then so often.
    static let blobSweepSoon: Duration = .seconds(10)
    static let blobSweepPause: Duration = .seconds(6 * 60 * 60)

    /// What audiences show is compared after such a pause, and then, if something has changed, so often at most:
    /// to sum it up costs 10 s for a million things.
    static let shownPause: Duration = .seconds(5 * 60)
    static let shownPatience: Duration = .seconds(10 * 60)
    /// Between two looks at a little of the log: 5 ms in a minute are a twelve-thousandth of a processor.
    static let lookPause: Duration = .seconds(60)
    /// Between the beginnings of two rounds through the whole log, if it is not longer than that: a small
    /// log gone through each minute was most of what a node at rest did.
    package var roundPause: Duration = .seconds(60 * 60)

    /// What others share is told when nothing more of it has come for so long, at the latest so long after
    /// the first of it: a hundred thousand links that come in one go are told once or twice.
    static let receivedPause: Duration = .seconds(1)
    static let receivedPatience: Duration = .seconds(30)
    /// Different pairs of author and audience that are counted at once; with one more all are told.
    static let receivedMax = 256
    /// Clients that wait until what they wrote is with others: as many as the gateway serves, and as many
    /// again that have gone meanwhile.
    static let arrivalsMax = 128

    /// The product's.
    package static let standard = SyncLimits()

    package init() {}
}
