import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// People who report something, and what they are told.
extension WriteReplica {
    /// Returns all reports here, latest first, once opened.
    func reports() throws -> [ThingReport] {
        try openReports()
        var all: [ThingReport] = []
        var cursor: String?
        repeat {
            let page = try reportPage(limit: 7, cursor: cursor)
            #expect(page.items.count <= 7 && (!page.items.isEmpty || page.total == 0))
            all += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return all
    }

    /// Does what a node does by itself after receiving something.
    func openReports() throws {
        while try step({ (store) throws(StorageError) in try store.openReports() }) {}
    }

    func reportPage(limit: Int, cursor: String? = nil) throws -> ReportPage {
        let answer = try step { (store) throws(StorageError) in
            try store.answer(.reports(limit: limit, cursor: cursor), now: wall)
        }
        guard case .reports(let page)? = answer else { throw Unexpected(what: "\(answer as Any)") }
        return page
    }

    /// Returns how many reports wait for this person.
    func reportsTold() throws -> Int {
        try openReports()
        return try step { (store) throws(StorageError) in try store.status().reports }
    }

    @discardableResult
    func report(_ thing: ObjectID, _ reason: String = "not theirs") throws -> Answer {
        try perform(.report(.id(thing.text), reason: reason))
    }

    /// Returns the rows of reports at home in groups and direct audiences.
    func reportRows() throws -> [ObjectRow] {
        try step { (store) throws(StorageError) in
            let numbers = try store.database.rows(
                "SELECT id FROM objects WHERE kind = 19 AND audience > 3 ORDER BY id"
            ) { (row) throws(StorageError) in row.integer(0) }
            var rows: [ObjectRow] = []
            for number in numbers {
                if let row = try store.object(row: number) { rows.append(row) }
            }
            return rows
        }
    }

    /// Writes what no command would.
    func forge(_ operations: [CRDT.Operation], at place: Place) throws {
        wall = WallTime(milliseconds: wall.milliseconds + 1)
        try step { (store) throws(StorageError) in
            _ = try store.author(operations, at: place, act: nil, wall: wall)
        }
    }
}

extension GroupWorld {
    /// Synchronises everybody.
    func spread() throws {
        for _ in 0..<2 { for other in actors.dropFirst() { try meet(ana, other) } }
    }
}

extension Answer {
    /// The reason why it was refused; nil if it was not.
    var refusal: Problem.Code? {
        guard case .rejected(let problem) = self else { return nil }
        #expect(!problem.fix.isEmpty)
        return problem.code
    }
}
