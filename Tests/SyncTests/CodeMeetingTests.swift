import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests meeting by a short code, with its successes and failures.
@Suite struct CodeMeetingTests {
    @Test(arguments: [nil, "host0:7433"])
    func `both see the same four words, become friends and see what is shared`(
        place: String?
    ) throws {
        let room = try CodeRoom()
        if place == nil { try room.lan.plugIn() }
        try room.ana.keep(drafts(3, "shared"), in: .friends)
        let code = try room.makeCode()

        let met = try room.join(code.text, at: place).get()
        let given = try room.state(of: code)

        #expect(met.name == "Ana")
        #expect(met.person == room.ana.owner.person)
        #expect(given.state == .used)
        #expect(given.met?.person == room.ben.owner.person)
        #expect(given.met?.words == met.words)
        #expect(met.words.count == 4)
        #expect(try room.ben.titles().isEmpty)

        try room.accept(met, as: 1)
        try room.lan.run(for: .seconds(1))
        #expect(try room.ben.titles().isEmpty)
        try room.accept(try #require(given.met), as: 0)
        try room.lan.run(for: .seconds(5))

        #expect(try room.ben.titles() == ["shared 0", "shared 1", "shared 2"])
        #expect(try room.state(of: code).met?.isFriend == true)
        for node in room.lan.nodes {
            guard case .pending(let knocks) = try node.ask(.query(.pending())) else { return }
            #expect(knocks.isEmpty)
        }
    }

    @Test func `the same chance makes the same meeting, byte for byte`() throws {
        let runs = try (0..<2).map { _ in
            let room = try CodeRoom()
            try room.lan.plugIn()
            let met = try room.join(room.makeCode().text).get()
            return (words: met.words, said: room.lan.said, beacons: room.lan.beacons.map(\.bytes))
        }

        #expect(runs[0].words == runs[1].words)
        #expect(runs[0].said == runs[1].said)
        #expect(runs[0].beacons == runs[1].beacons)
    }

    @Test func `either may say no, and then nothing was written`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()
        let met = try room.join(code.text, at: "host0:7433").get()
        let before = try room.ben.frontiers()

        let answer = try room.ben.ask(
            .command(.declineFriend(PersonReference(met.person.text))))

        guard case .done = answer else {
            Issue.record("declined")
            return
        }
        #expect(try room.ben.frontiers() == before)
        guard case .pending(let knocks) = try room.ben.ask(.query(.pending())) else { return }
        #expect(knocks.isEmpty)
    }

    @Test func `wrong words burn the code, and say so on both sides`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()

        let wrong = try room.join(CodeRoom.wrong(code), at: "host0:7433")
        let right = try room.join(code.text, at: "host0:7433")

