import CRDT
import Domain
import Primitives
import Wire

/// A live share, ready to be tested.
struct LiveShareRecord {
    /// The row of its object.
    let row: Int64
    let query: SearchQuery
    let spelled: String
    let audience: AudienceName
}

// Placing things in audiences, once or for as long as a rule stands.
extension Store {
    func share(
        _ selection: Selection, with audience: Audience, isLive: Bool, at wall: WallTime
    ) throws(StorageError) -> Performance {
        guard audience != .private else {
            return .answered(
                .rejected(
                    Problem(
                        .invalidValue, "private is where everything is at home",
                        fix: "weft unshare, to take it out of where it is shared")))
        }
        let rows: [Int64]
        switch try select(selection, now: wall) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): rows = found
        }
        if case .references = selection, let problem = try problem(withHomesOf: rows) {
            return .answered(.rejected(problem))
        }
        if case .references = selection, let problem = try problem(withFilesIn: rows) {
            return .answered(.rejected(problem))
        }
        let target: AudienceRecord
        switch try writable(audience, at: wall) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): target = found
        }
        var rule: [Operation] = []
        if isLive, case .query(let text) = selection {
            switch try makeShare(text, with: target.name) {
            case .failure(let problem): return .answered(.rejected(problem))
            case .success(let creation): rule = creation
            }
        }
        // The rule stands first, so that what is kept while a long share runs is shared as well.
        let act = try act(nil, summary: "shared with \(audience.name)", at: wall)
        try author(rule, act: act, at: wall)
        let live = isLive ? "; what comes to match follows" : ""
        return try start(
            BulkWork(.place(in: target.name), rows: rows, act: act) { _ in
                "shared \(Counted.words(rows.count, "link")) with \(audience.name)\(live)"
            }, at: wall)
    }

    func unshare(
        _ selection: Selection, from audience: Audience?, at wall: WallTime
    ) throws(StorageError) -> Performance {
        let rows: [Int64]
        switch try select(selection, now: wall) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): rows = found
        }
        let audiences: [AudienceName]
        var place: Place?
        if let audience {
            switch try resolve(audience) {
            case .failure(let problem): return .answered(.rejected(problem))
            case .success(let found): (audiences, place) = ([found.name], found.place)
            }
        } else {
            audiences = try placeable()
        }
        if case .references = selection, let problem = try problem(withdrawing: rows, from: place) {
            return .answered(.rejected(problem))
        }
        let stays = try stay(of: rows, at: place)
        var ends: [Operation] = []
        if case .query(let text) = selection, case .success(let query) = SearchQuery.parse(text) {
            let spelled = query.spelled
            for share in try liveShares()
            where share.spelled == spelled && audiences.contains(share.audience) {
                if let row = try object(row: share.row), let object = row.home {
                    ends.append(row.write(.deletion, [1], at: object))
                }
            }
        }
        let from = audience.map { " from \($0.name)" } ?? ""
        let act = try act(nil, summary: "withdrew\(from)", at: wall)
        try author(ends, act: act, at: wall)
        return try start(
            BulkWork(.withdraw(audiences), rows: rows, act: act) {
                "withdrew \(Counted.words($0, "link"))\(from)\(stays)"
            }, at: wall)
    }

    // What was made in an audience is at home there: it can be removed, and not withdrawn.
    private func problem(
        withdrawing rows: [Int64], from place: Place?
    ) throws(StorageError) -> Problem? {
        for number in rows {
            guard let row = try object(row: number), row.place != .private,
                place == nil || row.place == place
            else { continue }
            let home = try audience(at: row.place).name
            return Problem(
                .conflict,
                "\(row.id.short) is at home in \(home), where it was made: there is no "
                    + "copy to withdraw",
                fix: "weft rm \(row.id.short), to take it away from everybody there")
        }
        return nil
    }

    // What to say of those that a search has found and that are at home where it withdraws from.
    private func stay(of rows: [Int64], at place: Place?) throws(StorageError) -> String {
        guard let place, place.isGroup else { return "" }
        let homes = try database.rows(
            "SELECT id FROM objects WHERE audience = ? AND author = ? ORDER BY id",
            [.integer(place.number), .integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        let found = Set(homes)
        let count = rows.count { found.contains($0) }
        guard count > 0 else { return "" }
        return "; \(Counted.words(count, "link")) \(count == 1 ? "is" : "are") at home there: "
            + "weft rm takes such away"
    }

    /// The audience that a person meant, if he may place things there.
    func writable(
        _ audience: Audience, at wall: WallTime
    ) throws(StorageError) -> Result<AudienceRecord, Problem> {
        switch audience {
        case .private, .friends, .public: return try resolve(audience)
        case .person(let name): return try makeDirect(with: name, at: wall).map(\.audience)
        case .group(let name):
            switch try resolve(group: name) {
            case .failure(let problem): return .failure(problem)
            case .success(let group):
                if let problem = try problem(writingIn: group, as: .editor) {
                    return .failure(problem)
                }
                return .success(group.audience)
            }
        }
    }

    // Where own things can be placed.
    private func placeable() throws(StorageError) -> [AudienceName] {
        try [AudienceKind.friends, .public].map { AudienceName($0.rawValue) }
            + groups().map(\.audience.name)
    }

    // What is at home in a group is there, and nowhere else.
    private func problem(withHomesOf rows: [Int64]) throws(StorageError) -> Problem? {
        for number in rows {
            guard let row = try object(row: number), row.place != .private else { continue }
            let home = try audience(at: row.place).name
            return Problem(
                .conflict, "\(row.id.short) is at home in \(home) and can be nowhere else",
                fix: "weft add its address, to keep a link of your own")
        }
        return nil
    }

    /// The live shares in force.
    func liveShares() throws(StorageError) -> [LiveShareRecord] {
        if let known = memory.shares { return known }
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 3 AND kind > 1 AND author = ? AND audience = 1 AND hidden = 0 ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var shares: [LiveShareRecord] = []
        for number in numbers {
            guard let row = try object(row: number),
                let text = row.state.register(Schema.LiveShare.query)?.shown?.value,
                let bytes = row.state.register(Schema.LiveShare.audience)?.shown?.value,
                let audience = AudienceName(bytes: bytes),
                case .success(let query) = SearchQuery.parse(String(decoding: text, as: UTF8.self))
            else { continue }
            shares.append(
                LiveShareRecord(
                    row: number, query: query, spelled: query.spelled, audience: audience))
        }
        memory.shares = shares
        return shares
    }

    /// Where live shares place a fresh link; rising, each once.
    func liveAudiences(
        of draft: BookmarkDraft, at wall: WallTime
    ) throws(StorageError) -> [AudienceName] {
        let shares = try liveShares()
        guard !shares.isEmpty else { return [] }
        let bookmark = Bookmark(
            author: Author(person: owner.person, name: owner.name, isMe: true),
            id: ObjectID(.zero), url: draft.url,
            canonicalURL: CanonicalURL.canonical(draft.url), title: draft.title,
            note: draft.note, tags: draft.tags, size: draft.size, isUnread: draft.isUnread,
            added: draft.added ?? wall, updated: wall, placement: [], isTrashed: false,
            conflicts: [])
        return try placeable().filter { audience in
            shares.contains {
                $0.audience == audience && $0.query.matches(bookmark, now: wall) { _ in false }
            }
        }
    }

    /// A link before a change, and where live shares would place it that it matches already.
    struct LiveMatch {
        let row: Int64
        let audiences: [AudienceName]
    }

    /// What these links match; to be asked before they are changed.
    func liveMatches(of rows: [Int64], at wall: WallTime) throws(StorageError) -> [LiveMatch] {
        let shares = try liveShares()
        var matches: [LiveMatch] = []
        for row in rows {
            guard !shares.isEmpty, let bookmark = try bookmark(row: row) else {
                matches.append(LiveMatch(row: row, audiences: []))
                continue
            }
            let matching = shares.filter { $0.query.matches(bookmark, now: wall) { _ in false } }
            matches.append(LiveMatch(row: row, audiences: matching.map(\.audience)))
        }
        return matches
    }

    /// Places links that a change has made match a live share. What matched before stays where its
    /// person put it: he may have kept it for fewer.
    func placeIfLive(
        _ before: [LiveMatch], act: Int64, at wall: WallTime
    ) throws(StorageError) {
        guard !before.isEmpty else { return }
        let now = try liveMatches(of: before.map(\.row), at: wall)
        guard now.contains(where: { !$0.audiences.isEmpty }) else { return }
        var operations: [Operation] = []
        let placeable = try placeable()
        for (old, new) in zip(before, now) {
            guard let row = try object(row: new.row), row.place == .private else { continue }
            for audience in placeable
            where new.audiences.contains(audience) && !old.audiences.contains(audience) {
                // What a person took out by hand stays out: only a first placement is automatic.
                guard row.state.placement(in: audience) == nil,
                    let operation = Self.place(row, in: audience, isIn: true)
                else { continue }
                operations.append(operation)
            }
        }
        try author(operations, act: act, at: wall)
    }

    /// A query is kept as it is spelled out, which may be longer than it was typed.
    static func problem(withQuery spelled: String) -> Problem? {
        guard spelled.utf8.count > Limits.queryBytesMax else { return nil }
        return Problem(
            .invalidQuery, "spelled out, the search has more than \(Limits.queryBytesMax) bytes",
            fix: "shorten it")
    }

    // A rule, unless the same one stands.
    private func makeShare(
        _ text: String, with audience: AudienceName
    ) throws(StorageError) -> Result<[Operation], Problem> {
        switch SearchQuery.parse(text) {
        case .failure(let problem): return .failure(problem)
        case .success(let query):
            let spelled = query.spelled
            if let problem = Self.problem(withQuery: spelled) { return .failure(problem) }
            let isKnown = try liveShares().contains {
                $0.spelled == spelled && $0.audience == audience
            }
            guard !isKnown else { return .success([]) }
            var values = [FieldValue(Schema.LiveShare.audience, audience.bytes)]
            if !spelled.isEmpty {
                values.insert(FieldValue(Schema.LiveShare.query, Array(spelled.utf8)), at: 0)
            }
            return .success([
                .create(Creation(kind: Schema.LiveShare.kind, values: values, elements: []))
            ])
        }
    }

    /// A file of this computer is for `private` alone.
    static func isFile(_ url: String) -> Bool { url.prefix(5).lowercased() == "file:" }

    private func problem(withFilesIn rows: [Int64]) throws(StorageError) -> Problem? {
        for number in rows {
            guard let row = try object(row: number), Self.isFile(row.state) else { continue }
            return Problem(
                .invalidValue, "\(row.id.short) is a file of this computer; others cannot open it",
                fix: "keep it private")
        }
        return nil
    }

    /// Its address is a file of this computer.
    static func isFile(_ state: ObjectState) -> Bool {
        let url = state.register(Schema.Bookmark.url)?.shown?.value ?? []
        return isFile(String(decoding: url.prefix(5), as: UTF8.self))
    }

    /// A placement that changes something; nil if the object is there (or not there) already.
    static func place(
        _ row: ObjectRow, in audience: AudienceName, isIn: Bool
    ) -> Operation? {
        guard row.place == .private, row.state.isPlaced(in: audience) != isIn,
            let object = row.home, !(isIn && isFile(row.state))
        else { return nil }
        return .place(
            Placement(
                object: object, audience: audience, isIn: isIn,
                replaces: row.state.placement(in: audience)?.dots ?? []))
    }
}
