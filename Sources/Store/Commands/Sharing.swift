import CRDT
import Domain
import Primitives
import Wire

// Places things in audiences and withdraws them.
extension Store {
    func share(
        _ selection: Selection, with audience: Audience, isLive: Bool, _ aim: BulkWork.Aim,
        at wall: WallTime
    ) throws(StorageError) -> Performance {
        guard audience != .private else {
            return .answered(
                .rejected(
                    Problem(
                        .invalidValue, "everything is already in private",
                        fix: "weft unshare stops sharing it")))
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
        let target: AudienceName
        switch try self.target(audience, aim, at: wall) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): target = found
        }
        var rule: [Operation] = []
        if isLive, case .query(let text) = selection {
            switch try makeShare(text, with: target) {
            case .failure(let problem): return .answered(.rejected(problem))
            case .success(let creation): rule = creation
            }
        }
        // The rule is written first, so that what is saved during a long share is shared as well.
        let act = try act(for: aim, summary: "shared with \(audience.name)", at: wall)
        if let act { try author(rule, act: act, at: wall) }
        let live = isLive && selection.isQuery ? "; later matches are shared too" : ""
        return try start(
            BulkWork(.place(in: target), rows: rows, act: act, aim: aim) {
                "\(aim.spelled("shared")) \(Counted.words($0.count, "thing")) with "
                    + "\(audience.name)\($0.leftOut)\(live)"
            }, at: wall)
    }

    /// Resolves the target audience. A dry run does not create the direct audience of a friend.
    func target(
        _ audience: Audience, _ aim: BulkWork.Aim, at wall: WallTime
    ) throws(StorageError) -> Result<AudienceName, Problem> {
        guard aim == .toCount, case .person(let name) = audience else {
            return try writable(audience, at: wall).map(\.name)
        }
        switch try resolve(PersonReference(name), among: try contacts()) {
        case .failure(let problem): return .failure(problem)
        case .success(let contact):
            let known = try direct(with: contact.person)?.audience.name
            return .success(known ?? AudienceName(AudienceKind.direct.rawValue, id: .zero))
        }
    }

    func unshare(
        _ selection: Selection, from audience: Audience?, _ aim: BulkWork.Aim, at wall: WallTime
    ) throws(StorageError) -> Performance {
        let rows: [Int64]
        switch try select(selection, now: wall) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): rows = found
        }
        let audiences: [AudienceName]
        let place: Place?
        switch try self.audiences(withdrawnFrom: audience) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): (audiences, place) = found
        }
        if case .references = selection, let problem = try problem(withdrawing: rows, from: place) {
            return .answered(.rejected(problem))
        }
        let stays = try stay(of: rows, at: place)
        let from = audience.map { " from \($0.name)" } ?? ""
        let act = try act(for: aim, summary: "withdrew\(from)", at: wall)
        if let act {
            try author(try ends(ofSharesOf: selection, in: audiences), act: act, at: wall)
        }
        let verb = aim == .toDo ? "withdrew" : "would have withdrawn"
        return try start(
            BulkWork(.withdraw(audiences), rows: rows, act: act, aim: aim) {
                "\(verb) \(Counted.words($0.count, "thing"))\(from)\(stays)"
            }, at: wall)
    }

    /// Returns the operations that end live shares of exactly this search.
    func ends(
        ofSharesOf selection: Selection, in audiences: [AudienceName]
    ) throws(StorageError) -> [Operation] {
        guard case .query(let text) = selection, case .success(let query) = SearchQuery.parse(text)
        else { return [] }
        var ends: [Operation] = []
        let spelled = query.spelled
        for share in try liveShares()
        where share.spelled == spelled && audiences.contains(share.audience) {
            if let row = try object(row: share.row), let object = row.home {
                ends.append(row.write(.deletion, [1], at: object))
            }
        }
        return ends
    }

    /// Returns the problem for things created in the audience: they are at home there, so they can be removed but not
    /// withdrawn.
    func problem(
        withdrawing rows: [Int64], from place: Place?
    ) throws(StorageError) -> Problem? {
        for number in rows {
            guard let row = try object(row: number), row.place != .private,
                place == nil || row.place == place
            else { continue }
            let home = try audience(at: row.place).name
            return Problem(
                .conflict,
                "\(row.id.short) was created in \(home); there is no copy to withdraw",
                fix: "weft rm \(row.id.short) removes it for everyone there")
        }
        return nil
    }

    // Describes how many things found by a search are at home in the audience that they should be withdrawn from.
    private func stay(of rows: [Int64], at place: Place?) throws(StorageError) -> String {
        guard let place, place.isGroup else { return "" }
        let homes = try database.rows(
            "SELECT id FROM objects WHERE audience = ? AND author = ? ORDER BY id",
            [.integer(place.number), .integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        let found = Set(homes)
        let count = rows.count { found.contains($0) }
        guard count > 0 else { return "" }
        return "; \(Counted.words(count, "thing")) \(count == 1 ? "was" : "were") created there: "
            + "weft rm removes them"
    }

    /// Resolves an audience, if this person may place things there.
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

    /// Returns the audiences in which own things can be placed.
    func placeable() throws(StorageError) -> [AudienceName] {
        try [AudienceKind.friends, .public].map { AudienceName($0.rawValue) }
            + groups().map(\.audience.name)
    }

    /// Returns the problem for a thing at home in a group, which cannot be placed elsewhere.
    func problem(withHomesOf rows: [Int64]) throws(StorageError) -> Problem? {
        for number in rows {
            guard let row = try object(row: number), row.place != .private else { continue }
            let home = try audience(at: row.place).name
            return Problem(
                .conflict, "\(row.id.short) was created in \(home) and cannot be shared elsewhere",
                fix: Problem.fix(keepingOwn: row.thing, like: row.id))
        }
        return nil
    }

    /// Whether the address is a local file, which stays in `private`.
    static func isFile(_ url: String) -> Bool { url.prefix(5).lowercased() == "file:" }

    /// Returns the problem for a local file, which cannot be shared; nil if there is none.
    func problem(withFilesIn rows: [Int64]) throws(StorageError) -> Problem? {
        for number in rows {
            guard let row = try object(row: number), Self.isFile(row.state) else { continue }
            return Problem(
                .invalidValue, "\(row.id.short) is a file on this computer; others cannot open it",
                fix: "keep it private")
        }
        return nil
    }

    /// Whether the thing's address is a local file.
    static func isFile(_ state: ObjectState) -> Bool {
        let url = state.register(Schema.Thing.url)?.shown?.value ?? []
        return isFile(String(decoding: url.prefix(5), as: UTF8.self))
    }

    /// Returns the operation that places or withdraws the object; nil if that changes nothing.
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

extension BulkWork.Tally {
    /// Describes what was not shared and why: `; 2 were there already`. Empty if there is nothing.
    var leftOut: String {
        var text = ""
        if known > 0 { text += "; \(known) \(known == 1 ? "was" : "were") already there" }
        if files > 0 {
            text +=
                "; skipped \(Counted.words(files, "file")) on this computer, "
                + "which others cannot open"
        }
        if elsewhere > 0 {
            text += "; skipped \(Counted.words(elsewhere, "thing")) created in a group"
        }
        return text
    }
}
