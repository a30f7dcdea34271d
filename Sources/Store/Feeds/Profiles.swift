import CRDT
import Domain
import Primitives

// Who somebody is: what he says about himself, what he has, and what is thought of it.
extension Store {
    /// Who somebody is; nil: oneself.
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

    /// Changes what this person says about himself, or says it for the first time.
    func perform(_ change: ProfileChange, at wall: WallTime) throws(StorageError) -> Answer {
        guard !change.isEmpty else {
            return .rejected(
                Problem(
                    .invalidValue, "nothing is to change",
                    fix: "weft profile edit --about 'I mend bicycles.'"))
        }
        let answer: Answer
        if let row = try profileRow(of: owner.person), let object = try object(row: row) {
            guard change.audience == nil else {
                return .rejected(
                    Problem(
                        .conflict, "your profile is there already, and stays where it is",
                        fix: "weft share \(object.id.short) --with AUDIENCE, or weft unshare"))
            }
            let photo = change.photo.map { DetailChange(.photo, values: $0.isEmpty ? [] : [$0]) }
            answer = try edit(
                .id(object.id.text),
                BookmarkChange(
                    title: change.name, note: change.about,
                    details: photo.map { [$0] } ?? []), at: wall)
        } else {
            let photo = change.photo.flatMap { $0.isEmpty ? nil : $0 }
            answer = try keep(
                [
                    BookmarkDraft(
                        url: "", title: change.name ?? owner.name, note: change.about ?? "",
                        kind: .profile, details: photo.map { [Detail(.photo, [$0])] } ?? [])
                ], to: change.audience ?? .friends, onDuplicate: .skip, act: nil, at: wall)
        }
        switch answer {
        case .rejected: return answer
        case .kept(let report):
            if case .refused(let problem)? = report.outcomes.first { return .rejected(problem) }
        default: break
        }
        return try profile(nil)
    }

    // Of several the one made last: two devices may have made one each while apart. Of the own ones
    // what is at home, where it is changed.
    private func profileRow(of person: PersonID) throws(StorageError) -> Int64? {
        guard let number = try knownNumber(of: person) else { return nil }
        return try database.row(
            ProfileSQL.latest, [.integer(number), .integer(person == owner.person ? 1 : 0)]
        ) { $0.integer(0) }
    }
}

private enum ProfileSQL {
    // `kind > 1` is the condition of the index `bookmarks_by_kind`.
    static let latest = """
        SELECT o.id FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = \(Kind.profile.rawValue) AND b.kind > 1 AND o.author = ?1 AND o.hidden = 0
        AND (?2 = 0 OR o.audience = 1) ORDER BY o.object DESC, o.id LIMIT 1
        """
}
