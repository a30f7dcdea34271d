import CRDT
import Domain
import Laws
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests that whatever arrives over a link by a code, in whatever order and pieces, nobody is met,
/// nothing is written, the node goes on, and the joiner is told why.
@Suite struct CodeChaosTests {
    @Test(arguments: LawSeeds.seeds(16, soak: 96))
    func `a joiner who is told anything at all meets nobody`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let ben = try SyncNode(2, name: "Ben")
        if seed.isMultiple(of: 2) { try ben.step(.networks(1)) }
        let place = seed.isMultiple(of: 2) ? nil : "m:1"
        let before = try ben.frontiers()
        var links = try dials(
            ben.step(
                .requested(RequestID(1), .command(.joinByCode("7-candy-lizard", at: place)))))

        for _ in 0..<40 {
            let link = links.isEmpty ? .outbound(99) : links[dice.roll(below: links.count)]
            switch dice.roll(below: 12) {
            case 0: links += try dials(ben.step(.connected(link)))
            case 1: links += try dials(ben.step(.unreachable(link, why: "shut")))
            case 2: links += try dials(ben.step(.disconnected(link)))
            case 3:
                links += try dials(
                    ben.step(.codeAnswered(number: 7, address: "m:\(dice.roll(below: 9))")))
            case 4:
                ben.now = ben.now + .milliseconds(Int64(dice.roll(below: 700)))
                links += try dials(ben.step(.woken))
            default: links += try dials(ben.step(.received(link, Self.bytes(&dice))))
            }
        }
        ben.now = ben.now + SyncLimits.codePatience
        try ben.step(.woken)

        #expect(ben.engine.joining == nil)
        guard case .rejected(let problem)? = ben.answers.first else {
            Issue.record("ben hears why")
            return
        }
        #expect(!problem.fix.isEmpty)
        #expect(ben.engine.friendRequests.isEmpty)
        #expect(try ben.frontiers() == before)
    }

    @Test(arguments: LawSeeds.seeds(16, soak: 96))
    func `the maker of a code meets nobody who does not prove that they know it`(
        seed: UInt64
    ) throws {
        var dice = Dice(seed: seed)
        let room = try CodeRoom()
        let code = try room.makeCode()
        let before = try room.ana.frontiers()
        let joiner = try CodeJoiner.stranger(code.text)
        var callers: [CodeCaller] = []

        for number in 0..<40 {
            if callers.isEmpty || dice.happens(Ratio(1, of: 5)) {
                callers.append(
                    try CodeCaller(UInt64(number), to: room.ana, from: "m\(number % 5):1"))
            }
            let caller = callers[dice.roll(below: callers.count)]
            switch dice.roll(below: 8) {
            case 0, 1, 2: try caller.say(joiner.hello)
            case 3: try room.ana.step(.disconnected(caller.link))
            case 4:
                room.ana.now = room.ana.now + .milliseconds(Int64(dice.roll(below: 3000)))
                try room.ana.step(.woken)
            default: try caller.give(Self.bytes(&dice))
            }
        }
        room.ana.now = room.ana.now + SyncLimits.handshakePatience
        try room.ana.step(.woken)

        #expect(try room.state(of: code).met == nil)
        #expect(room.ana.engine.friendRequests.isEmpty)
        #expect(room.ana.engine.sessions.allSatisfy { !$0.isAlive })
        #expect(try room.ana.frontiers() == before)
    }

    private func dials(_ effects: [Effect]) -> [LinkID] {
        effects.compactMap { if case .dial(let link, _) = $0 { link } else { nil } }
    }

    // Messages of every kind, well-formed or not, whole or in part.
    private static func bytes(_ dice: inout Dice) -> [UInt8] {
        var entropy = Entropy.seeded(Hash.blake2b32([UInt8(dice.roll(below: 256))]))
        let message: CodeMessage
        switch dice.roll(below: 5) {
        case 0: message = .answer(share: Ristretto.element(fromUniform: entropy.bytes(64)))
        case 1: message = .answer(share: dice.happens(Ratio(1, of: 2)) ? .zero : entropy.bytes32())
        case 2:
            message = .proof(
                confirmation: entropy.bytes(64), sealed: entropy.bytes(CodeTicket.sealedBytes))
        case 3:
            message = .refusal(CodeRefusal.allCases[dice.roll(below: CodeRefusal.allCases.count)])
        default:
            message = .hello(
                number: UInt16(dice.roll(below: 1000)), session: entropy.bytes16(),
                share: entropy.bytes32())
        }
        var bytes = FrameBuffer.frame(message.bytes)
        switch dice.roll(below: 6) {
        case 0: bytes[dice.roll(below: bytes.count)] ^= UInt8(1 << dice.roll(below: 8))
        case 1: bytes = Array(bytes[..<dice.roll(below: bytes.count)])
        case 2: bytes += bytes
        default: break
        }
        return bytes
    }
}
