import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests attacks on short codes, by attackers who do not know the code, or know it and lie.
@Suite struct CodeAttackTests {
    @Test func `a caller that hangs up before its proof learns nothing and costs no code`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()

        for number in 0..<UInt64(SyncLimits.codeCallsMax - 1) {
            let caller = try CodeCaller(number, to: room.ana)
            _ = try #require(try caller.greet(by: .stranger(CodeRoom.wrong(code))))
            #expect(caller.heard.count == 1)
            try room.ana.step(.disconnected(caller.link))
        }
        let met = try room.join(code.text, at: "host0:7433")

        #expect((try? met.get()) != nil)
    }

    @Test func `a caller that begins too often burns the code, which bounds its work`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()

        for number in 0...UInt64(SyncLimits.codeCallsMax) {
            let caller = try CodeCaller(number, to: room.ana)
            try caller.say(CodeJoiner.stranger(CodeRoom.wrong(code)).hello)
            try room.ana.step(.disconnected(caller.link))
        }

        #expect(try room.state(of: code).state == .burnt)
    }

    @Test func `one guess over all links, however many have begun`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()
        let (wrong, right) = (
            try CodeJoiner.stranger(CodeRoom.wrong(code)), try CodeJoiner.stranger(code.text)
        )
        let first = try CodeCaller(1, to: room.ana, from: "m:1")
        let second = try CodeCaller(2, to: room.ana, from: "n:1")
        let shares = (
            try #require(try first.greet(by: wrong)), try #require(try second.greet(by: right))
        )

        try first.say(try #require(wrong.prove(to: shares.0)).0)
        try second.say(try #require(right.prove(to: shares.1)).0)

        #expect(first.heard.last == .refusal(.wrong))
        #expect(second.heard.map(\.bytes.count) == [33])
        #expect(first.isClosed)
        #expect(second.isClosed)
        #expect(try room.state(of: code).state == .burnt)
    }

    @Test func `a guess counts though nobody waits for what it was worth`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()
        let joiner = try CodeJoiner.stranger(CodeRoom.wrong(code))
        let caller = try CodeCaller(1, to: room.ana)
        let share = try #require(try caller.greet(by: joiner))

        // The proof and the end of the link arrive in one step.
        let proof = FrameBuffer.frame(try #require(joiner.prove(to: share)).0.bytes)
        try room.ana.step(.received(caller.link, proof), .disconnected(caller.link))

        #expect(try room.state(of: code).state == .burnt)
    }

    @Test func `who answers for another has one guess as well, and is not asked again`() throws {
        let room = try CodeRoom("Mallory", "Ben")
        let code = try ShortCode(text: "7-candy-lizard")
        room.ana.engine.codes.add(
            try ShortCode(text: CodeRoom.wrong(code)), at: room.ana.now, wall: SyncNode.wall)

        let joined = try room.join(code.text, at: "host0:7433")
        let again = try room.join(code.text, at: "host0:7433")

        #expect(joined.problem?.detail.contains("wrong") == true)
        #expect(again.problem?.detail.contains("was already tried here") == true)
        guard case .pending(let knocks) = try room.ben.ask(.query(.pending())) else { return }
        #expect(knocks.isEmpty)
    }

    @Test func `who is in between and knows the code is given away by the words`() throws {
        let room = try CodeRoom("Ana", "Ben", "Mallory")
        let code = try room.makeCode()
        let mallory = room.lan.nodes[2]
        mallory.engine.codes.add(code, at: mallory.now, wall: SyncNode.wall)

        // Ben reaches Mallory, who connects on to Ana.
        let bens = try room.join(code.text, at: "host2:7433").get()
        mallory.engine.codes = CodeBook(entropy: .seeded(.zero))
        _ = try room.join(code.text, at: "host0:7433", as: 2).get()
        let anas = try #require(try room.state(of: code).met)

        #expect(bens.words != anas.words)
    }

    @Test func `who changes anything on the way is noticed, and the code is over`() throws {
        for place in [3, 19, 40] {
            let room = try CodeRoom()
            let code = try room.makeCode()
            let joiner = try CodeJoiner.stranger(code.text)
            let caller = try CodeCaller(1, to: room.ana)
            var hello = joiner.hello.bytes
            hello[place] ^= 1

            try caller.give(FrameBuffer.frame(hello))
            if case .answer(let share)? = caller.heard.last,
                let (proof, _) = joiner.prove(to: share)
            {
                try caller.say(proof)
                #expect(try room.state(of: code).state == .burnt)
            }

            #expect(caller.isClosed)
            #expect(try room.state(of: code).met == nil)
        }
    }

    @Test func `a proof that is changed, sent back or of another run is none`() throws {
        let room = try CodeRoom()
        for attempt in 0..<3 {
            let code = try room.makeCode()
            let joiner = try CodeJoiner.stranger(code.text)
            let caller = try CodeCaller(UInt64(attempt), to: room.ana)
            let share = try #require(try caller.greet(by: joiner))
            guard
                case .proof(var confirmation, var sealed)? = joiner.prove(to: share)?.0
            else { continue }
            switch attempt {
            case 0: confirmation[63] ^= 1
            case 1: sealed[4000] ^= 1
            default:
                // From an earlier run with the same code.
                let other = try #require(
                    CodeJoiner.stranger(CodeRoom.wrong(code)).prove(to: share)?.0)
                guard case .proof(let confirmed, _) = other else { continue }
                confirmation = confirmed
            }

            try caller.say(.proof(confirmation: confirmation, sealed: sealed))

            #expect(caller.heard.last == .refusal(.wrong))
            #expect(try room.state(of: code).state == .burnt)
        }
    }

    @Test func `who knows the code cannot come as somebody else`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()
        let cleo = try SyncNode(3, name: "Cleo")
        let mallory = try SyncNode(99, name: "Mallory")
        var entropy = Entropy.seeded(.zero)
        let joiner = CodeJoiner(
            .code(code),
            as: CodeKeys.Me(ticket: cleo.engine.me.ticket, signing: mallory.owner.signing),
            entropy: &entropy)
        let caller = try CodeCaller(1, to: room.ana)
        let share = try #require(try caller.greet(by: joiner))

        try caller.say(try #require(joiner.prove(to: share)).0)

        #expect(caller.heard.last == .refusal(.wrong))
        guard case .pending(let knocks) = try room.ana.ask(.query(.pending())) else { return }
        #expect(knocks.isEmpty)
    }

    @Test func `a share that is no element or the identity ends the link`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()
        for (number, share) in [Bytes32.zero, .init(words: (.max, .max, .max, .max))].enumerated() {
            let caller = try CodeCaller(UInt64(number), to: room.ana)

            try caller.say(.hello(number: code.number, session: .zero, share: share))

            #expect(caller.heard.isEmpty)
            #expect(caller.isClosed)
            #expect(try CodeJoiner.stranger(code.text).prove(to: share) == nil)
        }
        #expect(try room.state(of: code).state == .open)
    }

    @Test func `a node that has made no code ends a hello as it ends garbage`() throws {
        let ana = try SyncNode(1, name: "Ana")
        let hello = try CodeCaller(1, to: ana)
        let garbage = try CodeCaller(2, to: ana)

        try hello.say(CodeJoiner.stranger("7-candy-lizard").hello)
        try garbage.give(FrameBuffer.frame([UInt8](repeating: 7, count: 56)))

        #expect(hello.heard.isEmpty)
        #expect(hello.isClosed)
        #expect(garbage.isClosed)
        ana.now = ana.now + SyncLimits.rejectionPause
        try ana.step(.woken)
        let told = ana.announced.compactMap { notice -> String? in
            guard case .deltaRejected(let reason, _, let count) = notice else { return nil }
            return "\(count) \(reason)"
        }
        #expect(told == ["1 handshake failed", "1 handshake failed"])
    }

    @Test func `whatever is said instead of a proof ends the link, and costs nobody the code`()
        throws
    {
        let room = try CodeRoom()
        let code = try room.makeCode()
        let joiner = try CodeJoiner.stranger(code.text)
        let instead: [[UInt8]] = [
            FrameBuffer.frame([9]), FrameBuffer.frame(joiner.hello.bytes), [0, 0],
            [0xFF, 0xFF, 3], FrameBuffer.frame([3] + [UInt8](repeating: 0, count: 100)),
            FrameBuffer.frame(CodeMessage.refusal(.wrong).bytes),
        ]
        for (number, bytes) in instead.enumerated() {
            let caller = try CodeCaller(UInt64(number), to: room.ana)
            _ = try #require(try caller.greet(by: joiner))

            try caller.give(bytes)

            #expect(caller.isClosed, "\(number)")
        }
        #expect(try room.state(of: code).state == .open)
    }

    @Test func `a proof that comes a byte at a time is taken, and one that stops ends in time`()
        throws
    {
        let room = try CodeRoom()
        let code = try room.makeCode()
        let joiner = try CodeJoiner.stranger(code.text)
        let slow = try CodeCaller(1, to: room.ana, from: "s:1")
        _ = try slow.greet(by: joiner)
        try slow.give([0x10])
        let caller = try CodeCaller(2, to: room.ana)
        let share = try #require(try caller.greet(by: joiner))

        room.ana.now = room.ana.now + .seconds(5)
        try room.ana.step(.woken)
        #expect(slow.isClosed)

        let again = try CodeCaller(3, to: room.ana)
        let next = try #require(try again.greet(by: joiner))
        #expect(next != share)
        for byte in FrameBuffer.frame(try #require(joiner.prove(to: next)).0.bytes) {
            try again.give([byte])
        }
        guard case .proof? = again.heard.last else {
            Issue.record("it was taken")
            return
        }
        #expect(try room.state(of: code).state == .used)
    }

    @Test func `nothing of who the two are can be read on the way`() throws {
        let room = try CodeRoom("Ana the inviter", "Ben the joiner")
        try room.lan.plugIn()
        let code = try room.makeCode()
        let first = room.lan.said.count

        _ = try room.join(code.text).get()

        let carried =
            room.lan.said[first...].prefix(4).flatMap { $0 }
            + room.lan.beacons.flatMap(\.bytes)
        #expect(room.lan.said[first...].prefix(4).map(\.count) == [53, 35, 4245, 4245])
        for node in room.lan.nodes {
            let certificate = node.owner.certificate
            for secret in [
                Array(node.owner.name.utf8), certificate.person.key.bytes,
                certificate.device.key.bytes, certificate.agreement.bytes,
                Array("weft:1".utf8),
            ] {
                #expect(!Self.holds(carried, secret))
            }
        }
        for word in code.text.split(separator: "-").dropFirst() {
            #expect(!Self.holds(carried, Array(word.utf8)))
        }
    }

    @Test func `whom one has met by a code is not crowded out by strangers`() throws {
        let room = try CodeRoom()
        let met = try room.join(room.makeCode().text, at: "host0:7433").get()
        for number in 0..<UInt8(SyncLimits.standard.friendRequestsMax + 8) {
            let certificate = try SyncNode(100 + number, name: "").owner.certificate
            let session = Session(
                link: .inbound(UInt64(number)), address: "h\(number):1", dialling: nil,
                store: room.ben.store, owner: room.ben.owner, entropy: .seeded(.zero),
                dice: Dice(seed: 1), limits: .standard, at: room.ben.now)
            try room.ben.store.transaction { () throws(StorageError) in
                try room.ben.engine.recordFriendRequest(
                    session, certificate, at: room.ben.now, wall: SyncNode.wall)
            }
        }

        guard case .pending(let knocks) = try room.ben.ask(.query(.pending())) else { return }

        #expect(knocks.count == SyncLimits.standard.friendRequestsMax)
        #expect(knocks.last?.person == met.person)
        #expect(knocks.last?.words == met.words)
    }

    @Test func `a flood of asks is answered a few times a second, and each but once`() throws {
        let room = try CodeRoom()
        try room.lan.plugIn()
        try room.lan.run(for: .seconds(19))
        let code = try room.makeCode()
        var discovery = Discovery(
            owner: room.ben.owner, entropy: .seeded(.zero), dice: Dice(seed: 1))
        var heard = 0

        for number in 0..<100 {
            let ask = discovery.ask(for: code.number)
            for _ in 0..<2 {
                let event = room.ana.engine.sight(ask, from: "h\(number):1", at: room.lan.now)
                if event != nil { heard += 1 }
            }
        }

        #expect(heard == SyncLimits.codeAsksAnsweredMax)
    }

    @Test func `who answers for everybody keeps nobody busy, and is called a few times`() throws {
        let room = try CodeRoom("Ana", "Ben", "Cleo")
        try room.lan.plugIn()
        try room.lan.run(for: .seconds(19))
        let first = room.lan.beacons.count
        try room.lan.tell(
            1, .requested(RequestID(1), .command(.joinByCode("7-candy-lizard", at: nil))))
        let ask = try #require(
            room.lan.beacons[first...].first { $0.from == 1 }.flatMap { Beacon($0.bytes) })
        var liar = Discovery(owner: room.ana.owner, entropy: .seeded(.zero), dice: Dice(seed: 1))
        var heard: [Event] = []

        for port in 1...UInt16(100) {
            let answer = liar.answer(number: 7, nonce: ask.nonce, port: port)
            let source = "host\(port % 20 + 3):1"
            if let event = room.ben.engine.sight(answer, from: source, at: room.lan.now) {
                heard.append(event)
            }
        }
        for event in heard { try room.lan.tell(1, event) }
        try room.lan.run(for: .seconds(9))

        #expect(heard.count == SyncLimits.codeAnswersHeardMax)
        #expect(room.lan.dials.count { $0.from == 1 } == SyncLimits.codeAnswersMax)
        #expect(room.ben.engine.joining == nil)
    }

    @Test func `what one said oneself proves nothing when it comes back`() throws {
        let joiner = try CodeJoiner.stranger("7-candy-lizard")
        guard case .hello(_, _, let share) = joiner.hello,
            case (.proof(let confirmation, let sealed), let keys)? = joiner.prove(to: share)
        else {
            Issue.record("a share is an element, one's own as well")
            return
        }

        #expect(keys.met(confirmation: confirmation, sealed: sealed, as: .inviter) == nil)
        #expect(keys.met(confirmation: confirmation, sealed: sealed, as: .joiner) == nil)
    }

    @Test func `a link that opens when it was given up is closed`() throws {
        let ben = try SyncNode(2, name: "Ben")
        let effects = try ben.step(
            .requested(RequestID(1), .command(.joinByCode("7-candy-lizard", at: "far:1"))))
        guard
            case .dial(let link, _)? = effects.first(where: {
                if case .dial = $0 { true } else { false }
            })
        else {
            Issue.record("it is dialled")
            return
        }

        ben.now = ben.now + SyncLimits.codePatience
        try ben.step(.woken)
        ben.closed = [:]
        try ben.step(.connected(link))

        #expect(ben.closed[link] != nil)
        guard case .rejected(let problem)? = ben.answers.last else { return }
        #expect(problem.detail.contains("cannot reach far:1"))
    }

    @Test func `a code that is long over is in memory no more`() throws {
        let room = try CodeRoom()
        _ = try room.makeCode()

        room.ana.now = room.ana.now + SyncLimits.codeLifetime + SyncLimits.codeLifetime
        try room.ana.step(.woken)

        #expect(room.ana.engine.codes.entries.isEmpty)
    }

    private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
