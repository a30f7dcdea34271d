import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests a group of which a person has nothing any more: a revoked device of theirs founded it, and the revocation
/// voids that.
@Suite struct UnknownGroupTests {
    /// Creates Ana's device, which has made an invitation to a group that it has just lost.
    private func lostSight() throws -> (ana: WriteReplica, id: UInt64, link: ObjectID) {
        let ana = try WriteReplica(1, name: "Ana")
        let made = try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: ana.wall)
            return try store.invite(
                to: "lab", role: .viewer, uses: 1, seconds: 3600, addresses: [], at: ana.wall)
        }
        guard case .invited(let text) = made, let invitation = Invitation(text: text.text) else {
            throw WriteReplica.Unexpected(what: "\(made)")
        }
        let link = try ana.keep(
            BookmarkDraft(url: "https://loom.example/"), in: .group("lab"))[0]
        try ana.step { (store) throws(StorageError) in
            let me = try store.me
            for group in try store.groups() {
                guard let row = try store.object(row: group.row) else { throw .corrupt }
                try store.erase(row.id, author: me, in: .private)
            }
        }
        return (ana, Derivation.invitationID(secret: invitation.secret), link)
    }

    @Test func `a person invited into it is not let in, and nothing fails`() throws {
        let (ana, id, _) = try lostSight()
        let ben = try WriteReplica(2, name: "Ben")
        let certificate = ben.owner.certificate
        let ticket = Ticket(certificate: certificate, name: "Ben", addresses: ["10.0.0.1:9"])

        let welcome = try ana.step { (store) throws(StorageError) in
            let welcome = try store.welcome(certificate, by: id, at: ana.wall)
            try store.introduce(ticket.text, by: certificate, id: id, at: ana.wall)
            return welcome
        }

        #expect(welcome == .refused(.notInvited))
    }

    @Test func `things at home in it cannot be changed here`() throws {
        let (ana, _, link) = try lostSight()

        let answer = try ana.perform(.edit(.id(link.text), BookmarkChange(title: "x")))

        guard case .rejected(let problem) = answer else {
            Issue.record("changed: \(answer)")
            return
        }
        #expect([.notFound, .notYours].contains(problem.code))
    }
}
