import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

// Conflicting acts of members, none of whom has received the latest ones of the others.
extension GroupWorld {
    /// Plays a history of random acts, random meetings and void deltas.
    func quarrel(acts: Int) throws {
        for _ in 0..<acts {
            let actor = actors[dice.roll(below: actors.count)]
            switch dice.roll(below: 10) {
            case 0, 1: try meetSomebody()
            case 2, 3, 4: try change(by: actor)
            case 5, 6: try rule(by: actor)
            case 7: try reshape(by: actor)
            default: if actor !== ana { try forge(by: actor) }
            }
        }
    }

    private func meetSomebody() throws {
        let left = dice.roll(below: actors.count)
        let right = (left + 1 + dice.roll(below: actors.count - 1)) % actors.count
        try meet(actors[left], actors[right], isCutShort: dice.roll(below: 3) == 0)
    }

    // Links: made, edited, removed, restored, copied in from home.
    private func change(by actor: WriteReplica) throws {
        let number = dice.roll(below: 9)
        let draft = BookmarkDraft(
            url: "https://example.org/\(number)", title: "t\(number)", tags: ["craft"])
        guard let link = try someLink(of: actor), dice.roll(below: 4) > 0 else {
            try actor.perform(
                .addBookmarks([draft], to: .group("lab"), onDuplicate: .merge, act: nil))
            return
        }
        let reference = Reference.id(link.text)
        switch dice.roll(below: 8) {
        case 0, 1: try actor.perform(.edit(reference, BookmarkChange(title: "e\(number)")))
        case 2: try actor.perform(.edit(reference, BookmarkChange(note: "n\(number)")))
        case 3: try actor.perform(.edit(reference, BookmarkChange(addTags: ["knit/\(number)"])))
        case 4: try actor.perform(.edit(reference, BookmarkChange(removeTags: ["craft"])))
        case 5: try actor.perform(.remove(.references([reference])))
        case 6: try actor.perform(.undo(act: nil))
        default:
            try actor.perform(
                .addBookmarks([draft], to: .private, onDuplicate: .merge, act: nil))
            let own = Selection.references([.url(draft.url)])
            let isIn = dice.roll(below: 3) > 0
            try actor.perform(
                isIn
                    ? .share(own, with: .group("lab"), isLive: false)
                    : .unshare(own, from: .group("lab")))
        }
    }

    // Roles, removals, handovers, leaving and joining again.
    private func rule(by actor: WriteReplica) throws {
        let others = [ana, ben, cleo, dora, eva].filter { $0.owner.person != actor.owner.person }
        let other = others[dice.roll(below: others.count)]
        let reference = PersonReference(String(other.owner.person.text.prefix(12)))
        switch dice.roll(below: 12) {
        case 0, 1, 2:
            let role = GroupRole.given[dice.roll(below: 3)]
            try actor.perform(.setGroupRole("lab", reference, role))
        case 3, 4: try actor.perform(.removeFromGroup("lab", reference))
        case 5: try quarrelOverSomebody(other)
        case 6: try actor.perform(.handOverGroup("lab", to: reference))
        case 7:
            guard actor.owner.person != ana.owner.person else { return }
            try actor.perform(.leaveGroup("lab"))
        case 8: try revokePhone()
        default:
            guard other !== ana else { return }
            try letIn(other, as: GroupRole.given[dice.roll(below: 3)], by: actor)
        }
    }

    // Two who may, and neither has received the other's act.
    private func quarrelOverSomebody(_ victim: WriteReplica) throws {
        let reference = PersonReference(String(victim.owner.person.text.prefix(12)))
        for owner in [ana, ben] where owner !== victim {
            try owner.perform(.removeFromGroup("lab", reference))
        }
        try change(by: victim)
    }

    private func revokePhone() throws {
        guard dice.roll(below: 3) == 0 else { return }
        try ana.perform(.revokeDevice(phone.reference, phrase: nil))
        try change(by: phone)
    }

    // Epochs: two concurrent ones, and the closing of the group.
    private func reshape(by actor: WriteReplica) throws {
        let other = actors[dice.roll(below: actors.count)]
        switch dice.roll(below: 8) {
        case 0: try actor.perform(.dissolveGroup("lab"))
        case 1, 2, 3: try rotate(actor)
        default:
            try rotate(actor)
            if other !== actor { try rotate(other) }
            try change(by: actor)
        }
    }

    private func rotate(_ replica: WriteReplica) throws {
        let lab = try lab(at: replica)
        try replica.step { (store) throws(StorageError) in
            guard try store.isIn(lab), try store.canWrite, !(try store.heads(of: lab).isEmpty)
            else { return }
            try store.rotate(lab, at: replica.wall)
        }
    }

    /// Returns a random link of the group that shows at `replica`.
    func someLink(of replica: WriteReplica) throws -> ObjectID? {
        let place = try lab(at: replica).place
        let ids = try replica.step { (store) throws(StorageError) in
            try store.database.rows(
                "SELECT object FROM objects WHERE kind = 1 AND audience = ? AND hidden < 2 "
                    + "ORDER BY object", [.integer(place.number)]
            ) { (row) throws(StorageError) in row.bytes(0) }
        }
        guard !ids.isEmpty else { return nil }
        return Bytes16(ids[dice.roll(below: ids.count)]).map { ObjectID($0) }
    }
}
