import CRDT
import Domain
import Primitives
import Sync

// Carries out what people do in a scenario.
extension ScenarioPlayer {
    func act(_ statement: ScenarioStatement) throws(BrokenClaim) {
        switch statement.verb {
        case .befriend: try befriend(nodes(statement))
        case .befriendWith:
            for other in nodes(statement) where other != node(statement) {
                try cluster.befriend(node(statement), other)
            }
        case .befriendRing: try befriendRing(nodes(statement), Int(statement.number()))
        case .adds where statement.condition == nil:
            try cluster.add(node(statement, "other"), at: node(statement))
        case .keepsMany where statement.condition == nil: try keepMany(statement)
        case .founds where statement.condition == nil:
            groups.append(
                (statement.word("name"), try cluster.foundGroup(at: node(statement))))
        case .invites where statement.condition == nil: try invite(statement)
        case .pairs: try cluster.pair(node(statement, "machine"), by: node(statement))
        case .revokes: try cluster.revoke(node(statement, "machine"), by: node(statement))
        case .acts: try actByChance(statement)
        default: try ask(statement)
        }
    }

    // MARK: One command

    private func ask(_ statement: ScenarioStatement) throws(BrokenClaim) {
        let (node, command) = (node(statement), try command(for: statement))
        guard statement.condition == .refused else {
            try cluster.done(command, at: node)
            return
        }
        let life = cluster.machines[node].life
        do throws(BrokenClaim) {
            if case .rejected = try cluster.ask(.command(command), at: node) { return }
        } catch {
            // A command without an answer because the node crashed counts as refused.
            guard cluster.machines[node].life != life || cluster.machines[node].state == .down
            else { throw error }
            return
        }
        throw BrokenClaim(
            "refused: \(ScenarioStatement(statement.verb, statement.values).text)", "it was done")
    }

    private func command(for statement: ScenarioStatement) throws(BrokenClaim) -> Command {
        let node = node(statement)
        let groupName = GroupAccount.name(group(statement))
        switch statement.verb {
        case .keeps:
            return .addBookmarks(
                [draft(statement, at: node)], to: audience(statement), onDuplicate: .skip, act: nil)
        case .keepsMany:
            return .addBookmarks(
                [draft(titled: "link", statement, at: node)], to: audience(statement),
                onDuplicate: .skip, act: nil)
        case .renames:
            return .edit(
                try reference(statement), BookmarkChange(title: statement.word("new")))
        case .notes:
            return .edit(
                try reference(statement), BookmarkChange(note: statement.word("note")))
        case .tags:
            return .edit(
                try reference(statement), BookmarkChange(addTags: statement.words("tags")))
        case .removes: return .remove(.references([try reference(statement)]))
        case .shares:
            return .share(
                .references([try reference(statement)]), with: audience(statement) ?? .friends,
                isLive: false)
        case .sharesTagged:
            return .share(
                .query("#\(statement.word("tag"))"), with: audience(statement) ?? .friends,
                isLive: true)
        case .unshares:
            return .unshare(.references([try reference(statement)]), from: audience(statement))
        case .undoes: return .undo(act: nil)
        case .adds:
            return .addFriend(
                ticket: cluster.machines[self.node(statement, "other")].ticket, petName: nil)
        case .unfriends, .blocks:
            let other = self.node(statement, "other")
            return .removeFriend(
                PersonReference("friend\(other)"), isBlocked: statement.verb == .blocks)
        case .founds: return .newGroup(name: statement.word("name"))
        case .invites:
            return .inviteToGroup(groupName, role: role(statement), uses: 1, seconds: 3600)
        case .promotes: return .setGroupRole(groupName, person(statement), role(statement))
        case .expels: return .removeFromGroup(groupName, person(statement))
        case .leaves: return .leaveGroup(groupName)
        case .handsOver: return .handOverGroup(groupName, to: person(statement))
        case .dissolves: return .dissolveGroup(groupName)
        case .allowsMailbox:
            return .keepMailbox(
                for: PersonReference("friend\(self.node(statement, "other"))"),
                quotaBytes: HostedMailbox.quotaBytesUsual)
        case .takes: return .setAuthorQuota(bytes: Int(statement.number()) * 1024)
        case .usesMailbox:
            return .useMailbox(
                at: PersonReference("friend\(self.node(statement, "other"))"),
                for: [.everybody])
        default: throw BrokenClaim("a deed is a command", statement.text)
        }
    }

