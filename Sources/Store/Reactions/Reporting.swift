import CRDT
import Domain
import Primitives
import Wire

// Writes and removes reports to a thing's author and its group's owners. A report is stored in the group in which the
// thing is at home, otherwise in the direct audience with its author; in either place only the recipients can read it
// (docs/decisions/0045, 0054).
extension Store {
    /// Reports a thing to its author and, if it is at home in a group, to the group's owners.
    func report(
        _ reference: Reference, reason: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = ThingReport.problem(withReason: reason) { return .rejected(problem) }
        let thing: ObjectRow
        switch try judgeable(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let row): thing = row
        }
        if let problem = try problem(reporting: thing) { return .rejected(problem) }
        let stand: ReportStand
        switch try self.stand(ofReportsOn: thing) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): stand = found
        }
        let told = try hearers(ofReportsOn: thing)
        guard !told.isEmpty else {
            return .rejected(
                Problem(
                    .notFound,
                    "nobody can receive a report on \(thing.id.short): no active device of the "
                        + "people it concerns is known",
                    fix: "weft sync, and try again when one of their devices is known"))
        }
        let place: Place
        switch try self.place(of: stand, at: wall) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): place = found
        }
        return try write(
            ReportWords(target: try memberKey(thing), told: told.map(\.person), reason: reason),
            for: try ownReportDevices() + told.flatMap(\.devices), on: thing, at: place, wall: wall)
    }

    private func write(
        _ words: ReportWords, for devices: [Bytes32], on thing: ObjectRow, at place: Place,
        wall: WallTime
    ) throws(StorageError) -> Answer {
        let person = owner.person
        let sealed = draw("reports") { chance in
            DeviceSeal.seal(
                words.bytes, for: devices, by: person, entropy: &chance.entropy,
                dice: &chance.dice)
        }
        var names: [String] = []
        for person in words.told {
            let author = try author(person)
            names.append(
                author.name.isEmpty ? String(author.person.text.prefix(8)) : "@\(author.name)")
        }
        let summary = "reported \(thing.id.short) to \(names.joined(separator: ", "))"
        let act = try act(nil, summary: summary, at: wall)
        let creation = Creation(
            kind: Schema.Report.kind, values: [FieldValue(Schema.Report.sealed, sealed)],
            elements: [])
        try author([.create(creation)], at: place, act: act, wall: wall)
        try openOwnReports()
        return .done(DoneReport(count: words.told.count, act: Int(act), summary: summary))
    }

    /// Takes back an own report, or puts away one received here.
    func removeReport(_ text: String, at wall: WallTime) throws(StorageError) -> Answer {
        let end = text.uppercased().filter { $0 != "-" }
        let found = try reportRows().filter { end.utf8.count >= 4 && $0.id.text.hasSuffix(end) }
        guard let first = found.first, let row = try object(row: first.row),
            let object = row.home
        else {
            return .rejected(
                Problem(
                    .notFound, "there is no report \(Problem.quote(text))", fix: "weft report ls"))
        }
        guard found.count == 1 else {
            return .rejected(
                Problem(
                    .ambiguous, "\(Problem.quote(text)) matches several reports",
                    fix: "type more of the id"))
        }
        guard try isChangedHere(row) else {
            return .rejected(
                Problem(
                    .roleRequired, "your role in this group does not let you dismiss reports",
                    fix: "ask an owner of the group for the editor role"))
        }
        let isMine = row.author == (try me)
        let summary =
            isMine ? "withdrew report \(row.id.short)" : "dismissed report \(row.id.short)"
        let act = try act(nil, summary: summary, at: wall)
        let replaced = try replaceable(.deletion, of: row)
        let deletion = FieldWrite(
            object: object, field: .deletion, value: [1],
            replaces: ObjectRow.named(replaced, besides: 1))
        try author([.write(deletion)], at: row.place, act: act, wall: wall)
        return .done(DoneReport(count: 1, act: Int(act), summary: summary))
    }

    // MARK: Checks and placement

    private func problem(reporting thing: ObjectRow) throws(StorageError) -> Problem? {
        guard thing.author != (try me) else {
            return Problem(
                .invalidValue, "\(thing.id.short) is your own",
                fix: "weft rm \(thing.id.short), or weft unshare \(thing.id.short)")
        }
        let target = try memberKey(thing)
        let own = try ownReports()
        guard !own.contains(where: { $0.target == target }) else {
            return Problem(
                .conflict, "you already reported \(thing.id.short)",
                fix: "weft report ls; weft report rm ID withdraws it")
        }
        guard own.count < ThingReport.standingMax else {
            return Problem(
                .tooMany,
                "\(ThingReport.standingMax) of your reports are open, and others read no more",
                fix: "weft report ls; weft report rm ID withdraws one that is settled")
        }
        return nil
    }

    /// The destination of a report; nothing is created yet.
    private enum ReportStand {
        case group(Place)
        /// The direct audience with this contact.
        case friend(Contact)
    }

    // A thing of a group is reported in the group, where its owners are; any other in the direct audience with its
    // author, because nothing is shared with anyone else.
    private func stand(
        ofReportsOn thing: ObjectRow
    ) throws(StorageError) -> Result<ReportStand, Problem> {
        if let number = thing.place.groupRow {
            guard let group = try record(of: try audience(number)) else {
                return .failure(Problem(.notFound, "this group is not known here"))
            }
            if let problem = try problem(writingIn: group, as: .viewer) {
                return .failure(problem)
            }
            return .success(.group(thing.place))
        }
        let author = try author(row: thing.author)
        guard let contact = try contacts().first(where: { $0.person == author.person }) else {
            return .failure(
                Problem(
                    .notFound,
                    "the author of \(thing.id.short) is not your friend, so a report "
                        + "cannot reach them",
                    fix: author.name.isEmpty
                        ? "weft mute hides their things" : "weft mute @\(author.name)"))
        }
        return .success(.friend(contact))
    }

    private func place(
        of stand: ReportStand, at wall: WallTime
    ) throws(StorageError) -> Result<Place, Problem> {
        switch stand {
        case .group(let place): return .success(place)
        case .friend(let contact):
            switch try makeDirect(with: contact, at: wall) {
            case .failure(let problem): return .failure(problem)
            case .success(let group):
                if let problem = try problem(writingIn: group, as: .editor) {
                    return .failure(problem)
                }
                return .success(group.audience.place)
            }
        }
    }
}
