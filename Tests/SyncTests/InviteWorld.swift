import CRDT
import Domain
import Primitives
import Testing

@testable import Sync

extension SyncNode {
    /// Makes a friend invitation; from then on this node accepts links at `ana:1`.
    func invite(uses: Int = 1, seconds: Int = 3600) throws -> NewInvitation {
        engine.addresses = ["ana:1"]
        guard
            case .invited(let made) = try ask(.command(.inviteFriend(uses: uses, seconds: seconds)))
        else { throw NotPaired() }
        return made
    }

    func friends() throws -> [Friend] {
        guard case .friends(let friends) = try ask(.query(.friends())) else { return [] }
        return friends
    }

    /// Returns the invitations typed here, latest first.
    func joinings() throws -> [Joining] {
        guard case .joinings(let all) = try ask(.query(.joinings())) else { return [] }
        return all
    }

    func joining() throws -> Joining? { try joinings().first }

    /// Returns the invitations that it honours.
    func invitations() throws -> [OpenInvitation] {
        guard case .invitations(let all) = try ask(.query(.invitations())) else { return [] }
        return all
    }

    func enter(_ invitation: NewInvitation, as name: String? = nil) throws -> Answer? {
        try ask(.command(.joinFriend(invitation: invitation.text, petName: name)))
    }

    func remove(_ name: String, isBlocked: Bool = false) throws {
        try ask(.command(.removeFriend(PersonReference(name), isBlocked: isBlocked)))
    }

    /// Returns the persons announced as new friends.
    func added() -> [PersonID] {
        announced.compactMap {
            guard case .friendAdded(let author) = $0 else { return nil }
            return author.person
        }
    }
}

extension SyncPair {
    /// Types at Bob's node what Ana gave to Bob, and goes on with both until nothing happens.
    func join(_ text: String) throws {
        try bob.ask(.command(.joinFriend(invitation: text, petName: nil)))
        try pass(.seconds(30))
    }
}

/// Returns the text of a rejection; empty for another answer.
func problem(_ answer: Answer?) -> String {
    guard case .rejected(let problem) = answer else { return "" }
    return problem.detail
}
