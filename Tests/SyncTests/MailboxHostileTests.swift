import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests hostile users of mailboxes, and hostile keepers.
struct MailboxHostileTests {
    private static let tags = (0..<32).map { Bytes16(high: UInt64($0), low: 5) }

    /// Creates a peer with an open link for which bob keeps so much.
    static func asker(
        _ who: HostilePeer.Who = .friend, quotaBytes: Int? = HostedMailbox.quotaBytesUsual
    ) throws -> HostilePeer {
        let peer = try HostilePeer(who)
        if let quotaBytes, who == .friend {
            try peer.bob.ask(
                .command(
                    .keepMailbox(for: PersonReference("Mallory1"), quotaBytes: quotaBytes)))
        }
        try peer.reach(.open)
        return peer
    }

    /// Returns a segment that nobody can open; `number` distinguishes it from others.
    static func segment(_ number: UInt8, bytes: Int = 4096) throws -> [UInt8] {
        var made = Segment.mark
        made += [UInt8(bytes >> 24), UInt8(bytes >> 16 & 255), UInt8(bytes >> 8 & 255), 0]
        made += [UInt8](repeating: number, count: 32) + [0, 32]
        return made + [UInt8](repeating: number, count: bytes - made.count)
    }

    /// Puts it there; returns the answers.
    static func put(_ segment: [UInt8], by peer: HostilePeer) throws -> [MailboxAnswer] {
        let before = peer.kept.count
        let name = Derivation.mailboxName(of: segment)
        try peer.say(.mailbox(.put(name: name, length: segment.count, tags: Self.tags)))
        try peer.rest()
        guard case .ready(let offset)? = peer.kept.last, peer.kept.count > before else {
            return Array(peer.kept[before...])
        }
        for start in stride(from: offset, to: segment.count, by: MailboxRequest.pieceBytes) {
            let piece = segment[start..<min(start + MailboxRequest.pieceBytes, segment.count)]
            try peer.say(.piece(isPut: true, Array(piece)))
        }
        try peer.rest()
        return Array(peer.kept[before...])
    }

    private func look(_ peer: HostilePeer) throws -> MailboxList {
        try peer.say(.mailbox(.look(after: .zero, tags: Self.tags)))
        try peer.rest()
        guard case .listed(let list)? = peer.kept.last else { throw SyncNode.NotPaired() }
        return list
    }

    @Test func `what is put is listed, and given whole to who knows a tag`() throws {
        let peer = try Self.asker()
        let segment = try Self.segment(1, bytes: 40_960)

        #expect(try Self.put(segment, by: peer) == [.ready(offset: 0), .ready(offset: 40_960)])
        let list = try look(peer)
        let found = try #require(list.found.first)
        try peer.say(.mailbox(.get(tag: Self.tags[0], name: found.name, offset: 32_768)))
        try peer.rest()

        #expect(list.own == [Derivation.mailboxName(of: segment)] && list.found.count == 1)
        #expect(list.used == 40_960)
        #expect(peer.pieces == [Array(segment[32_768...])])
    }

    // The smallest quota: 512 segments of 4 KiB.
    @Test func `a quota is full when the next segment has no room in it`() throws {
        let peer = try Self.asker(quotaBytes: HostedMailbox.quotaBytes.lowerBound)
        let most = HostedMailbox.quotaBytes.lowerBound
        let (almost, rest) = (try Self.segment(1, bytes: most - 8192), try Self.segment(2))

        #expect(try Self.put(almost, by: peer).last == .ready(offset: most - 8192))
        #expect(try Self.put(rest, by: peer).last == .ready(offset: 4096))
        #expect(try Self.put(try Self.segment(3, bytes: 8192), by: peer) == [.refused(.full)])
        #expect(try Self.put(try Self.segment(4), by: peer).last == .ready(offset: 4096))
        #expect(try Self.put(try Self.segment(5), by: peer) == [.refused(.full)])
        #expect(try look(peer).used == UInt64(most))
    }

