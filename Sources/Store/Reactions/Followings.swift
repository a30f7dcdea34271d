import CRDT
import Domain
import Primitives
import Wire

// Open follows of a thing. As with reactions, only a person's latest statement counts, once, wherever they made it.
// People who follow without saying so are not counted.
extension Store {
    /// Updates the row of an open follow to match its state; an object without that field has no row.
    func saveFollowing(
        _ number: Int64, _ row: ObjectRow, of thing: ThingKey
    ) throws(StorageError) {
        guard let said = try ownWords(row, Schema.Reaction.following),
            let value = thing.saying.value(
                of: said.value, by: try author(row: row.author).person, among: Self.followValues)
        else { return }
        let target = thing.reference.column
        try recountFollower(target, row.author) { () throws(StorageError) in
            try database.run(
                FollowingSQL.follow, .integer(number), .integer(target), .integer(row.author),
                .integer(Int(value)), .integer(Int64(bitPattern: said.carrier.stamp.rawValue)))
        }
    }

    /// Deletes the row and updates the count.
    func dropFollowing(_ number: Int64) throws(StorageError) {
        let found = try database.row(FollowingSQL.following, [.integer(number)]) { row in
            (row.integer(0), row.integer(1))
        }
        guard let (target, person) = found else { return }
        try recountFollower(target, person) { () throws(StorageError) in
            try database.run(FollowingSQL.drop, .integer(number))
        }
    }

    /// Returns how many people follow a thing openly.
    func followers(of target: Int64) throws(StorageError) -> Int {
        let said = try database.rows(FollowingSQL.all, [.integer(target)]) {
            (row) throws(StorageError) in (person: row.integer(0), value: row.integer(1))
        }
        var last: Int64?
        var count = 0
        for entry in said where entry.person != last {
            last = entry.person
            if entry.value == Int64(OpenFollow.begun.rawValue) { count += 1 }
        }
        return count
    }

    /// Whether a person follows a thing openly.
    func follows(_ target: Int64, by person: Int64) throws(StorageError) -> Bool {
        let last = try database.row(
            FollowingSQL.last, [.integer(target), .integer(person)]
        ) { $0.integer(0) }
        return last == Int64(OpenFollow.begun.rawValue)
    }

    private func recountFollower(
        _ target: Int64, _ person: Int64, _ change: () throws(StorageError) -> Void
    ) throws(StorageError) {
        let before = try follows(target, by: person)
        try change()
        let after = try follows(target, by: person)
        guard before != after else { return }
        try add(TallyChange(followers: after ? 1 : -1), to: target)
    }

    private static let followValues = OpenFollow.begun.rawValue...OpenFollow.ended.rawValue

    // MARK: Following openly

    /// Follows something and says so to everyone who can see it.
    func attendOpenly(
        _ target: FollowTarget, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let thing: ObjectRow
        switch try followable(target) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): thing = found
        }
        if let problem = try problem(sayingOf: thing) { return .rejected(problem) }
        let answer = try attend(target, .follow, at: wall)
        guard case .done(let report) = answer else { return answer }
        let column = try refer(thing).reference.column
        guard !(try follows(column, by: try me)) else { return answer }
        var summary = "told others that you follow \(thing.id.short)"
        let act: Int64
        if let known = report.act {
            summary = "\(report.summary), openly"
            act = Int64(known)
        } else {
            act = try self.act(nil, summary: summary, at: wall)
        }
        try say(.begun, of: thing, in: act, at: wall)
        return .done(DoneReport(count: 1, act: Int(act), summary: summary))
    }

    /// Ends the open follow of something, if there is one, as part of the act that ends the follow itself.
    func followNoLonger(
        _ followed: Followed, in act: Int64, at wall: WallTime
    ) throws(StorageError) {
        for thing in try saidOpenly(of: followed) { try say(.ended, of: thing, in: act, at: wall) }
    }

    /// Returns the things that this person follows openly as part of following this.
    func saidOpenly(of followed: Followed) throws(StorageError) -> [ObjectRow] {
        var rows: [Int64] = []
        switch followed {
        case .tag: return []
        case .thing(let reference):
            if let row = try row(of: reference) { rows = [row] }
        case .person(let person):
            if let number = try knownNumber(of: person) {
                rows = try database.rows(
                    FollowingSQL.profiles, [.integer(number), .integer(try me)]
                ) { (row) throws(StorageError) in row.integer(0) }
            }
        case .search(let text):
            guard case .success(let query) = SearchQuery.parse(text),
                case .term(.page(let page)) = query.expression
            else { return [] }
            rows = try self.rows(ofPage: page)
        }
        var found: [ObjectRow] = []
        var seen: Set<Int64> = []
        for row in rows {
            guard let thing = try object(row: row), thing.hidden != .absent else { continue }
            let target = try reference(to: thing.id, of: thing.author).bytes.column
            guard seen.insert(target).inserted, try follows(target, by: try me) else { continue }
            found.append(thing)
        }
        return found
    }

    // A person is followed openly through their profile, which is a thing that their friends see.
    private func followable(
        _ target: FollowTarget
    ) throws(StorageError) -> Result<ObjectRow, Problem> {
        switch target {
        case .thing(let reference): return try judgeable(reference)
        case .typed(let text):
            guard text.hasPrefix(Audience.personPrefix), !text.contains(where: \.isWhitespace)
            else {
                return .failure(
                    Problem(
                        .invalidValue,
                        "a tag or a search cannot be followed openly",
                        fix: "leave out --openly, or follow a person or a thing: --thing REF"))
            }
            switch try known(PersonReference(String(text.dropFirst()))) {
            case .failure(let problem): return .failure(problem)
            case .success(let author):
                guard let number = try profileRow(of: author.person), !author.isMe,
                    let row = try object(row: number), row.hidden == .visible
                else {
                    return .failure(
                        Problem(
                            .notFound,
                            "\(Problem.quote(text)) has no profile that you can see, "
                                + "so they cannot be told",
                            fix: "weft follow add \(text) follows without telling"))
                }
                return .success(row)
            }
        }
    }
}

private enum FollowingSQL {
    static let follow = """
        INSERT INTO followings (object, target, person, value, stamp) VALUES (?, ?, ?, ?, ?)
        """
    static let following = "SELECT target, person FROM followings WHERE object = ? ORDER BY object"
    static let drop = "DELETE FROM followings WHERE object = ?"
    static let last = """
        SELECT value FROM followings WHERE target = ? AND person = ?
        ORDER BY stamp DESC, value DESC LIMIT 1
        """
    static let all = """
        SELECT person, value FROM followings WHERE target = ?
        ORDER BY person, stamp DESC, value DESC
        """
    // Profiles of a person for which this person has ever stated an open follow.
    static let profiles = """
        SELECT DISTINCT o.id FROM followings f JOIN referents r ON r.reference = f.target
        JOIN objects o ON o.id = r.object
        WHERE o.author = ?1 AND o.kind = \(Kind.profile.rawValue) AND f.person = ?2 ORDER BY o.id
        """
}