    // MARK: Objects of commands

    private func person(_ statement: ScenarioStatement) -> PersonReference {
        PersonReference(cluster.machines[node(statement, "other")].person.text)
    }

    private func role(_ statement: ScenarioStatement) -> GroupRole {
        GroupRole(rawValue: statement.word("role")) ?? .editor
    }

    private func audience(_ statement: ScenarioStatement) -> Audience? {
        guard let word = statement.optional("audience") else { return nil }
        return Audience(name: word) ?? .group(GroupAccount.name(group(statement, "audience")))
    }

    private func reference(_ statement: ScenarioStatement) throws(BrokenClaim) -> Reference {
        let (node, title) = (node(statement), statement.word("title"))
        let links = try cluster.machines[node].shown(at: cluster.now)
            .filter { $0.title == title && !$0.isTrashed }
        // Prefers an own link over others' with that title.
        guard let link = links.first(where: { $0.author.isMe }) ?? links.first else {
            throw BrokenClaim(statement.text, "\(name(node)) sees no link of that title")
        }
        return .id(link.id.text)
    }

    private func draft(_ statement: ScenarioStatement, at node: Int) -> BookmarkDraft {
        draft(titled: statement.word("title"), statement, at: node)
    }

    private func draft(
        titled title: String, _ statement: ScenarioStatement, at node: Int
    ) -> BookmarkDraft {
        made += 1
        var word = ""
        switch audience(statement) {
        case .group(let name)?:
            word = cluster.canary(of: node, in: GroupAccount.number(named: name) ?? 0)
        default: word = cluster.canary(of: node)
        }
        let url = statement.optional("url") ?? "https://node\(node).example/\(made)/\(word)"
        return BookmarkDraft(
            url: url, title: title, note: statement.word("note"), tags: statement.words("tags"))
    }

    // MARK: Several commands

    private func befriend(_ all: [Int]) throws(BrokenClaim) {
        for (place, first) in all.enumerated() {
            for second in all.dropFirst(place + 1) { try cluster.befriend(first, second) }
        }
    }

    // Befriends each with the `reach` that follow; the first follows the last.
    private func befriendRing(_ all: [Int], _ reach: Int) throws(BrokenClaim) {
        guard all.count > 1 else { return }
        var known: [(Int, Int)] = []
        for place in all.indices {
            for step in 1...reach {
                let (one, other) = (all[place], all[(place + step) % all.count])
                let pair = (min(one, other), max(one, other))
                guard one != other, !known.contains(where: { $0 == pair }) else { continue }
                known.append(pair)
                try cluster.befriend(one, other)
            }
        }
    }

    private func keepMany(_ statement: ScenarioStatement) throws(BrokenClaim) {
        let node = node(statement)
        var left = Int(statement.number())
        while left > 0 {
            let drafts = (0..<min(left, 200)).map { _ in
                draft(titled: "link \(made + 1) of \(name(node))", statement, at: node)
            }
            left -= drafts.count
            try cluster.done(
                .addBookmarks(drafts, to: audience(statement), onDuplicate: .skip, act: nil),
                at: node)
        }
    }

    private func invite(_ statement: ScenarioStatement) throws(BrokenClaim) {
        for other in nodes(statement) where other != node(statement) {
            try cluster.letIn(
                other, into: group(statement), by: node(statement), as: role(statement))
        }
    }

    private func actByChance(_ statement: ScenarioStatement) throws(BrokenClaim) {
        let (time, every) = (statement.time(), statement.time("every"))
        var dice = Dice(seed: scenario.seed).split(77 + cluster.now.nanoseconds)
        var choices: [Choice] = []
        for node in nodes(statement) {
            var at = dice.duration(from: .milliseconds(100), to: every * 2)
            while at < time {
                let deed = Deed.usual[dice.roll(below: Deed.usual.count)]
                choices.append(
                    Choice(at: at, kind: .act(node: node, deed), chance: dice.next()))
                at += dice.duration(from: .milliseconds(100), to: every * 2)
            }
        }
        cluster.replay(choices)
        try pass(time)
    }
}
