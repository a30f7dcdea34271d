import CRDT
import Domain
import Primitives
import Store
import Wire

// Commands that need this node's own addresses, or that make it call inviters.
extension Engine {
    func performByInvitation(
        _ command: Command, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        switch command {
        case .newGroup(let name, let description, _):
            return try store.newGroup(
                name, description: description, addresses: addresses, at: wall)
        case .inviteToGroup(let group, let role, let uses, let seconds, _):
            let answer = try store.invite(
                to: group, role: role, uses: uses, seconds: seconds, addresses: addresses,
                at: wall)
            if case .invited(let made) = answer, let group = made.invitation.group {
                effects.append(
                    .announce(
                        .groupInvited(
                            try author(owner.person), group: group.name, role: group.role)))
            }
            return answer
        case .inviteFriend(let uses, let seconds, _):
            guard !addresses.isEmpty else {
                return .rejected(
                    Problem(
                        .conflict,
                        "an invitation would be useless: this node accepts no connections",
                        fix: "weft down, then weft up --listen 0.0.0.0:7433"))
            }
            return try store.inviteFriend(
                uses: uses, seconds: seconds, addresses: addresses, at: wall)
        case .joinGroup(let invitation, let name, _):
            return try join(invitation, named: name, at: now, wall: wall)
        case .joinFriend(let invitation, let petName, _):
            let answer = try store.joinFriend(invitation, petName: petName, at: wall)
            try callInviters(at: now)
            return answer
        case .forgetJoining(let person, _): return try store.forgetJoining(person)
        default: preconditionFailure("the store's")
        }
    }

    /// Joins a group by the whole text of an invitation, and calls its maker.
    func join(
        _ invitation: String, named name: String?, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Answer {
        let answer = try store.join(invitation, name: name, at: wall)
        try callInviters(at: now)
        return answer
    }

    private func callInviters(at now: Instant) throws(StorageError) {
        try addFellows(at: now)
        // Nobody is let in over a link that was not opened by the invitation.
        for join in try store.openJoins() {
            for session in sessions
            where session.certificate == join.certificate && !session.isMade(by: join) {
                end(session, .done)
            }
            dialler.hurry(join.certificate.person, at: now)
        }
        hasMore = true
    }
}
