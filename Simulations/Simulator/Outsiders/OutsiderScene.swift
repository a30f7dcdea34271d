import CRDT
import Domain
import Primitives

/// A tiny world with an outsider, as drawn from a seed: what happens in any case, and what the outsider must not
/// notice.
///
///     0 ana    stores things
///     1 ben    ana's friend
///     2 cleo   adds ana, who does not add cleo
///     3 dana   ana's friend, if there is anything to hide
struct OutsiderScene {
    /// The outsider's relation to what is hidden.
    enum Relation: String, CaseIterable, Sendable {
        /// Nobody's friend: everything of ana's is hidden from them.
        case stranger
        /// Ben's friend: ana's things are hidden from them, also at ben's node, and so is what ben keeps private.
        case friendOfFriend = "friend of a friend"
        /// Ana's friend ben: what ana keeps private is hidden from ben.
        case friend
        /// Ana's friend until ana ends it: what ana writes from then on is hidden from them.
        case former = "former friend"
        /// Ana's friend ben: what ana shares with dana alone, and a group of the two, is hidden from ben.
        case beside = "friend outside a group"
        /// A member of ana's group until ana removes them: what ana and ben write there later is hidden from them.
        case formerMember = "former member"
    }

    /// Something that a person does or that happens to them.
    enum Deed {
        case befriend(other: Int)
        /// Joins the group of the person at `other` with that person's latest answer, an invitation.
        case join(other: Int)
        case command(Command)
        /// Changes the link with this URL.
        case edit(url: String, BookmarkChange)
        case kill
        case start
    }

    /// A deed and its time.
    struct Act {
        let at: Duration
        let node: Int
        let deed: Deed
    }

    static let nodes = 4
    static let length: Duration = .seconds(48)

    let relation: Relation
    private let options: Options
    /// What happens in both worlds, in order.
    let common: [Act]
    /// What happens in one of them only, in order.
    let hidden: [Act]

    /// The hosts whose links are compared: one person's, and those of an attacker without keys.
    var watched: [Int] {
        switch relation {
        case .friend, .beside: return [1, Self.nodes]
        case .stranger, .friendOfFriend, .former, .formerMember: return [2, Self.nodes]
        }
    }
    let likeness: Transcript.Likeness

    /// Draws the scene of `seed`.
    init(seed: UInt64) {
        var dice = Dice(seed: seed).split(21)
        relation = Relation.allCases[dice.roll(below: Relation.allCases.count)]
        let isMixed =
            [.friend, .friendOfFriend, .beside].contains(relation) && dice.roll(below: 4) == 0
        likeness = isMixed ? .lengths : .bits
        let latency = dice.duration(from: .microseconds(200), to: .milliseconds(80))
        options = Options(
            nodes: Self.nodes, turmoil: .zero, friendships: [], rates: [],
            // Every path takes the same time every time, so that no draw can be shifted by others.
            manner: Network.Manner(
                latency: (latency, latency), cuts: Ratio(0, of: 1), isOverheard: false,
                isPrompt: true),
            clocks: (0..<Self.nodes).map { _ in
                let offset = Int64(dice.roll(below: 600_000)) - 300_000
                return WallClock(offsetMilliseconds: offset, driftPartsPerMillion: 0)
            },
            actEvery: .seconds(60), deeds: [], hasAttacker: true)
        var author = OutsiderAuthor(dice: dice.split(1))
        common = author.common(relation)
        author.dice = dice.split(2)
        hidden = author.hidden(relation, isMixed: isMixed)
    }

    /// The persons who are there in any case.
    var cast: [Int] {
        let acting = [0] + common.map(\.node)
        return (0..<Self.nodes).filter(acting.contains)
    }

    /// Returns the options of the world with or without what is hidden; persons without a part in it are absent.
    func options(withHidden isRich: Bool) -> Options {
        var options = options
        let present = cast + (isRich ? hidden.map(\.node) : [])
        options.absent = (0..<Self.nodes).filter { !present.contains($0) }
        return options
    }

    /// Returns the acts of the world with or without what is hidden.
    ///
    /// - Parameter isEstranged: whether the outsider is not even a friend's friend.
    func acts(withHidden isRich: Bool, isEstranged: Bool = false) -> [Act] {
        let all = (isRich ? common + hidden : common).filter { act in
            guard isEstranged, case .befriend(let other) = act.deed else { return true }
            return Set([act.node, other]) != [1, 2]
        }
        // At one moment, what happens in any case comes first.
        return all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }
}

/// Generates what the persons of a scene do.
struct OutsiderAuthor {
    var dice: Dice
    private var made = 0

    init(dice: Dice) {
        self.dice = dice
    }

