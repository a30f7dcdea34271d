import CRDT
import Domain
import Primitives
import Sync

@testable import Store

/// In a third of the worlds persons report things of others to those who can act on it, withdraw reports and dismiss
/// them.
///
/// Reports are drawn apart from everything else: other activity is the same in a world without them.
enum ReportWork {
    /// The most reports in a world.
    static let reportsMax = 30

    /// Returns visible things of others, in the order of arrival.
    ///
    /// - Parameter place: the lowest audience row.
    static func targets(
        at machine: SimulatedNode, from place: Int64
    ) throws(BrokenClaim) -> [ObjectID] {
        try machine.read { (store) throws(StorageError) in
            try store.database.rows(
                """
                SELECT object FROM objects
                WHERE author <> ? AND audience >= ? AND hidden = 0 AND kind \(KindSQL.isThing)
                ORDER BY id
                """, [.integer(try store.me), .integer(place)]
            ) { (row) throws(StorageError) in
                guard let id = Bytes16(row.bytes(0)) else { throw .corrupt }
                return ObjectID(id)
            }
        }
    }

    /// Returns the reports that a node has opened and can read, and that its person has not dismissed.
    static func shown(at machine: SimulatedNode) throws(BrokenClaim) -> [ThingReport] {
        try machine.read { (store) throws(StorageError) -> [ThingReport] in
            var all: [ThingReport] = []
            var cursor: String?
            repeat {
                guard
                    case .success(let page) = try store.reports(
                        limit: Limits.pageMax, cursor: cursor)
                else { throw .corrupt }
                all += page.items
                cursor = page.nextCursor
            } while cursor != nil
            return all
        }
    }

    /// Whether a node may lack a report for a legitimate reason: its person dismissed it, or it has yet to open what
    /// arrived.
    static func mayMiss(
        _ report: ThingReport, at machine: SimulatedNode
    ) throws(BrokenClaim) -> Bool {
        try machine.read { (store) throws(StorageError) -> Bool in
            guard try store.areReportsOpened else { return true }
            let rows = try store.database.rows(
                """
                SELECT o.id FROM objects o JOIN people p ON p.id = o.author
                WHERE o.object = ? AND p.person = ? ORDER BY o.id
                """, [.blob(report.id.bytes.bytes), .blob(report.author.person.key.bytes)]
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows {
                if let row = try store.object(row: number), try store.isPutAway(row) { return true }
            }
            return false
        }
    }
}

extension Cluster {
    /// Adds, every other time, a report to what a person is about to do, or the withdrawal or dismissal of one.
    func withReport(
        _ requests: [Request], at node: Int, by chance: Dice
    ) throws(BrokenClaim) -> [Request] {
        var dice = chance.split(66)
        let machine = machines[node]
        // The disk may have failed during the import of a file.
        guard workload.hasReports, dice.roll(below: 2) == 0, machine.store != nil else {
            return requests
        }
        if !isHonest(node), try copyReport(at: node) { return requests }
        let known = try ReportWork.shown(at: machine)
        if !known.isEmpty, dice.roll(below: 4) == 0 {
            let report = known[dice.roll(below: known.count)]
            return requests + [.command(.removeReport(report.id.text))]
        }
        guard accusations.all.count < ReportWork.reportsMax else { return requests }
        // Every other time a thing of a group, if there is any.
        let inGroups = dice.roll(below: 2) == 0 ? Place.groupsBegin : 0
        var targets = try ReportWork.targets(at: machine, from: inGroups)
        if targets.isEmpty { targets = try ReportWork.targets(at: machine, from: 0) }
        guard !targets.isEmpty else { return requests }
        let target = targets[Workload.favour(dice.roll(below: targets.count))]
        guard let command = try report(of: target, at: node) else { return requests }
        return requests + [.command(command)]
    }

    /// Returns the command that reports a thing, and records it in the world; nil if the thing does not show.
    func report(of thing: ObjectID, at node: Int) throws(BrokenClaim) -> Command? {
        let machine = machines[node]
        canaries.fate = fate(of: node)
        let reason = "wrong: \(canaries.next(writer: machine.holder))"
        canaries.fate = .open
        guard let word = Canaries.find(in: Array(reason.utf8)).first,
            let accusation = try accusation(of: thing, at: machine, by: word)
        else { return nil }
        accusations.note(accusation)
        return .report(.id(thing.text), reason: reason)
    }

