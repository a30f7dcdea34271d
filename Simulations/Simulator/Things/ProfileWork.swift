import CRDT
import Domain
import Primitives

/// In a third of the worlds persons write profiles and change them: a name, a few words, a picture.
///
/// They are drawn apart from everything else: other activity is the same in a world without them.
enum ProfileWork {
    /// Draws the audience of a person's first profile; mostly friends.
    static func audience(by dice: inout Dice) -> Audience? {
        let all: [Audience?] = [nil, nil, .friends, .public, .private, .private]
        return all[dice.roll(below: all.count)]
    }
}

extension Cluster {
    /// Adds, every fourth time, a change of the profile to what a person is about to do.
    func withProfile(
        _ requests: [Request], at node: Int, by chance: Dice
    ) throws(BrokenClaim) -> [Request] {
        var dice = chance.split(64)
        guard workload.hasProfiles, dice.roll(below: 4) == 0 else { return requests }
        let machine = machines[node]
        canaries.fate = fate(of: node)
        defer { canaries.fate = .open }
        var change = ProfileChange()
        if dice.roll(below: 2) == 0 { change.name = "alias\(dice.roll(below: 100))" }
        if dice.roll(below: 3) > 0 {
            change.about = "I am \(canaries.next(writer: machine.holder))"
        }
        if dice.roll(below: 3) == 0 {
            change.photo = try portrait(at: node, by: &dice)
        } else if change.isEmpty {
            change.about = ""
        }
        if machine.diary.profile == nil { change.audience = ProfileWork.audience(by: &dice) }
        guard !change.isEmpty else { return requests }
        return requests + [.command(.feeds(.profile(change)))]
    }

    // A picture with a word of its own, since a profile is written as a whole; or the removal of the picture.
    private func portrait(
        at node: Int, by dice: inout Dice
    ) throws(BrokenClaim) -> String? {
        if dice.roll(below: 4) == 0 { return "" }
        let word = canaries.next(writer: machines[node].holder)
        guard let digits = Canaries.find(in: Array(word.utf8)).first,
            let picture = try putIn(
                Photographs.thumbnail(by: &dice), as: .photo, at: node, marked: digits)
        else { return nil }
        canaries.mark(picture.nameText, by: digits)
        return picture.text
    }
}

// What a person knows of their profile.
extension Diary {
    /// The profile that shows: of several, the one made last.
    var profile: ObjectID? { living.last { entries[$0]?.kind == .profile } }

    /// Returns the plain command that a profile change amounts to, and its outcome; nil if `command` is another one.
    ///
    /// - Parameter answer: nil if it was lost.
    func plain(
        _ command: Command, _ answer: Answer?
    ) -> (command: Command, outcomes: [AdditionReport.Outcome])? {
        guard case .feeds(.profile(let change, _)) = command else { return nil }
        if let profile {
            let photo = change.photo.map { DetailChange(.photo, values: $0.isEmpty ? [] : [$0]) }
            let edit = BookmarkChange(
                title: change.name, note: change.about, details: photo.map { [$0] } ?? [])
            return (.edit(.id(profile.text), edit), [])
        }
        var drafts: [BookmarkDraft] = []
        var outcomes: [AdditionReport.Outcome] = []
        // Its title and id are known only from the answer.
        if case .feeds(.profile(let shown))? = answer, let said = shown.said {
            let photo = change.photo.flatMap { $0.isEmpty ? nil : Detail(.photo, [$0]) }
            drafts = [
                BookmarkDraft(
                    url: "", title: change.name ?? said.title, note: change.about ?? "",
                    kind: .profile, details: photo.map { [$0] } ?? [])
            ]
            outcomes = [.added(said.id)]
        }
        return (
            .addBookmarks(
                drafts, to: change.audience ?? .friends, onDuplicate: .skip, act: nil),
            outcomes
        )
    }
}

extension ProfileChange {
    /// Whether it results in `entry`.
    func makes(_ entry: Diary.Entry) -> Bool {
        entry.kind == .profile && name ?? entry.title == entry.title
            && about ?? "" == entry.note
    }
}