    /// Returns what the outsider may know of, and what does not concern them but happens anyway.
    mutating func common(_ relation: OutsiderScene.Relation) -> [OutsiderScene.Act] {
        var acts: [OutsiderScene.Act] = []
        switch relation {
        case .beside: return beside(&acts)
        case .formerMember: return formerMember(&acts)
        case .stranger, .friendOfFriend, .friend, .former: break
        }
        if relation != .friend {
            acts.append(act(2, .befriend(other: 0), from: 300, to: 3000))
            acts.append(act(2, .command(.sync()), from: 36_000, to: 40_000))
        }
        if relation != .stranger {
            acts.append(act(0, .befriend(other: 1), from: 0, to: 2000))
            acts.append(act(1, .befriend(other: 0), from: 0, to: 2000))
        }
        if relation == .former {
            acts.append(act(0, .befriend(other: 2), from: 0, to: 2000))
            let end = Command.removeFriend(PersonReference("friend2"), isBlocked: false)
            acts.append(act(0, .command(end), from: 10_000, to: 18_000))
        }
        if relation == .friendOfFriend {
            acts.append(act(1, .befriend(other: 2), from: 0, to: 2000))
            acts.append(act(2, .befriend(other: 1), from: 0, to: 2000))
        }
        // In the first half, so that what is hidden can come after it.
        let sharers: [Int]
        switch relation {
        case .stranger: sharers = [2]
        case .friendOfFriend: sharers = [1, 2]
        case .friend: sharers = [0, 1]
        case .former: sharers = [0, 1, 2]
        case .beside, .formerMember: sharers = []
        }
        for node in sharers {
            for _ in 0..<(1 + dice.roll(below: 3)) {
                let draft = draft(node, tag: "seen")
                acts.append(
                    act(node, .command(add([draft], to: .friends)), from: 3500, to: 12_000))
                let change = BookmarkChange(title: "edited", addTags: ["later"])
                acts.append(
                    act(node, .edit(url: draft.url, change), from: 12_000, to: 20_000))
            }
        }
        if dice.roll(below: 3) == 0 {
            let killed = relation == .stranger ? 0 : dice.roll(below: 2)
            acts.append(act(killed, .kill, from: 30_000, to: 31_000))
            acts.append(act(killed, .start, from: 32_000, to: 34_000))
        }
        return acts
    }

    /// Returns what the outsider must not notice.
    mutating func hidden(
        _ relation: OutsiderScene.Relation, isMixed: Bool
    ) -> [OutsiderScene.Act] {
        things(relation, isMixed: isMixed) + mailboxes(relation)
    }

    // Ben keeps a mailbox for ana, and for dana if dana is there; both use it. Nobody involved is the onlooker in these
    // scenes.
    private mutating func mailboxes(
        _ relation: OutsiderScene.Relation
    ) -> [OutsiderScene.Act] {
        guard [.stranger, .friendOfFriend, .former].contains(relation), dice.roll(below: 2) == 0
        else { return [] }
        var acts: [OutsiderScene.Act] = []
        let (keeper, user) = (PersonReference("friend1"), PersonReference("friend0"))
        acts.append(
            act(
                1, .command(.keepMailbox(for: user, quotaBytes: HostedMailbox.quotaBytesUsual)),
                from: 20_500, to: 30_000))
        acts.append(
            act(
                0, .command(.useMailbox(at: keeper, for: [.everybody])), from: 20_500, to: 30_000))
        return acts
    }

    private mutating func things(
        _ relation: OutsiderScene.Relation, isMixed: Bool
    ) -> [OutsiderScene.Act] {
        let begin = isMixed ? 3500 : 20_500
        switch relation {
        case .stranger:
            var acts = befriend(0, 1) + keeping(0, [.private, .friends, .public], from: 0)
            guard dice.roll(below: 2) == 0 else { return acts }
            acts += befriend(0, 3) + befriend(1, 3)
            return acts + keeping(3, [.friends, .public], from: 0)
        case .friendOfFriend:
            var acts = keeping(0, [.private, .friends, .public], from: 0)
            acts += keeping(1, [.private], from: begin)
            return dice.roll(below: 2) == 0 ? acts : acts + befriend(0, 3)
        case .friend:
            return keeping(0, [.private], from: begin)
        case .former:
            return keeping(0, [.private, .friends, .public], from: begin)
        case .beside:
            var acts = [
                act(
                    0, .command(.newGroup(name: Self.group)), from: begin, to: begin + 1000)
            ]
            acts += join(3, from: begin + 2000, to: begin + 4000)
            for node in [0, 3] {
                let other = Audience.person("friend\(3 - node)")
                acts += keeping(node, [.group(Self.group), other], from: begin + 6000)
            }
            return acts
        case .formerMember:
            return keeping(0, [.group(Self.group)], from: begin)
                + keeping(1, [.group(Self.group)], from: begin)
        }
    }