    private func accusation(
        of id: ObjectID, at machine: SimulatedNode, by word: [UInt8]
    ) throws(BrokenClaim) -> Accusations.Accusation? {
        let found = try machine.read { (store) throws(StorageError) -> (Int64, String?)? in
            guard case .success(let row) = try store.judgeable(.id(id.text)),
                let number = row.number
            else { return nil }
            guard let group = row.place.groupRow else { return (number, nil) }
            return (number, try store.record(of: try store.audience(group))?.name)
        }
        guard let (row, name) = found else { return nil }
        let told = try addressees(ofReportsOn: row, at: machine)
        let devices = try machine.read { (store) throws(StorageError) in
            var devices: [DeviceID] = []
            for person in told + [machine.person] {
                devices += try store.certificates(of: person).map(\.device)
            }
            return devices
        }
        return Accusations.Accusation(
            word: word, machine: machine.number, reporter: machine.person, thing: row,
            group: name.flatMap { GroupAccount.number(named: $0) }, told: Set(told),
            devices: Set(devices))
    }

    // By the node's knowledge of members and roles.
    private func addressees(
        ofReportsOn thing: Int64, at machine: SimulatedNode
    ) throws(BrokenClaim) -> [PersonID] {
        try machine.read { (store) throws(StorageError) -> [PersonID] in
            guard let row = try store.object(row: thing) else { return [] }
            let author = try store.author(row: row.author).person
            guard let group = row.place.groupRow else { return [author] }
            let members = try store.memberships().filter { $0.audience == group }
            return [author]
                + members.filter { $0.role >= .owner && $0.person != machine.person }
                .map(\.person)
        }
    }

    /// Records the answer to a command about a report.
    func heardOfReport(
        _ command: Command, _ answer: Answer, at node: Int
    ) throws(BrokenClaim) {
        guard case .done = answer else { return }
        switch command {
        case .removeReport: reach(.reportEnded)
        case .report(_, let reason, _):
            guard let word = Canaries.find(in: Array(reason.utf8)).first,
                let accusation = accusations.accusation(by: word), machines[node].store != nil
            else { return }
            let told = try addressees(ofReportsOn: accusation.thing, at: machines[node])
            accusations.widen(word, by: told)
        default: return
        }
    }

    // A hostile node writes as its own what another has sealed.
    //
    // - Returns: whether it did, or its disk failed.
    private func copyReport(at node: Int) throws(BrokenClaim) -> Bool {
        let machine = machines[node]
        guard machine.state == .running, let store = machine.store else { return true }
        let wall = machine.clock.reading(at: now)
        machine.disk.forgetFailures()
        do throws(StorageError) {
            let isDone = try store.transaction { () throws(StorageError) in
                try Self.copyReport(in: store, at: wall)
            }
            guard isDone else { return false }
        } catch {
            try storageFailed(error, at: node)
            return true
        }
        reach(.reportCopied)
        trace.record(now, machine.place, "brings another's report as its own")
        put(.woken, at: node)
        return true
    }

    private static func copyReport(
        in store: Store, at wall: WallTime
    ) throws(StorageError) -> Bool {
        let number = try store.database.row(
            """
            SELECT id FROM objects WHERE kind = 19 AND author <> ? AND hidden = 0
            ORDER BY id DESC LIMIT 1
            """, [.integer(try store.me)]
        ) { $0.integer(0) }
        guard let number, let row = try store.object(row: number),
            let sealed = row.state.register(Schema.Report.sealed)?.shown?.value,
            let audience = row.place.groupRow,
            let group = try store.record(of: try store.audience(audience)),
            try store.problem(writingIn: group, as: .viewer) == nil
        else { return false }
        let copy = Creation(
            kind: Schema.Report.kind, values: [FieldValue(Schema.Report.sealed, sealed)],
            elements: [])
        try store.author([.create(copy)], at: row.place, act: nil, wall: wall)
        return true
    }
}
