import CRDT
import Domain
import Primitives
import Sync

/// Something that a person does now and then.
enum Deed: String, CaseIterable, Sendable {
    case keep
    case keepForFriends = "keep for friends"
    case keepDuplicate = "keep a duplicate"
    case importMany = "import"
    case importFew = "import a few"
    case edit
    case tag
    case renameTag = "rename a tag"
    case remove
    case undo
    case shareTag = "share a tag"
    case shareOne = "share one"
    case unshareTag = "unshare a tag"
    case unshareOne = "unshare one"
    case search
    case makeBundle = "make a bundle"
    case applyBundle = "take in a bundle"
    case addFolder = "have files carried"
    case removeFolder = "leave carried files"
    case useMailbox = "leave things with a friend"
    case leaveMailbox = "leave nothing with a friend any more"
    case keepMailbox = "keep for a friend, or no more"

    /// All deeds except those that carry files or leave them with a friend.
    static let brief = allCases.filter { !(ofCarriers + ofMailboxes).contains($0) }
    /// All deeds except those only of brief worlds.
    static let usual = brief.filter { $0 != .importFew }
}

/// Generates what persons do: ordinary commands, also while offline.
struct Workload {
    let actEvery: Duration
    let deeds: [Deed]
    /// See `Options`.
    let quarrelEvery: Duration?
    let hasGarments: Bool
    let hasReactions: Bool
    let hasClips: Bool
    let hasAttention: Bool
    let hasPages: Bool
    let hasProfiles: Bool
    let hasReports: Bool
    /// The dice for ended friendships, apart from everything else.
    var quarrels: Dice
    var dice: Dice
    var isOver = false
    private var made = 0

    init(_ options: Options, seed: UInt64, dice: Dice) {
        actEvery = options.actEvery
        deeds = options.deeds
        quarrelEvery = options.quarrelEvery
        hasGarments = options.hasGarments
        hasReactions = options.hasReactions
        hasClips = options.hasClips
        hasAttention = options.hasAttention
        hasPages = options.hasPages
        hasProfiles = options.hasProfiles
        hasReports = options.hasReports
        quarrels = dice.split(1)
        self.dice = dice
    }

    private static let tags = ["art", "bike", "code", "day", "ember"]

    /// Returns the requests that make up one deed of the person with account `diary`.
    mutating func requests(
        for deed: Deed, at machine: SimulatedNode, canaries: inout Canaries
    ) -> [Request] {
        let (diary, node) = (machine.diary, machine.number)
        let tag = Self.tags[dice.roll(below: Self.tags.count)]
        let other = Self.tags[dice.roll(below: Self.tags.count)]
        let living = diary.living
        let one = living.isEmpty ? nil : living[Self.favour(dice.roll(below: living.count))]
        let audience: Audience = dice.roll(below: 5) == 0 ? .public : .friends
        switch deed {
        case .keep:
            return [add([draft(machine, &canaries)], to: nil)]
        case .keepForFriends:
            return [add([draft(machine, &canaries)], to: audience)]
        case .keepDuplicate:
            guard let one, let entry = diary.entries[one], entry.kind == .link else { return [] }
            let twin = BookmarkDraft(url: entry.url, title: "twin", tags: [tag])
            return [add([twin], to: nil, dice.roll(below: 2) == 0 ? .skip : .merge)]
        case .importMany, .importFew:
            guard diary.entries.count < 250 else { return [] }
            let (least, more) = deed == .importFew ? (2, 12) : (10, 100)
            let token = ActToken(UInt64(node) << 32 | UInt64(made))
            // Some drafts have much text, so that a run of them fills more than a frame.
            let words = made % 2 == 0 ? String(repeating: " and so on", count: 60) : ""
            let batches = (0..<(1 + dice.roll(below: 3))).map { _ -> Request in
                let drafts = (0..<(least + dice.roll(below: more))).map { _ in
                    draft(machine, &canaries, words)
                }
                return .command(
                    .addBookmarks(drafts, to: nil, onDuplicate: .skip, act: token))
            }
            // A person who imports searches for it at once.
            return batches + [.query(.list(ListRequest(query: "note", limit: 20)))]
        case .edit:
            guard let one else { return [] }
            let note = "note \(canaries.next(writer: machine.holder))"
            var change = BookmarkChange(title: "edited \(dice.roll(below: 1000))", note: note)
            change.details = ThingWork.changes(
                of: diary.entries[one]?.kind, diary.entries[one]?.details ?? [], by: dice
            ) { canaries.next(writer: machine.holder) }
            return [.command(.edit(.id(one.text), change))]
        case .tag:
            guard let one else { return [] }
            let change = BookmarkChange(
                addTags: [tag], removeTags: tag == other ? [] : [other])
            return [.command(.edit(.id(one.text), change))]
        case .renameTag: return tag == other ? [] : [.command(.renameTag(from: tag, to: other))]
        case .remove:
            return one.map { [.command(.remove(.references([.id($0.text)])))] } ?? []
        case .undo:
            // A person who has just undone something sometimes redoes it. This uses no draw of its own, so known worlds
            // stay the same.
            if diary.hasTakenBack, made.isMultiple(of: 4) { return [.command(.redo(act: nil))] }
            return diary.hasActs ? [.command(.undo(act: nil))] : []
        case .shareTag:
            let isLive = dice.roll(below: 2) == 0
            return [.command(.share(.query("#\(tag)"), with: audience, isLive: isLive))]
        case .shareOne:
            return one.map {
                [.command(.share(.references([.id($0.text)]), with: audience, isLive: false))]
            } ?? []
        case .unshareTag: return [.command(.unshare(.query("#\(tag)"), from: nil))]
        case .unshareOne:
            return one.map { [.command(.unshare(.references([.id($0.text)]), from: nil))] } ?? []
        case .search: return [.query(.list(ListRequest(query: "note", limit: 20)))]
        case .makeBundle, .applyBundle, .addFolder, .removeFolder, .useMailbox, .leaveMailbox,
            .keepMailbox:
            return []
        }
    }

