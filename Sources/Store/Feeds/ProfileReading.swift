import CRDT
import Domain
import Primitives

// Profiles: what people say about themselves, what they have shared, and the reactions to it.
extension Store {
    /// Returns a person's profile; nil means oneself.
    func profile(_ reference: PersonReference?) throws(StorageError) -> Answer {
        var person = owner.person
        if let reference {
            switch try known(reference) {
            case .failure(let problem): return .rejected(problem)
            case .success(let author): person = author.person
            }
        }
        let isMe = person == owner.person
        let friends = try contacts()
        let follows = try follows()
        return .feeds(
            .profile(
                PersonProfile(
                    contributor: try contributor(person),
                    isFriend: isMe || friends.contains { $0.person == person },
                    attention: follows.first { $0.followed == .person(person) }?.attention,
                    follows: isMe ? follows.count { $0.attention == .follow } : nil,
                    said: try profileRow(of: person).flatMap { (row) throws(StorageError) in
                        try bookmark(row: row)
                    })))
    }

    /// Creates or changes this person's own profile.
    func perform(_ change: ProfileChange, at wall: WallTime) throws(StorageError) -> Answer {
        guard !change.isEmpty else {
            return .rejected(
                Problem(
                    .invalidValue, "nothing to change",
                    fix: "weft profile edit --about 'I mend bicycles.'"))
        }
        let answer: Answer
        if let row = try profileRow(of: owner.person), let object = try object(row: row) {
            guard change.audience == nil else {
                return .rejected(
                    Problem(
                        .conflict, "your profile already exists and stays where it is",
                        fix: "weft share \(object.id.short) --with AUDIENCE, or weft unshare"))
            }
            let photo = change.photo.map { DetailChange(.photo, values: $0.isEmpty ? [] : [$0]) }
            answer = try edit(
                .id(object.id.text),
                BookmarkChange(
                    title: change.name, note: change.about,
                    details: photo.map { [$0] } ?? []), at: wall)
        } else {
            answer = try makeProfile(change, at: wall)
        }
        switch answer {
        case .rejected: return answer
        case .kept(let report):
            if case .refused(let problem)? = report.outcomes.first { return .rejected(problem) }
        default: break
        }
        return try profile(nil)
    }

    // A profile is at home in `private`, wherever it is shared: in a group others could change it, and it appears
    // elsewhere only when its person shares it there.
    private func makeProfile(
        _ change: ProfileChange, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let goal: AudienceRecord
        switch try writable(change.audience ?? .friends, at: wall) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): goal = found
        }
        let photo = change.photo.flatMap { $0.isEmpty ? nil : $0 }
        let answer = try keep(
            [
                BookmarkDraft(
                    url: "", title: change.name ?? owner.name, note: change.about ?? "",
                    kind: .profile, details: photo.map { [Detail(.photo, [$0])] } ?? [])
            ], to: .private, onDuplicate: .skip, act: nil, at: wall)
        guard goal.kind != .private, case .kept(let report) = answer, let act = report.act,
            case .added(let id)? = report.outcomes.first, let row = try home(of: id),
            let object = try object(row: row)?.home
        else { return answer }
        let placement = Placement(object: object, audience: goal.name, isIn: true, replaces: [])
        try author([.place(placement)], act: Int64(act), at: wall)
        return answer
    }

    /// Returns the row of a person's profile; nil if none is here.
    ///
    /// If there are several, because two devices each created one while apart, the newest counts. An own profile is
    /// taken at home, where it is changed. Another person's must be their own words, in a place where a new version
    /// would still arrive: one in a group where they can no longer write, or that this person has left, is outdated.
    /// For somebody who is no longer a friend it is the last one they shared.
    func profileRow(of person: PersonID) throws(StorageError) -> Int64? {
        guard let number = try knownNumber(of: person) else { return nil }
        let isMe = person == owner.person
        let rows = try database.rows(
            ProfileSQL.latest, [.integer(number), .integer(Self.profilesMax)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var once: Int64?
        for number in rows {
            guard let row = try object(row: number) else { continue }
            if isMe {
                if row.home != nil { return number }
            } else if try isOwnWords(row) {
                let group = try namedGroups().first { $0.audience.place == row.place }
                if try isHeard(person, in: group) { return number }
                if group == nil, once == nil { once = number }
            }
        }
        return once
    }

    // Whether a new version by the person would arrive here: in the group or, if nil, as a friend.
    private func isHeard(
        _ person: PersonID, in group: GroupRecord?
    ) throws(StorageError) -> Bool {
        guard let group else {
            guard try isFriend(person) else { return false }
            return try whoHasEnded().contains(person) == false
        }
        guard try role(in: group.audience) != nil,
            let role = try role(of: person, in: group.audience)
        else { return false }
        return role >= .editor
    }

    // In a group, others may overwrite what is at home there; then it is not the author's own words. Only the author
    // writes a copy.
    private func isOwnWords(_ row: ObjectRow) throws(StorageError) -> Bool {
        guard row.place.isGroup, row.home != nil else { return true }
        for (field, register) in row.state.registers where register.shown != nil {
            guard try ownWords(row, field) != nil else { return false }
        }
        for (_, set) in row.state.sets {
            for dot in set.additions.map(\.dot) {
                guard case .position(let id, _, _) = dot, let chain = try chain(id),
                    try person(of: chain) == row.author
                else { return false }
            }
        }
        return true
    }

    // Nobody creates more profiles than this; those overwritten by others are skipped.
    private static let profilesMax = 16
}

private enum ProfileSQL {
    // `kind > 1` is the condition of the index `bookmarks_by_kind`.
    static let latest = """
        SELECT o.id FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = \(Kind.profile.rawValue) AND b.kind > 1 AND o.author = ?1 AND o.hidden = 0
        ORDER BY o.object DESC, o.id LIMIT ?2
        """
}