    // Ana has two friends who do not know each other.
    private mutating func beside(_ acts: inout [OutsiderScene.Act]) -> [OutsiderScene.Act] {
        acts += befriend(0, 1) + befriend(0, 3)
        for node in [0, 1, 3] {
            acts.append(
                act(
                    node, .command(add([draft(node, tag: "seen")], to: .friends)), from: 3500,
                    to: 20_000))
        }
        return acts
    }

    // Ben and cleo join ana's group, and cleo is removed.
    private mutating func formerMember(_ acts: inout [OutsiderScene.Act]) -> [OutsiderScene.Act] {
        acts.append(act(0, .command(.newGroup(name: Self.group)), from: 0, to: 500))
        acts += join(1, from: 1000, to: 2000) + join(2, from: 3000, to: 4000)
        for node in 0..<3 {
            acts.append(
                act(
                    node,
                    .command(add([draft(node, tag: "seen")], to: .group(Self.group))),
                    from: 6000, to: 12_000))
        }
        let end = Command.removeFromGroup(Self.group, PersonReference("person2"))
        acts.append(act(0, .command(end), from: 14_000, to: 17_000))
        acts.append(act(2, .command(.sync()), from: 36_000, to: 40_000))
        return acts
    }

    // An invitation by ana, and a little later the person who accepts it.
    private mutating func join(
        _ node: Int, from earliest: Int, to latest: Int
    ) -> [OutsiderScene.Act] {
        let invite = Command.inviteToGroup(Self.group, role: .editor, uses: 1, seconds: 3600)
        let invited = act(0, .command(invite), from: earliest, to: latest)
        let joined = OutsiderScene.Act(
            at: invited.at + .milliseconds(500), node: node, deed: .join(other: 0))
        return [invited, joined]
    }

    private static let group = "lab"

    private mutating func befriend(_ one: Int, _ other: Int) -> [OutsiderScene.Act] {
        [
            act(one, .befriend(other: other), from: 0, to: 10_000),
            act(other, .befriend(other: one), from: 0, to: 10_000),
        ]
    }

    // A few of everything that a person can store, for some of `audiences`.
    private mutating func keeping(
        _ node: Int, _ audiences: [Audience], from begin: Int
    ) -> [OutsiderScene.Act] {
        var acts: [OutsiderScene.Act] = []
        let end = 45_000
        for _ in 0..<(2 + dice.roll(below: 4)) {
            let audience = audiences[dice.roll(below: audiences.count)]
            let draft = draft(node, tag: "hidden")
            let at = begin + dice.roll(below: end - begin)
            acts.append(act(node, .command(add([draft], to: audience)), from: at, to: at))
            guard dice.roll(below: 2) == 0 else { continue }
            let change = BookmarkChange(title: "other", note: "a note", addTags: ["more"])
            acts.append(act(node, .edit(url: draft.url, change), from: at + 1, to: end))
        }
        let token = ActToken(UInt64(node) << 32 | UInt64(made))
        let drafts = (0..<(3 + dice.roll(below: 12))).map { _ in draft(node, tag: "imported") }
        let imported = Command.addBookmarks(
            drafts, to: .private, onDuplicate: .skip, act: token)
        acts.append(act(node, .command(imported), from: begin, to: end))
        let others: [Command] = [
            .renameTag(from: "hidden", to: "secret"),
            .newCollection(name: "mine \(made)", description: "", query: "#hidden"),
            .remove(.query("#imported")),
        ]
        for command in others where dice.roll(below: 2) == 0 {
            acts.append(act(node, .command(command), from: begin, to: end))
        }
        guard audiences.contains(.friends), dice.roll(below: 2) == 0 else { return acts }
        let share = Command.share(
            .query("#hidden"), with: .friends, isLive: dice.roll(below: 2) == 0)
        acts.append(act(node, .command(share), from: begin, to: end))
        acts.append(
            act(node, .command(.unshare(.query("#hidden"), from: nil)), from: end / 2, to: end))
        return acts
    }

    private func add(_ drafts: [BookmarkDraft], to audience: Audience) -> Command {
        .addBookmarks(drafts, to: audience, onDuplicate: .skip, act: nil)
    }

    private mutating func draft(_ node: Int, tag: String) -> BookmarkDraft {
        made += 1
        let length = dice.roll(below: 200)
        return BookmarkDraft(
            url: "https://node\(node).example/\(tag)/\(made)", title: "link \(made)",
            note: String(repeating: "n", count: length), tags: [tag])
    }

    private mutating func act(
        _ node: Int, _ deed: OutsiderScene.Deed, from earliest: Int, to latest: Int
    ) -> OutsiderScene.Act {
        let at = dice.duration(
            from: .milliseconds(earliest), to: .milliseconds(max(latest, earliest)))
        return OutsiderScene.Act(at: at, node: node, deed: deed)
    }
}
