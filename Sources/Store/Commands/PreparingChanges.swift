import CRDT
import Domain
import Primitives

/// Bulk changes after everything was looked up that can be before the first is performed.
struct PreparedChanges {
    let changes: [BulkChange]
    /// As in `BulkChanges`.
    let named: [[Int64]?]
}

// Validates bulk changes as a whole: an error in one leaves all of them undone.
extension Store {
    /// Resolves what the changes name.
    ///
    /// - Returns: otherwise the first error with its location (`Problem.pointer`): a broken rule; a thing that is
    ///   missing, in the trash or another person's; an unknown audience or collection.
    func prepare(
        _ changes: [BulkChange], at wall: WallTime
    ) throws(StorageError) -> Result<PreparedChanges, Problem> {
        let checked: [BulkChange]
        switch BulkRules.check(changes) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): checked = found
        }
        let found = try rows(namedBy: checked)
        var choosing = Choosing()
        var named: [[Int64]?] = []
        for (index, change) in checked.enumerated() {
            let place = BulkRules.pointer(index)
            if let problem = try problem(withTargetOf: change.action, at: wall) {
                return .failure(problem.at(place))
            }
            guard case .references(let references) = change.things else {
                named.append(nil)
                continue
            }
            switch try choose(references, found, for: change.action, &choosing) {
            case .failure(let problem): return .failure(problem.at(place))
            case .success(let rows): named.append(rows)
            }
        }
        return .success(PreparedChanges(changes: checked, named: named))
    }

    /// Returns the audiences to withdraw from, and their place if it is a single one.
    func audiences(
        withdrawnFrom audience: Audience?
    ) throws(StorageError) -> Result<(names: [AudienceName], place: Place?), Problem> {
        guard let audience else { return .success((try placeable(), nil)) }
        return try resolve(audience).map { ([$0.name], $0.place) }
    }

    // Resolves each distinct reference once, so that all id suffixes are searched for in one pass.
    private func rows(
        namedBy changes: [BulkChange]
    ) throws(StorageError) -> [Reference: Result<Int64, Problem>] {
        var references: [Reference] = []
        var known: Set<Reference> = []
        for change in changes {
            guard case .references(let named) = change.things else { continue }
            for reference in named where known.insert(reference).inserted {
                references.append(reference)
            }
        }
        var found: [Reference: Result<Int64, Problem>] = [:]
        for (reference, row) in zip(references, try resolveEach(references)) {
            found[reference] = Self.problem(withShort: [reference]).map { .failure($0) } ?? row
        }
        return found
    }

    /// Results cached for things that several changes name.
    private struct Choosing {
        var problems: [Int64: Problem?] = [:]
    }

    // Returns the rows in the order named, without duplicates.
    private func choose(
        _ references: [Reference], _ found: [Reference: Result<Int64, Problem>],
        for action: BulkChange.Action, _ choosing: inout Choosing
    ) throws(StorageError) -> Result<[Int64], Problem> {
        var rows: [Int64] = []
        var known = RowSet()
        for (index, reference) in references.enumerated() {
            let row: Int64
            switch found[reference] ?? .failure(.unknown(reference.text)) {
            case .failure(let problem): return .failure(problem.at("/ids/\(index)"))
            case .success(let number): row = number
            }
            guard !known.contains(row) else { continue }
            known.insert(row)
            if let problem = try problem(with: row, for: action, &choosing) {
                return .failure(problem.at("/ids/\(index)"))
            }
            rows.append(row)
        }
        return .success(rows)
    }

    // Returns the problem for which a command about this thing alone would be refused.
    private func problem(
        with number: Int64, for action: BulkChange.Action, _ choosing: inout Choosing
    ) throws(StorageError) -> Problem? {
        switch action {
        // Anything visible may be a member.
        case .addToCollection, .removeFromCollection: return nil
        case .setUnread:
            guard let row = try object(row: number), row.hidden == .trashed else { return nil }
            return try problem(withTrashed: row)
        case .addTags, .removeTags, .setSize, .trash, .share, .unshare: break
        }
        if let known = choosing.problems[number] {
            if let known { return known }
        } else {
            let problem = try problem(choosing: number)
            choosing.problems[number] = .some(problem)
            if let problem { return problem }
        }
        switch action {
        case .share:
            if let problem = try problem(withHomesOf: [number]) { return problem }
            return try problem(withFilesIn: [number])
        case .unshare(let audience):
            guard case .success(let found) = try audiences(withdrawnFrom: audience) else {
                return nil
            }
            return try problem(withdrawing: [number], from: found.place)
        default: return nil
        }
    }

    private func problem(
        withTargetOf action: BulkChange.Action, at wall: WallTime
    ) throws(StorageError) -> Problem? {
        switch action {
        case .share(let audience):
            // No audience is created for a friend before everything is validated.
            guard case .failure(let problem) = try target(audience, .toCount, at: wall) else {
                return nil
            }
            return problem.at("/audience")
        case .unshare(let audience):
            guard case .failure(let problem) = try audiences(withdrawnFrom: audience) else {
                return nil
            }
            return problem.at("/audience")
        case .addToCollection(let name), .removeFromCollection(let name):
            guard case .failure(let problem) = try handmade(name) else { return nil }
            return problem.at("/collection")
        case .addTags, .removeTags, .setUnread, .setSize, .trash: return nil
        }
    }
}
