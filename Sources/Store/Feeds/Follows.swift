import CRDT
import Domain
import Primitives
import Wire

/// Something that is followed or muted.
struct FollowRecord {
    /// The rows of its objects in order of object id. There are several if own devices created them independently.
    fileprivate(set) var rows: [Int64]
    /// The id of the first object.
    let id: ObjectID
    let followed: Followed
    /// The attention written last to any of them, by stamp.
    fileprivate(set) var attention: Attention
    fileprivate var stamp: HybridTime
}

// Follows and mutes are objects in `private`, for the person's own devices only. Objects that name the same thing
// count as one.
extension Store {
    /// Returns all follows and mutes without duplicates, in order of object id, which is the same on every own
    /// device.
    func follows() throws(StorageError) -> [FollowRecord] {
        if let known = memory.follows { return known }
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 17 AND kind > 1 AND author = ? AND audience = 1 AND hidden = 0
            ORDER BY object
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var records: [FollowRecord] = []
        var places: [Followed: Int] = [:]
        for number in numbers {
            guard let row = try object(row: number), let record = Self.follow(row, number) else {
                continue
            }
            guard let place = places[record.followed] else {
                places[record.followed] = records.count
                records.append(record)
                continue
            }
            records[place].rows.append(number)
            if records[place].stamp < record.stamp {
                records[place].attention = record.attention
                records[place].stamp = record.stamp
            }
        }
        memory.follows = records
        return records
    }

    /// Returns what is followed or muted, with the names that people use.
    func follows(_ attention: Attention) throws(StorageError) -> [Follow] {
        var shown: [Follow] = []
        for record in try follows() where record.attention == attention {
            let isOpen = try saidOpenly(of: record.followed).isEmpty == false
            shown.append(
                Follow(
                    id: record.id, followed: record.followed, attention: attention,
                    name: try name(of: record.followed),
                    isOpen: isOpen))
        }
        return shown
    }

