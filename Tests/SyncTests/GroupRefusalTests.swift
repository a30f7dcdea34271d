import Domain
import Primitives
import Sodium
import Testing

@testable import Sync

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests that a person learns why a group did not let them in.
@Suite struct GroupRefusalTests {
    private func refusal(_ node: SyncNode) throws -> Joining.State? {
        guard case .groups(let groups) = try node.ask(.query(.groups())) else { return nil }
        return groups.first?.refusal
    }

    @Test func `the reason of a refusal is known after the node has started anew`() throws {
        var entropy = Entropy.system
        let path = "/tmp/weft-refusal-\(Base32.encode(entropy.bytes(10))).db"
        defer { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
        let pair = try SyncPair(areFriends: false)
        pair.bob.engine.addresses = ["bob:1"]
        try pair.bob.ask(.command(.newGroup(name: "lab")))
        let answer = try pair.bob.ask(
            .command(.inviteToGroup("lab", role: .editor, uses: 1, seconds: 86_400)))
        guard case .invited(let made) = answer else { throw SyncNode.NotPaired() }
        try pair.bob.ask(.command(.revokeInvitation(number: made.invitation.number)))

        try pair.ana.ask(.command(.joinGroup(invitation: made.text, name: nil)))
        try pair.pass(.seconds(5))

        #expect(try refusal(pair.ana) == .revoked)
        #expect(try refusal(SyncNode(twinOf: pair.ana, at: path)) == .revoked)
    }
}
