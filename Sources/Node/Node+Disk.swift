import Domain
import Logging
import Primitives
import Store
import Sync
import UV

// Handles a full or failing disk.
extension Node {
    // Below the low-water mark the engine accepts no data of others.
    func lookAtDisk(wall: WallTime) {
        let warning = disk.warning
        guard let isRoom = disk.look(at: loop.now) else { return }
        inbox.put(.room(isRoom))
        if isRoom, let warning { board.put(.warningCleared(warning), at: wall) }
        if !isRoom, let warning = disk.warning {
            logger.warning("\(warning)")
            board.put(.warning(warning), at: wall)
        }
    }

    // It is unknown what is durable, so the database is closed and opened again, once. Open requests are
    // refused, never half done; commands are refused until the pause is over, then tried again.
    func failed(_ error: StorageError, during events: [Event], wall: WallTime) {
        let isRepeated = readOnly.map { loop.now < $0.until } ?? false
        let readOnly = ReadOnly(after: error, before: readOnly, at: loop.now)
        self.readOnly = readOnly
        logger.error("a write failed, the node is read-only for now: \(readOnly.reason)")
        links.closeAll()
        bundles.closeAll()
        folders.keep([])
        inbox.clear()
        asked = []
        for case .requested(let id, let request) in events {
            guard case .query = request else { continue }
            inbox.put(.requested(id, request))
            asked.append(id)
        }
        // Also refuse what an earlier step began and a later one would have answered, since the engine that
        // knew it is gone.
        for id in waiting.keys.sorted() where !asked.contains(id) {
            waiting.removeValue(forKey: id)?.resume(returning: .rejected(readOnly.problem))
        }
        warn(wall: wall)
        do {
            try? store.close()
            let addresses = engine.addresses
            (store, engine) = try Self.open(configuration, at: loop.now)
            changesAtOpening = store.changesSoFar
            engine.addresses = addresses
            engine.rest(until: readOnly.until)
            if !isRepeated, !inbox.isEmpty { bell?.wake() } else { refuseQueries() }
            if !disk.hasRoom { put(.room(false)) }
        } catch {
            logger.critical("the database cannot be reopened: \(error)")
            refuseQueries()
            stop()
        }
    }

    // After a second failure for another reason, only the new warning stands.
    func warn(wall: WallTime) {
        guard let readOnly else { return }
        if let warning, warning != readOnly.warning {
            board.put(.warningCleared(warning), at: wall)
        }
        warning = readOnly.warning
        board.put(.warning(readOnly.warning), at: wall)
    }

    // The failure is over once something was written again; the end of the pause only means that it is tried.
    func clearWarning(wall: WallTime) {
        guard let warning, let readOnly, loop.now >= readOnly.until,
            store.changesSoFar != changesAtOpening
        else { return }
        self.warning = nil
        board.put(.warningCleared(warning), at: wall)
    }

    func refuseQueries() {
        for id in asked {
            guard let readOnly else { continue }
            waiting.removeValue(forKey: id)?.resume(returning: .rejected(readOnly.problem))
        }
        asked = []
        inbox.clear()
    }

    func withReadOnly(_ answer: Answer) -> Answer {
        guard case .status(var status) = answer, let readOnly, loop.now < readOnly.until else {
            return answer
        }
        status.readOnlyReason = readOnly.reason
        status.readOnlyFix = readOnly.damageFix
        return .status(status)
    }
}