    @Test func `what is announced takes its room, until another one is announced`() throws {
        let peer = try Self.asker(quotaBytes: HostedMailbox.quotaBytes.lowerBound)
        let long = try Self.segment(1, bytes: Segment.bytesMax)
        try peer.say(
            .mailbox(
                .put(
                    name: Derivation.mailboxName(of: long), length: long.count,
                    tags: Self.tags)))
        try peer.rest()

        #expect(try look(peer).used == UInt64(Segment.bytesMax))
        #expect(try look(peer).own.isEmpty)
        #expect(try Self.put(try Self.segment(2), by: peer).last == .ready(offset: 4096))
        #expect(try look(peer).used == 4096)
    }

    @Test(arguments: [1023, 1024, 1025])
    func `one person has 1024 segments at most`(count: Int) throws {
        let peer = try Self.asker()
        var answers: [MailboxAnswer?] = []
        for number in 0..<count {
            var segment = try Self.segment(7)
            (segment[60], segment[61]) = (UInt8(number >> 8), UInt8(number & 255))
            answers.append(try Self.put(segment, by: peer).last)
        }

        #expect(answers.count { $0 == .ready(offset: 4096) } == min(count, 1024))
        #expect(answers.last == (count > 1024 ? .refused(.full) : .ready(offset: 4096)))
        #expect(try look(peer).own.count == min(count, 1024))
    }