        #expect(wrong.problem?.code == .invalidTicket)
        #expect(wrong.problem?.detail.contains("the code is wrong") == true)
        #expect(right.problem?.detail.contains("no longer works") == true)
        #expect(wrong.problem?.fix.contains("ask for a new one") == true)
        #expect(try room.state(of: code).state == .burnt)
        #expect(try room.state(of: code).met == nil)
    }

    @Test func `a fresh code is good after one was burnt`() throws {
        let room = try CodeRoom()
        let burnt = try room.makeCode()
        try room.join(CodeRoom.wrong(burnt), at: "host0:7433")

        let met = try room.join(room.makeCode().text, at: "host0:7433")

        #expect((try? met.get())?.name == "Ana")
    }

    @Test(arguments: [(599, true), (601, false)])
    func `a code is good for ten minutes`(seconds: Int, isGood: Bool) throws {
        let room = try CodeRoom()
        let code = try room.makeCode()

        try room.lan.run(for: .seconds(seconds))
        // A node's clock advances when something happens there.
        try room.lan.tell(0, .woken)
        let joined = try room.join(code.text, at: "host0:7433")

        #expect(((try? joined.get()) != nil) == isGood)
        if !isGood {
            #expect(joined.problem?.detail.contains("has expired") == true)
            #expect(try room.state(of: code).state == .expired)
        }
    }

    @Test func `a code takes one person`() throws {
        let room = try CodeRoom("Ana", "Ben", "Cleo")
        let code = try room.makeCode()
        _ = try room.join(code.text, at: "host0:7433").get()

        let late = try room.join(code.text, at: "host0:7433", as: 2)

        #expect(late.problem?.detail.contains("was already used") == true)
        #expect(try room.state(of: code).met?.name == "Ben")
    }

    @Test func `who has been a friend all along is told so, and nobody is asked`() throws {
        let room = try CodeRoom()
        try room.ana.add(friend: room.ben)
        try room.ben.add(friend: room.ana)

        let met = try room.join(room.makeCode().text, at: "host0:7433").get()

        #expect(met.isFriend)
        guard case .pending(let knocks) = try room.ben.ask(.query(.pending())) else { return }
        #expect(knocks.isEmpty)
    }

    @Test func `one's own code, one that was tried, and what is none are refused at once`() throws {
        let room = try CodeRoom()
        let code = try room.makeCode()

        let own = try room.join(code.text, at: "host1:7433", as: 0)
        try room.join(CodeRoom.wrong(code), at: "host0:7433")
        let again = try room.join(CodeRoom.wrong(code), at: "host0:7433")
        let none = try room.join("7-candy", at: "host0:7433")

        #expect(own.problem?.detail == "this is your own code")
        #expect(again.problem?.detail.contains("was already tried here") == true)
        #expect(none.problem?.detail.contains("this is not a code") == true)
        for result in [own, again, none] {
            #expect(result.problem?.code == .invalidTicket)
            #expect(result.problem?.fix.isEmpty == false)
        }
    }

    @Test func `nobody there, nobody who has made it, and no network each say so`() throws {
        let room = try CodeRoom("Ana", "Ben", "Cleo")
        let nowhere = try room.join("7-candy-lizard")
        let shut = try room.join("7-candy-lizard", at: "host9:7433")
        let silent = try room.join("7-candy-lizard", at: "host2:7433")
        try room.lan.plugIn()
        let nobody = try room.join("7-candy-lizard")

        #expect(nowhere.problem?.detail.contains("discovery is off") == true)
        #expect(shut.problem?.detail.contains("cannot reach host9:7433") == true)
        #expect(silent.problem?.detail.contains("the node at host2:7433 does not have") == true)
        #expect(nobody.problem?.detail.contains("no node on this network") == true)
        for result in [nowhere, shut, silent, nobody] {
            #expect(result.problem?.code == .notFound)
            #expect(result.problem?.fix.isEmpty == false)
        }
    }

    @Test func `a code that is over says so on the network as well`() throws {
        let room = try CodeRoom("Ana", "Ben", "Cleo")
        try room.lan.plugIn()
        let (used, burnt, old) = (
            try room.makeCode(), try room.makeCode(), try room.makeCode()
        )
        _ = try room.join(used.text).get()
        try room.join(CodeRoom.wrong(burnt), as: 2)

        let second = try room.join(used.text, as: 2)
        let third = try room.join(burnt.text)
        try room.lan.run(for: .seconds(600))
        let late = try room.join(old.text)

        #expect(second.problem?.detail.contains("was already used") == true)
        #expect(third.problem?.detail.contains("no longer works") == true)
        #expect(late.problem?.detail.contains("has expired") == true)
    }

    @Test func `who says of another's code that it is over is believed by nobody`() throws {
        let room = try CodeRoom("Ana", "Ben", "Mallory")
        let code = try room.makeCode()
        let mallory = room.lan.nodes[2]
        mallory.engine.codes.add(code, at: mallory.now, wall: SyncNode.wall)
        mallory.engine.codes.burn(code)
        mallory.engine.discovery.takeAsks(for: [code.number])
        // Mallory's is the only answer to the first query.
        try room.lan.plugIn([1, 2])
        try room.lan.tell(
            1, .requested(RequestID(1000), .command(.joinByCode(code.text, at: nil))))
        try room.lan.plugIn([0])
        try room.lan.run(for: .seconds(9))

        guard case .meeting(let met)? = room.ben.answers.last else {
            Issue.record("they meet")
            return
        }
        #expect(met.name == "Ana")
        #expect(
            room.lan.dials.filter { $0.from == 1 }.map(\.address) == ["host2:7433", "host0:7433"])
    }

    @Test func `a code that was tried where nobody had made it is good still`() throws {
        let room = try CodeRoom("Ana", "Ben", "Cleo")
        let code = try room.makeCode()

        try room.join(code.text, at: "host2:7433")
        let met = try room.join(code.text, at: "host0:7433")

        #expect((try? met.get()) != nil)
    }

    @Test func `two codes are not tried at once`() throws {
        let room = try CodeRoom()
        try room.lan.plugIn()

        try room.lan.tell(
            1, .requested(RequestID(1), .command(.joinByCode("7-candy-lizard", at: nil))))
        let second = try room.join("8-candy-lizard")

        #expect(second.problem?.code == .conflict)
    }

    @Test func `a node that takes no links makes no code`() throws {
        let ana = try SyncNode(1, name: "Ana")

        guard case .rejected(let problem) = try ana.ask(.command(.newCode())) else {
            Issue.record("refused")
            return
        }

        #expect(problem.code == .conflict)
        #expect(problem.fix.contains("--listen"))
    }

    @Test func `so many codes are open at once, each with a number of its own`() throws {
        let room = try CodeRoom()

        let codes = try (0..<SyncLimits.codesMax).map { _ in try room.makeCode() }
        let more = try room.ana.ask(.command(.newCode()))
        _ = try room.ana.ask(.command(.endCode(number: Int(codes[3].number))))
        let again = try room.makeCode()

        #expect(Set(codes.map(\.number)).count == codes.count)
        guard case .rejected(let problem) = more else {
            Issue.record("refused")
            return
        }
        #expect(problem.code == .tooMany)
        #expect(!codes.contains(again))
        guard case .rejected = try room.ana.ask(.query(.code(number: Int(codes[3].number)))) else {
            Issue.record("it is as if it had never been")
            return
        }
    }

    @Test func `asks and answers are 64 bytes, and the number alone finds whoever made it`() throws
    {
        let room = try CodeRoom("Ana", "Ben", "Cleo")
        try room.lan.plugIn()
        try room.lan.run(for: .seconds(19))
        let first = room.lan.beacons.count
        _ = try room.makeCode()
        let code = try room.makeCode(room.lan.nodes[2])

        let met = try room.join(code.text)

        #expect((try? met.get())?.name == "Cleo")
        #expect(room.lan.beacons[first...].allSatisfy { $0.bytes.count == 64 })
        #expect(room.lan.dials.filter { $0.from == 1 }.map(\.address) == ["host2:7433"])
        let key = Derivation.codeAskKey(number: code.number)
        let asks = room.lan.beacons[first...].filter {
            Beacon($0.bytes)?.port(forFriends: key) == 0
        }
        #expect(asks.allSatisfy { $0.from == 1 && $0.to == nil })
        #expect((1...SyncLimits.codeAsks.count).contains(asks.count))
    }

    @Test(arguments: 1...8)
    func `they meet though most datagrams are lost`(seed: UInt64) throws {
        let room = try CodeRoom()
        var dice = Dice(seed: seed)
        try room.lan.plugIn()
        room.lan.isLost = { _, _ in dice.happens(Ratio(1, of: 2)) }

        let met = try room.join(room.makeCode().text)

        #expect((try? met.get()) != nil || room.lan.beacons.count { $0.to != nil } == 0)
    }
}

extension Result where Failure == Problem {
    /// The reason of a failure; nil on success.
    var problem: Problem? {
        if case .failure(let problem) = self { return problem }
        return nil
    }
}
