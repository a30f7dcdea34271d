import Domain
import Store

// Notices about objects for those who watch the node.
extension Engine {
    /// Announces which objects came, changed or were deleted: one by one, or only their number if there are
    /// more than `noticesMax`.
    func announce(_ objects: [TouchedObject]) throws(StorageError) {
        var last: [Int64: TouchedObject.Change] = [:]
        var writers: [Int64: Int64] = [:]
        var order: [Int64] = []
        for object in objects {
            if last[object.row] == nil { order.append(object.row) }
            let before = last[object.row]
            let isFresh = before == .created && object.change == .updated
            // A report that was opened is announced once, as opened.
            if before != .opened { last[object.row] = isFresh ? .created : object.change }
            writers[object.row] = object.writer ?? writers[object.row]
        }
        guard order.count <= limits.noticesMax else {
            let author = try store.author(ofObject: order[0], writtenBy: writers[order[0]])
            effects.append(.announce(.changedMany(count: order.count, by: author)))
            return
        }
        var said: [Notice] = []
        for row in order {
            guard let change = last[row] else { continue }
            guard let id = try store.link(row: row) else {
                // One thing may be said in several places; announce it once.
                if let notice = try notice(of: row, change, writtenBy: writers[row]),
                    !said.contains(notice)
                {
                    said.append(notice)
                    effects.append(.announce(notice))
                }
                continue
            }
            let title = try store.name(ofThing: row) ?? ""
            let author = try store.author(ofObject: row, writtenBy: writers[row])
            switch change {
            case .created: effects.append(.announce(.created(id, title: title, by: author)))
            case .updated: effects.append(.announce(.updated(id, title: title, by: author)))
            case .deleted: effects.append(.announce(.deleted(id, title: title, by: author)))
            case .opened: continue
            }
        }
    }

    // The notice for an object that is not a thing: what somebody said about one, or the description of a
    // group.
    private func notice(
        of row: Int64, _ change: TouchedObject.Change, writtenBy writer: Int64?
    ) throws(StorageError) -> Notice? {
        if change == .opened { return try store.notice(ofReport: row) }
        if let said = try store.notice(ofSaying: row, isNew: change == .created) { return said }
        return try store.notice(ofDescription: row, writtenBy: writer)
    }
}
