import CRDT
import Domain
import Primitives
import Store

/// Something that a person does in groups now and then. It may be refused: they may lack the right,
/// or their node may not know of it yet.
enum GroupDeed: String, CaseIterable, Sendable {
    case found = "make a group"
    case invite
    case keep = "keep in a group"
    case edit = "edit in a group"
    case remove = "remove in a group"
    case share = "share with a group"
    case unshare = "unshare from a group"
    case changeRole = "change a role"
    case expel = "remove a member"
    case leave = "leave a group"
    case handOver = "hand over a group"
    case dissolve = "dissolve a group"

    /// Returns how often it is listed among the deeds; `drawn` is 0 to 2.
    func weight(_ drawn: Int) -> Int {
        switch self {
        case .keep, .edit, .share, .invite: return 2 + 2 * drawn
        case .found, .unshare, .changeRole, .expel, .remove: return 1 + drawn
        case .leave, .handOver: return 1
        case .dissolve: return drawn / 2
        }
    }
}

/// A group as one node shows it, with the world's numbers.
struct GroupView {
    let number: Int
    let group: Group
    /// The other members, in ascending order.
    let others: [Int]
    /// The nodes that may read what the person writes there: see `GroupAccount`.
    let readers: [Int]
    let links: [Bookmark]
}

extension GroupWork {
    /// Returns the command for a deed of the person at `node`; nil if nothing suitable exists.
    mutating func command(
        for deed: GroupDeed, at machine: SimulatedNode, view: GroupView?, people: [PersonID],
        canaries: inout Canaries
    ) -> Command? {
        let diary = machine.diary
        if deed == .found {
            guard accounts.count < Self.groupsMax else { return nil }
            accounts.append(GroupAccount(founder: machine.holder, entered: [machine.holder]))
            return .newGroup(name: GroupAccount.name(accounts.count - 1))
        }
        guard let view else { return nil }
        let name = view.group.name
        let living = diary.living
        let one = living.isEmpty ? nil : living[dice.roll(below: living.count)]
        let links = view.links.filter { diary.entries[$0.id] == nil }
        let link = links.isEmpty ? nil : links[Workload.favour(dice.roll(below: links.count))]
        let other = view.others.isEmpty ? nil : view.others[dice.roll(below: view.others.count)]
        let person = other.map { PersonReference(people[$0].text) }
        let chance = dice.roll(below: 4)
        switch deed {
        case .found: return nil
        case .invite:
            let roles: [GroupRole] = [.editor, .owner, .viewer, .editor]
            return .inviteToGroup(
                name, role: roles[chance], uses: 1 + dice.roll(below: 2), seconds: 86_400)
        case .keep:
            made += 1
            let word = word(in: view, at: machine, people.count, &canaries)
            var draft = BookmarkDraft(
                url: "https://\(name).example/\(made)/\(word)", title: "kept \(made)",
                tags: chance == 0 ? ["art"] : [])
            if hasGarments {
                ThingWork.dress(&draft, by: dice) {
                    self.word(in: view, at: machine, people.count, &canaries)
                }
            }
            return .addBookmarks([draft], to: .group(name), onDuplicate: .skip, act: nil)
        case .edit:
            let word = word(in: view, at: machine, people.count, &canaries)
            // A group without things gets a description instead.
            guard let link else {
                return .editGroup(name, GroupChange(description: "for \(word)"))
            }
            var change = BookmarkChange(
                title: "edited \(dice.roll(below: 1000))", note: "note \(word)",
                addTags: chance == 0 ? ["day"] : [], removeTags: chance == 1 ? ["art"] : [])
            change.details = ThingWork.changes(of: link.kind, link.details, by: dice) {
                self.word(in: view, at: machine, people.count, &canaries)
            }
            return .edit(.id(link.id.text), change)
        case .remove: return link.map { .remove(.references([.id($0.id.text)])) }
        case .share:
            guard chance > 0 else {
                let isLive = dice.roll(below: 2) == 0
                return .share(.query("#art"), with: .group(name), isLive: isLive)
            }
            return one.map {
                .share(.references([.id($0.text)]), with: .group(name), isLive: false)
            }
        case .unshare:
            let placed = living.filter { diary.entries[$0]?.places.contains(.group(name)) == true }
            guard let first = placed.first else { return nil }
            return .unshare(.references([.id(first.text)]), from: .group(name))
        case .changeRole:
            let roles: [GroupRole] = [.editor, .owner, .viewer, .editor]
            return person.map { .setGroupRole(name, $0, roles[chance]) }
        case .expel: return person.map { .removeFromGroup(name, $0) }
        case .leave: return .leaveGroup(name)
        case .handOver: return person.map { .handOverGroup(name, to: $0) }
        case .dissolve: return .dissolveGroup(name)
        }
    }

    private func word(
        in view: GroupView, at machine: SimulatedNode, _ nodes: Int, _ canaries: inout Canaries
    ) -> String {
        canaries.next(
            writer: machine.holder, in: view.number, members: view.readers, nodes: nodes)
    }
}
