import Foundation
import Testing

/// Tests that a request with an `Idempotency-Key` is carried out once.
@Suite(.serialized) struct OnceTests {
    private struct Told {
        let head: String
        let body: String
    }

    private func invite(_ ana: Person, key: String?, _ words: String...) throws -> Told {
        let socket = try ana.weft("paths", "--json").succeeds().text("socket")
        let keys = key.map { ["-H", "Idempotency-Key: \"\($0)\""] } ?? []
        let text = try OtherProgram.curl(
            ["-i", "--unix-socket", socket, "-X", "POST"] + keys + words
                + ["http://localhost/v1/invites"])
        let parts = text.components(separatedBy: "\r\n\r\n")
        return Told(head: parts[0], body: parts.dropFirst().joined())
    }

    private func invitations(_ ana: Person) throws -> Int {
        let list = try ana.weft("api", "GET", "/v1/invites").succeeds().json()
        return (list["items"] as? [Any])?.count ?? -1
    }

    @Test func `the answer comes again when the node has fallen over, and nothing is done twice`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")

        let first = try invite(ana, key: "one")
        try ana.crash()
        try ana.up()
        let again = try invite(ana, key: "one")
        let other = try invite(
            ana, key: "one", "-H", "Content-Type: application/json", "-d", #"{"uses":2}"#)
        let before = try invitations(ana)
        let free = try invite(ana, key: nil)

        #expect(first.head.hasPrefix("HTTP/1.1 201"))
        #expect(!first.head.lowercased().contains("idempotent-replayed"))
        #expect(again.head.hasPrefix("HTTP/1.1 201"))
        #expect(again.head.lowercased().contains("idempotent-replayed: true"))
        #expect(!first.body.isEmpty && again.body == first.body)
        #expect(other.head.hasPrefix("HTTP/1.1 422") && other.body.contains("key_reused"))
        #expect(before == 1)
        #expect(free.head.hasPrefix("HTTP/1.1 201") && free.body != first.body)
        #expect(try invitations(ana) == 2)
    }
}
