import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// People in one room who do not know each other: the first makes a code, the second types it.
final class CodeRoom {
    let lan: SyncLAN
    var ana: SyncNode { lan.nodes[0] }
    var ben: SyncNode { lan.nodes[1] }

    init(_ names: String...) throws {
        let people = names.isEmpty ? ["Ana", "Ben"] : names
        let nodes = try people.enumerated().map { index, name in
            try SyncNode(UInt8(index + 1), name: name)
        }
        lan = SyncLAN(nodes)
    }

    /// Returns a code that the first one makes.
    func makeCode(_ node: SyncNode? = nil) throws -> ShortCode {
        guard case .code(let made) = try (node ?? ana).ask(.command(.newCode())) else {
            throw NoCode()
        }
        #expect(made.state == .open)
        return try ShortCode(text: made.text ?? "")
    }

    struct NoCode: Error {}

    /// Returns the result when somebody has typed a code.
    @discardableResult
    func join(
        _ text: String, at place: String? = nil, as number: Int = 1
    ) throws -> Result<Meeting, Problem> {
        let node = lan.nodes[number]
        let before = node.answers.count
        try lan.tell(
            number, .requested(RequestID(1000), .command(.joinByCode(text, at: place))))
        try lan.run(for: .seconds(9))
        guard node.answers.count > before else { throw NoCode() }
        switch node.answers[before] {
        case .meeting(let meeting): return .success(meeting)
        case .rejected(let problem): return .failure(problem)
        default: throw NoCode()
        }
    }

    /// Returns the state of a code where it was made.
    func state(of code: ShortCode) throws -> IssuedCode {
        guard case .code(let code) = try ana.ask(.query(.code(number: Int(code.number)))) else {
            throw NoCode()
        }
        #expect(code.text == nil)
        return code
    }

    func accept(_ meeting: Meeting, as number: Int) throws {
        try lan.tell(
            number,
            .requested(
                RequestID(1001),
                .command(
                    .acceptFriend(PersonReference(meeting.person.text), petName: nil))))
    }

    /// Returns the same code with another second word.
    static func wrong(_ code: ShortCode) -> String {
        let parts = code.text.split(separator: "-")
        return "\(parts[0])-\(parts[1])-\(parts[2] == "zoo" ? "zero" : "zoo")"
    }
}

/// A peer that speaks the code protocol's bytes by hand, to a node that has made a code.
final class CodeCaller {
    let node: SyncNode
    let link: LinkID
    private var buffer = FrameBuffer()
    private(set) var heard: [CodeMessage] = []
    var isClosed: Bool { node.closed[link] != nil }

    init(_ number: UInt64, to node: SyncNode, from address: String = "m:1") throws {
        self.node = node
        link = .inbound(1 << 40 | number)
        try node.step(.accepted(link, address: address))
    }

    func give(_ bytes: [UInt8]) throws {
        for case .send(link, let bytes) in try node.step(.received(link, bytes)) {
            buffer.append(bytes)
            while case .message(let message) = buffer.nextByCode() { heard.append(message) }
        }
    }

    func say(_ message: CodeMessage) throws { try give(FrameBuffer.frame(message.bytes)) }

    /// Greets with a code, and returns the share in the answer.
    func greet(by joiner: CodeJoiner) throws -> Bytes32? {
        try say(joiner.hello)
        guard case .answer(let share)? = heard.last else { return nil }
        return share
    }
}

extension CodeJoiner {
    /// Returns a run of a person who is not among the nodes.
    static func stranger(_ code: String, _ name: String = "Mallory") throws -> CodeJoiner {
        let node = try SyncNode(99, name: name)
        var entropy = Entropy.seeded(Hash.blake2b32(Array(code.utf8)))
        return CodeJoiner(try ShortCode(text: code), as: node.engine.me, entropy: &entropy)
    }
}