    @Test func `whoever nothing is kept for, and a stranger, hear the same`() throws {
        var heard: [[MailboxAnswer]] = []
        for (who, isUsed) in [
            (HostilePeer.Who.friend, false), (.stranger, false), (.stranger, true),
        ] {
            let peer = try Self.asker(who, quotaBytes: nil)
            if isUsed {
                let dan = try SyncNode(4, name: "Dan")
                try peer.bob.add(friend: dan)
                try peer.bob.ask(
                    .command(.keepMailbox(for: PersonReference("Dan"), quotaBytes: 64 << 20)))
            }
            _ = try look(peer)
            _ = try Self.put(try Self.segment(1), by: peer)
            try peer.say(.mailbox(.get(tag: Self.tags[0], name: .zero, offset: 0)))
            try peer.rest()
            try peer.say(.mailbox(.drop(names: [])))
            try peer.rest()
            heard.append(peer.kept)
        }

        let nothing = MailboxList(isLast: true, quota: 0, used: 0, own: [], found: [])
        #expect(
            heard[0] == [.listed(nothing), .refused(.unkept), .refused(.gone), .dropped])
        #expect(heard.allSatisfy { $0 == heard[0] })
    }

    @Test func `what is not what its name says is not kept`() throws {
        let peer = try Self.asker()
        let (one, other) = (try Self.segment(1), try Self.segment(2))
        try peer.say(
            .mailbox(
                .put(
                    name: Derivation.mailboxName(of: one), length: 4096, tags: Self.tags)))
        try peer.rest()
        try peer.say(.piece(isPut: true, other))
        try peer.rest()
        let noise = [UInt8](repeating: 9, count: 4096)

        #expect(peer.kept.last == .refused(.torn))
        #expect(try Self.put(noise, by: peer).last == .refused(.torn))
        #expect(try look(peer).used == 0)
        #expect(peer.reasons.isEmpty)
    }

    @Test func `a piece that nobody asked for, or of another length, ends the link`() throws {
        let unasked = try Self.asker()
        try unasked.say(.piece(isPut: true, [1]))
        let gotten = try Self.asker()
        try gotten.say(.piece(isPut: false, [1]))
        let short = try Self.asker()
        try short.say(.mailbox(.put(name: .zero, length: 40_960, tags: Self.tags)))
        try short.rest()
        try short.say(.piece(isPut: true, [UInt8](repeating: 1, count: 32_767)))

        #expect(unasked.reasons == ["unexpected message"])
        #expect(gotten.reasons == ["unexpected message"])
        #expect(short.reasons == ["malformed message"])
    }

    @Test func `an answer that nobody asked for ends the link`() throws {
        for answer: MailboxAnswer in [
            .news, .dropped, .ready(offset: 0), .refused(.full),
            .listed(MailboxList(isLast: true, quota: 0, used: 0, own: [], found: [])),
        ] {
            let peer = try Self.asker()
            try peer.say(.kept(answer))
            #expect(peer.reasons == ["unexpected message"])
        }
    }

    @Test func `four requests wait, and a fifth ends the link`() throws {
        let look = Message.mailbox(.look(after: .zero, tags: Self.tags))
        let four = try Self.asker()
        let fourth = (0..<4).flatMap { _ in four.channel.seal(look) }
        try four.give(fourth)
        try four.rest()
        let five = try Self.asker()
        let fifth = (0..<5).flatMap { _ in five.channel.seal(look) }
        try five.give(fifth)

        #expect(four.kept.count == 4 && four.reasons.isEmpty)
        #expect(five.reasons == ["limit exceeded"])
    }

    @Test func `nobody drops, lists or learns of what another one has put there`() throws {
        let one = try Self.asker()
        let segment = try Self.segment(1)
        _ = try Self.put(segment, by: one)
        let other = try HostilePeer(.friend, of: one.bob, number: 2, from: "m:2")
        try other.reach(.open)
        let others = (0..<32).map { Bytes16(high: UInt64($0), low: 6) }

        try other.say(.mailbox(.look(after: .zero, tags: others)))
        try other.rest()
        try other.say(.mailbox(.drop(names: [Derivation.mailboxName(of: segment)])))
        try other.rest()
        try other.say(.mailbox(.drop(names: [])))
        try other.rest()
        try other.say(
            .mailbox(
                .get(tag: others[0], name: Derivation.mailboxName(of: segment), offset: 0)))
        try other.rest()

        let nothing = MailboxList(isLast: true, quota: 0, used: 0, own: [], found: [])
        #expect(
            other.kept == [.listed(nothing), .dropped, .dropped, .refused(.gone)])
        #expect(other.pieces.isEmpty)
        let names = try one.bob.store.transaction { () throws(StorageError) in
            try one.bob.store.keptNames(of: one.certificate.peer)
        }
        #expect(names.count == 1)
    }

    // MARK: Keepers

    /// Creates a peer whose mailbox bob uses; bob has asked what is there.
    private static func keeper() throws -> HostilePeer {
        let peer = try HostilePeer(.friend)
        try peer.bob.ask(
            .command(.useMailbox(at: PersonReference("Mallory1"), for: [.everybody])))
        try peer.reach(.open)
        try peer.rest()
        return peer
    }

    private func found(_ names: [UInt64], length: Int = 4096) -> MailboxAnswer {
        .listed(
            MailboxList(
                isLast: true, quota: 1 << 30, used: 0, own: [],
                found: names.map {
                    MailboxList.Found(name: Bytes16(high: $0, low: 1), length: length, place: 0)
                }))
    }

    @Test func `a keeper who lies on what is there is found out by the name`() throws {
        let peer = try Self.keeper()
        guard case .look? = peer.asked.last else { throw SyncNode.NotPaired() }

        try peer.say(.kept(found([3, 4])))
        try peer.rest()
        try peer.say(.piece(isPut: false, [UInt8](repeating: 1, count: 4096)))
        try peer.rest()
        let second = peer.asked.last
        try peer.say(.kept(.refused(.gone)))
        try peer.rest()

        guard case .mailboxes(let list) = try peer.bob.ask(.query(.mailboxes())) else {
            throw SyncNode.NotPaired()
        }
        guard case .get(_, let name, 0)? = second else { throw SyncNode.NotPaired() }
        #expect(name == Bytes16(high: 4, low: 1))
        #expect(list.used[0].state == .damaged && list.used[0].taken == 0)
        #expect(try peer.bob.titles() == ["bobs 0", "bobs 1"])
        #expect(peer.reasons.isEmpty)
    }

    @Test func `a segment that nobody can open is got once`() throws {
        let peer = try Self.keeper()
        let segment = try Self.segment(1)
        let name = Derivation.mailboxName(of: segment)
        let list = MailboxAnswer.listed(
            MailboxList(
                isLast: true, quota: 0, used: 0, own: [],
                found: [MailboxList.Found(name: name, length: 4096, place: 0)]))
        try peer.say(.kept(list))
        try peer.rest()
        try peer.say(.piece(isPut: false, segment))
        try peer.rest()
        let before = peer.asked.count
        peer.bob.now = peer.bob.now + .seconds(10)
        try peer.say(.kept(.news))
        try peer.rest()
        try peer.say(.kept(list))
        try peer.rest()

        #expect(peer.asked.count == before + 1)
        guard case .look? = peer.asked.last else { throw SyncNode.NotPaired() }
    }

    @Test func `a keeper who rings without end is asked every two seconds`() throws {
        let peer = try Self.keeper()
        let before = peer.asked.count
        for _ in 0..<100 {
            try peer.say(.kept(found([])))
            try peer.say(.kept(.news))
            try peer.rest()
            peer.bob.now = peer.bob.now + .milliseconds(100)
            guard peer.reasons.isEmpty else { break }
            guard case .look? = peer.asked.last, peer.awaits else { break }
        }

        #expect(peer.asked.count <= before + 6)
    }

    @Test func `a keeper who never answers is waited for two minutes`() throws {
        let peer = try Self.keeper()
        #expect(peer.awaits)
        for turn in 1...6 {
            peer.bob.now = peer.bob.now + .seconds(20)
            try peer.say(.digests([]))
            try peer.rest()
            #expect((peer.bob.closed[peer.link] == nil) == (turn < 6), "\(turn)")
        }

        #expect(peer.reasons.isEmpty)
    }

    @Test func `lists that fall, and answers that fit nothing, end the link`() throws {
        let misfit = try Self.keeper()
        try misfit.say(.kept(.ready(offset: 0)))
        try misfit.rest()
        let falling = try Self.keeper()
        let first = MailboxList(
            isLast: false, quota: 0, used: 0, own: [],
            found: [MailboxList.Found(name: Bytes16(high: 9, low: 0), length: 4096, place: 0)])
        try falling.say(.kept(.listed(first)))
        try falling.rest()
        try falling.say(.kept(.listed(first)))
        try falling.rest()
        let far = try Self.keeper()
        try far.say(
            .kept(
                .listed(
                    MailboxList(
                        isLast: true, quota: 0, used: 0, own: [],
                        found: [
                            MailboxList.Found(
                                name: Bytes16(high: 9, low: 0), length: 4096, place: 255)
                        ]))))
        try far.rest()
        let long = try Self.keeper()
        try long.say(.kept(found([3], length: 65_536)))
        try long.rest()
        try long.say(.piece(isPut: false, [1, 2, 3]))

        #expect(misfit.reasons == ["unexpected message"])
        #expect(falling.reasons == ["malformed message"])
        #expect(far.reasons == ["malformed message"])
        #expect(long.reasons == ["malformed message"])
    }
}

extension HostilePeer {
    /// What bob has answered as a keeper.
    var kept: [MailboxAnswer] {
        heard.compactMap { message in
            guard case .kept(let answer) = message else { return nil }
            return answer
        }
    }
    var pieces: [[UInt8]] {
        heard.compactMap { message in
            guard case .piece(isPut: false, let bytes) = message else { return nil }
            return bytes
        }
    }
    /// What bob has requested as a user.
    var asked: [MailboxRequest] {
        heard.compactMap { message in
            guard case .mailbox(let request) = message else { return nil }
            return request
        }
    }
    /// Whether bob waits for an answer of the peer.
    var awaits: Bool { bob.engine.sessions.first { $0.link == link }?.errand.isAwaited ?? false }

    /// Steps bob until there is nothing more to do at once.
    func rest() throws {
        for _ in 0..<50 {
            try hear(try bob.step(.woken))
            if !bob.engine.hasMore { return }
        }
    }
}
