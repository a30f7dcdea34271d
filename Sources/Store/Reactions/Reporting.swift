import CRDT
import Domain
import Primitives
import Wire

/// A report that this device can read.
struct ReportRecord {
    let row: Int64
    let id: ObjectID
    /// The row of who reports.
    let author: Int64
    let words: ReportWords
}

// Telling whose thing it is, and who looks after a group, that something is wrong with a thing. It
// stands where the thing is at home if that is a group, else in what is shared with its author alone;
// in either place only those whom it is told read it (docs/decisions/0045).
extension Store {
    /// Tells it to the thing's author and, of what is at home in a group, to the group's owners.
    func report(
        _ reference: Reference, reason: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = ThingReport.problem(withReason: reason) { return .rejected(problem) }
        let thing: ObjectRow
        switch try judgeable(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let row): thing = row
        }
        guard thing.author != (try me) else {
            return .rejected(
                Problem(
                    .invalidValue, "\(thing.id.short) is your own",
                    fix: "weft rm \(thing.id.short), or weft unshare \(thing.id.short)"))
        }
        let target = try memberKey(thing)
        let me = try me
        guard !(try reports().contains { $0.author == me && $0.words.target == target }) else {
            return .rejected(
                Problem(
                    .conflict, "you have reported \(thing.id.short) already",
                    fix: "weft report ls; weft report rm ID takes it back"))
        }
        let stand: Place
        switch try place(ofReportsOn: thing, at: wall) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): stand = found
        }
        let told = try people(toldOf: thing)
        let words = ReportWords(target: target, told: told, reason: reason)
        let devices = try devices(of: [owner.person] + told)
        let person = owner.person
        let sealed = draw("reports") { chance in
            DeviceSeal.seal(
                words.bytes, for: devices, by: person, entropy: &chance.entropy,
                dice: &chance.dice)
        }
        var names: [String] = []
        for person in told {
            let author = try author(person)
            names.append(
                author.name.isEmpty ? String(author.person.text.prefix(8)) : "@\(author.name)")
        }
        let summary = "reported \(thing.id.short) to \(names.joined(separator: ", "))"
        let act = try act(nil, summary: summary, at: wall)
        let creation = Creation(
            kind: Schema.Report.kind, values: [FieldValue(Schema.Report.sealed, sealed)],
            elements: [])
        try author([.create(creation)], at: stand, act: act, wall: wall)
        return .done(DoneReport(count: told.count, act: Int(act), summary: summary))
    }

    /// Takes an own report back, or puts one away that was told here.
    func removeReport(_ text: String, at wall: WallTime) throws(StorageError) -> Answer {
        let end = text.uppercased().filter { $0 != "-" }
        let found = try reports().filter { end.utf8.count >= 4 && $0.id.text.hasSuffix(end) }
        guard let first = found.first, let row = try object(row: first.row),
            let object = row.home
        else {
            return .rejected(
                Problem(.notFound, "no report \(Problem.quote(text))", fix: "weft report ls"))
        }
        guard found.count == 1 else {
            return .rejected(
                Problem(
                    .ambiguous, "\(Problem.quote(text)) fits several reports",
                    fix: "type more of the id"))
        }
        guard try isChangedHere(row) else {
            return .rejected(
                Problem(
                    .roleRequired, "your role in this group does not let you put reports away",
                    fix: "ask an owner of the group to do it"))
        }
        let isMine = row.author == (try me)
        let summary =
            isMine ? "took report \(row.id.short) back" : "put report \(row.id.short) away"
        let act = try act(nil, summary: summary, at: wall)
        try author([row.write(.deletion, [1], at: object)], at: row.place, act: act, wall: wall)
        return .done(DoneReport(count: 1, act: Int(act), summary: summary))
    }

    /// What this person reported and what was reported to him, latest first.
    func shownReports() throws(StorageError) -> [ThingReport] {
        var shown: [ThingReport] = []
        for record in try reports() {
            var told: [Author] = []
            for person in record.words.told { told.append(try author(person)) }
            let row = try rows(ofMembers: [record.words.target]).first
            let thing = try row.flatMap { (row) throws(StorageError) in try bookmark(row: row) }
            shown.append(
                ThingReport(
                    id: record.id, author: try author(row: record.author), told: told,
                    thing: thing.flatMap { $0.isTrashed ? nil : $0 }, reason: record.words.reason,
                    at: record.id.created))
        }
        return shown
    }

    /// How many were told to this person and not put away.
    package func reportsToldHere() throws(StorageError) -> Int {
        let me = try me
        return try reports().count { $0.author != me }
    }

    // Others may write what they like there: what is no report shows as none.
    private func reports() throws(StorageError) -> [ReportRecord] {
        if let known = memory.reports { return known }
        let numbers = try database.rows(ReportSQL.latest, [.integer(Self.reportsMax)]) {
            (row) throws(StorageError) in row.integer(0)
        }
        var records: [ReportRecord] = []
        for number in numbers {
            guard let row = try object(row: number),
                let sealed = try ownWords(row, Schema.Report.sealed)?.value
            else { continue }
            let person = try author(row: row.author).person
            guard
                let plain = DeviceSeal.open(sealed, by: person, for: owner.agreement),
                let words = ReportWords(bytes: plain)
            else { continue }
            records.append(
                ReportRecord(row: number, id: row.id, author: row.author, words: words))
        }
        records.sort { ($1.id.created, $1.row) < ($0.id.created, $0.row) }
        memory.reports = records
        return records
    }

    // A group's things in the group, where its owners are; another's in what he and this person have
    // alone, for with nobody else is anything shared.
    private func place(
        ofReportsOn thing: ObjectRow, at wall: WallTime
    ) throws(StorageError) -> Result<Place, Problem> {
        if let number = thing.place.groupRow {
            guard let group = try record(of: try audience(number)) else {
                return .failure(Problem(.notFound, "this group is not known here"))
            }
            if let problem = try problem(writingIn: group, as: .viewer) {
                return .failure(problem)
            }
            return .success(thing.place)
        }
        let author = try author(row: thing.author)
        guard let contact = try contacts().first(where: { $0.person == author.person }) else {
            return .failure(
                Problem(
                    .notFound,
                    "whose \(thing.id.short) is is no friend of yours: nobody hears you",
                    fix: author.name.isEmpty
                        ? "weft mute keeps his things away" : "weft mute @\(author.name)"))
        }
        switch try makeDirect(with: contact, at: wall) {
        case .failure(let problem): return .failure(problem)
        case .success(let group):
            if let problem = try problem(writingIn: group, as: .editor) {
                return .failure(problem)
            }
            return .success(group.audience.place)
        }
    }

    // Whose it is, then who looks after the group in which it is at home, but oneself.
    private func people(toldOf thing: ObjectRow) throws(StorageError) -> [PersonID] {
        let author = try author(row: thing.author).person
        guard let number = thing.place.groupRow else { return [author] }
        let audience = try audience(number)
        guard audience.kind != .direct else { return [author] }
        var heads: [PersonID] = []
        var owners: [PersonID] = []
        for person in try judgement(of: audience).members
        where person != owner.person && person != author {
            switch try role(of: person, in: audience) {
            case .head: heads.append(person)
            case .owner: owners.append(person)
            default: break
            }
        }
        return Array(([author] + heads + owners).prefix(ThingReport.toldMax))
    }

    private func devices(of people: [PersonID]) throws(StorageError) -> [Bytes32] {
        var keys: [Bytes32] = []
        for person in people {
            for device in try certificates(of: person).prefix(Self.reportDevicesMax)
            where !(try isEnded(device)) {
                keys.append(device.agreement)
            }
        }
        return keys
    }

    /// Reports that are looked at, the last that came: others can write as many as they like. Opening
    /// one takes about 50 microseconds.
    private static let reportsMax = 1000

    /// Of each person: 33 of them with as many make up less than an operation holds.
    private static let reportDevicesMax = 16
}

private enum ReportSQL {
    // The second condition is the index's own, so that SQLite takes it.
    static let latest = """
        SELECT id FROM objects WHERE kind = 19 AND kind > 1 AND hidden = 0 ORDER BY id DESC LIMIT ?
        """
}