    func attend(
        _ target: FollowTarget, _ attention: Attention, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let followed: Followed
        switch try self.followed(target) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): followed = found
        }
        return try attend(followed, attention, at: wall)
    }

    /// Follows or mutes exactly this.
    func attend(
        _ followed: Followed, _ attention: Attention, act token: ActToken? = nil,
        at wall: WallTime
    ) throws(StorageError) -> Answer {
        if attention == .mute {
            switch followed {
            case .person, .tag: break
            case .thing, .search:
                return .rejected(
                    Problem(
                        .invalidValue, "only people and tags can be muted",
                        fix: "weft mute @NAME, or weft mute '#TAG'"))
            }
        }
        let name = try name(of: followed)
        let summary = attention == .follow ? "following \(name)" : "muted \(name)"
        let known = try follows()
        if let record = known.first(where: { $0.followed == followed }) {
            guard record.attention != attention else {
                return try done([], summary: summary, at: wall, count: 0)
            }
            let answer = try done(
                try write([attention.rawValue], to: Schema.Follow.attention, of: record),
                summary: summary, act: token, at: wall, count: 1)
            if attention == .mute, case .done(let report) = answer, let act = report.act {
                try followNoLonger(followed, in: Int64(act), at: wall)
            }
            return answer
        }
        guard known.count < Limits.followsMax else {
            return .rejected(
                Problem(
                    .tooMany, "you already follow or mute \(Limits.followsMax)",
                    fix: "remove one: weft follow rm, or weft mute rm"))
        }
        let creation = Creation(
            kind: Schema.Follow.kind,
            values: [
                FieldValue(Schema.Follow.what, followed.spelled),
                FieldValue(Schema.Follow.attention, [attention.rawValue]),
            ], elements: [])
        return try done([.create(creation)], summary: summary, act: token, at: wall, count: 1)
    }

    func leave(
        _ text: String, _ attention: Attention, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let known = try follows().filter { $0.attention == attention }
        let end = text.uppercased()
        var found = known.filter { end.utf8.count >= 4 && $0.id.text.hasSuffix(end) }
        if case .success(let followed) = try followed(.typed(text)),
            let named = known.first(where: { $0.followed == followed })
        {
            found = [named]
        }
        // A friend may have been renamed since, and a thing may no longer be visible.
        if found.isEmpty {
            for record in known where try name(of: record.followed) == text {
                found.append(record)
            }
        }
        let list = "weft \(attention.word) ls"
        guard let record = found.first else {
            let what = attention == .follow ? "you do not follow" : "you have not muted"
            return .rejected(
                Problem(.notFound, "\(what) \(Problem.quote(text))", fix: list))
        }
        guard found.count == 1 else {
            return .rejected(
                Problem(
                    .ambiguous, "\(Problem.quote(text)) matches \(found.count) of them",
                    fix: "type the id: \(list) --plain"))
        }
        let what = attention == .follow ? "unfollowed" : "unmuted"
        let answer = try done(
            try write([1], to: .deletion, of: record),
            summary: "\(what) \(try name(of: record.followed))", at: wall, count: 1)
        if attention == .follow, case .done(let report) = answer, let act = report.act {
            try followNoLonger(record.followed, in: Int64(act), at: wall)
        }
        return answer
    }

    /// Returns the operations that set a field of all its objects to one value.
    private func write(
        _ value: [UInt8], to field: Field, of record: FollowRecord
    ) throws(StorageError) -> [Operation] {
        try record.rows.map { (number) throws(StorageError) in
            guard let row = try object(row: number), let object = row.home else { throw .corrupt }
            return row.write(field, value, at: object)
        }
    }

    // A newer version may have written what this one does not understand; such objects are ignored.
    private static func follow(_ row: ObjectRow, _ number: Int64) -> FollowRecord? {
        guard let what = row.state.register(Schema.Follow.what)?.shown?.value,
            let followed = Followed(spelled: what),
            let said = row.state.register(Schema.Follow.attention)?.shown,
            said.value.count == 1, let attention = Attention(rawValue: said.value[0])
        else { return nil }
        return FollowRecord(
            rows: [number], id: row.id, followed: followed, attention: attention,
            stamp: said.carrier.stamp)
    }

    // MARK: Names

    /// Resolves what a person typed.
    private func followed(
        _ target: FollowTarget
    ) throws(StorageError) -> Result<Followed, Problem> {
        switch target {
        case .thing(let reference):
            switch try resolve(reference) {
            case .failure(let problem): return .failure(problem)
            case .success(let number):
                guard let row = try object(row: number) else { throw .corrupt }
                // Everything about a page is found by its address, no matter who saved it.
                if row.thing == .link, let link = try bookmarks(rows: [number]).first {
                    return search(.term(.page(link.canonicalURL)))
                }
                return .success(.thing(try self.reference(to: row.id, of: row.author)))
            }
        case .typed(let text):
            if text.hasPrefix(Audience.personPrefix), !text.contains(where: \.isWhitespace) {
                return try person(followedAs: String(text.dropFirst()))
            }
            // An existing collection's name takes precedence over the same words as a search.
            let folded = SearchText.folded(text)
            let isNamed = try collectionRecords().contains { $0.folded == folded }
            if !folded.isEmpty, isNamed {
                return search(.term(.inCollection(folded)))
            }
            if !folded.isEmpty, try rows(inCloset: folded) != nil {
                return search(.term(.inCollection(folded)))
            }
            switch SearchQuery.parse(text) {
            case .failure(let problem): return .failure(problem)
            case .success(let query):
                switch query.expression {
                case .everything:
                    return .failure(
                        Problem(
                            .invalidQuery, "you cannot follow everything",
                            fix: "weft feed --discover shows everything that others share with you")
                    )
                case .term(.tag(let name, .withSubtree)): return .success(.tag(name))
                case .term(.by(.name(let name))): return try person(followedAs: name)
                default:
                    guard !query.namesTrash else {
                        return .failure(
                            Problem(
                                .invalidQuery, "a feed cannot show the trash",
                                fix: "remove is:trashed"))
                    }
                    return search(query.expression)
                }
            }
        }
    }

    private func search(_ expression: SearchExpression) -> Result<Followed, Problem> {
        let spelled = SearchQuery(expression).spelled
        if let problem = Self.problem(withQuery: spelled) { return .failure(problem) }
        return .success(.search(spelled))
    }

    // Finds a friend or a fellow member of a group.
    private func person(followedAs name: String) throws(StorageError) -> Result<Followed, Problem> {
        switch try known(PersonReference(name)) {
        case .failure(let problem): return .failure(problem)
        case .success(let author):
            guard !author.isMe else {
                return .failure(
                    Problem(
                        .invalidValue, "that is you", fix: "your own things: weft ls is:mine"))
            }
            return .success(.person(author.person))
        }
    }

    /// Finds a person known to this node: first a friend, then anybody shown under this name or whose id begins with
    /// it (8 characters at least).
    func known(_ reference: PersonReference) throws(StorageError) -> Result<Author, Problem> {
        if case .success(let contact) = try resolve(reference, among: try contacts()) {
            return .success(try author(contact.person))
        }
        let name = String(reference.text.drop { $0 == "@" })
        let shown = Problem.quote(name)
        var found = try people(named: SearchText.folded(name))
        if found.isEmpty, name.utf8.count >= 8 {
            let all = try database.rows("SELECT id, person FROM people ORDER BY id") {
                (row) throws(StorageError) in (row: row.integer(0), key: row.bytes(1))
            }
            for entry in all {
                guard let key = Bytes32(entry.key) else { throw .corrupt }
                if PersonID(key).text.hasPrefix(name.uppercased()) { found.append(entry.row) }
            }
        }
        guard let only = found.first else {
            return .failure(
                Problem(.notFound, "nobody is called \(shown)", fix: "weft friend ls"))
        }
        guard found.count == 1 else {
            return .failure(
                Problem(
                    .ambiguous, "\(shown) matches \(found.count) people",
                    fix: "type the beginning of the id: weft friend ls --plain"))
        }
        return .success(try author(row: only))
    }

    /// Returns the current name of what is followed.
    func name(of followed: Followed) throws(StorageError) -> String {
        switch followed {
        case .person(let person):
            let name = try author(person).name
            return Audience.personPrefix + (name.isEmpty ? String(person.text.prefix(8)) : name)
        case .tag(let name): return SearchQuery(.term(.tag(name, scope: .withSubtree))).spelled
        case .search(let text): return text
        case .thing(let reference):
            guard let row = try row(of: reference), let thing = try bookmarks(rows: [row]).first
            else { return reference.text }
            return thing.title.isEmpty ? thing.id.short : thing.title
        }
    }
}