    /// Maps every other draw to one of the first three items of a list, so that several persons change the same ones at
    /// once.
    static func favour(_ drawn: Int) -> Int { drawn % 2 == 0 ? drawn : drawn % 3 }

    private func add(
        _ drafts: [BookmarkDraft], to audience: Audience?, _ policy: DuplicatePolicy = .skip
    ) -> Request {
        .command(.addBookmarks(drafts, to: audience, onDuplicate: policy, act: nil))
    }

    private mutating func draft(
        _ machine: SimulatedNode, _ canaries: inout Canaries, _ words: String = ""
    ) -> BookmarkDraft {
        made += 1
        let word = canaries.next(writer: machine.holder)
        let tags = Self.tags.filter { _ in dice.roll(below: 4) == 0 }
        var draft = BookmarkDraft(
            url: "https://node\(machine.number).example/\(made)/\(word)", title: "link \(made)",
            note: dice.roll(below: 4) == 0
                ? "" : "note \(canaries.next(writer: machine.holder))\(words)",
            tags: tags)
        if hasGarments {
            ThingWork.dress(&draft, by: dice) { canaries.next(writer: machine.holder) }
        }
        return draft
    }
}

extension Cluster {
    /// Starts the persons' activity.
    func beginWork(_ friendships: [Options.Friendship]) {
        for node in 0..<nodes { plan(.act(node: node), in: pause()) }
        if !groups.deeds.isEmpty {
            for node in 0..<nodes { plan(.actInGroup(node: node), in: groups.pause()) }
        }
        for node in 0..<nodes { planQuarrel(of: node) }
        beginDevices()
        beginLaterVersion()
        beginCarriage()
        for friendship in friendships {
            let (first, second) = (friendship.first, friendship.second)
            note(.befriend(node: first, other: second), in: friendship.at)
            note(.befriend(node: second, other: first), in: friendship.at + friendship.lag)
            plan(.befriend(node: first, other: second), in: friendship.at)
            plan(.befriend(node: second, other: first), in: friendship.at + friendship.lag)
        }
    }

    func pause() -> Duration {
        workload.dice.duration(from: .seconds(1), to: workload.actEvery * 2)
    }

    func act(at node: Int) throws(BrokenClaim) {
        guard !workload.isOver else { return }
        plan(.act(node: node), in: pause())
        let deed = workload.deeds[workload.dice.roll(below: workload.deeds.count)]
        note(.act(node: node, deed), workload.dice)
        try perform(deed, at: node)
    }

    /// Has a person do `deed`, if they have been answered.
    func perform(_ deed: Deed, at node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        // A person waits for answers, and nobody acts on a disk with bit rot.
        guard machine.state != .down, machine.asked.isEmpty, machine.decay == nil else { return }
        if Deed.ofCarriers.contains(deed) { return try carryAlong(deed, at: node) }
        if Deed.ofMailboxes.contains(deed) { return leave(deed, at: node) }
        try see(at: node)
        canaries.fate = fate(of: node)
        let chance = workload.dice
        var requests = workload.requests(for: deed, at: machine, canaries: &canaries)
        if workload.hasReactions, requests.allSatisfy(ReactionWork.mayFollow) {
            let said = try ReactionWork.requests(at: machine, by: workload.dice) {
                canaries.next(writer: machine.holder)
            }
            for request in said {
                guard let (text, places) = try ReactionWork.words(of: request, at: machine) else {
                    continue
                }
                canaries.expose([text], in: places, of: machine.holder, at: now)
            }
            requests += said
        }
        if workload.hasAttention, requests.allSatisfy(ReactionWork.mayFollow) {
            requests += try AttentionWork.requests(at: machine, by: workload.dice) {
                canaries.next(writer: machine.holder)
            }
        }
        canaries.fate = .open
        requests = try withPhoto(requests, for: deed, at: node, by: chance)
        if requests.allSatisfy(ReactionWork.mayFollow) {
            requests = try withClip(requests, for: deed, at: node, by: chance)
            requests = try withPage(requests, for: deed, at: node, by: chance)
            requests = try withProfile(requests, at: node, by: chance)
            requests = try withReport(requests, at: node, by: chance)
            requests = withAppliedRules(requests, at: node, by: chance)
        }
        if !requests.isEmpty { marks.add(deed.rawValue) }
        for request in requests { submit(request, at: node) }
    }

    func submit(_ request: Request, at node: Int) {
        guard machines[node].decay == nil else { return }
        if case .command = request, now < machines[node].refusesUntil {
            return marks.add("rejected \(Problem.Code.readOnly.rawValue)")
        }
        let id = machines[node].nextRequest()
        if case .command(let command) = request { machines[node].asked.append((id, command)) }
        put(.requested(id, request), at: node)
    }

    /// Has a person add another, and retries until that is confirmed.
    func befriendOnce(_ node: Int, _ other: Int) {
        let machine = machines[voice(of: node)]
        guard !machine.account.friends.contains(other) else { return }
        plan(.befriend(node: node, other: other), in: .seconds(30))
        guard machine.state != .down, machine.asked.isEmpty else { return }
        let ticket = machines[voice(of: other)].ticket
        submit(
            .command(.addFriend(ticket: ticket, petName: "friend\(other)")), at: machine.number)
    }
}
