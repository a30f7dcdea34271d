import Domain
import Logging
import Primitives
import Store
import Sync
import UV

// When the disk is full, or fails.
extension Node {
    // Below the low-water mark the engine takes in nothing of others.
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

    // Nobody knows what is durable: the handle is closed and opened once. What was asked is
    // refused, never half done; commands are refused until the pause is over, then tried again.
    func failed(_ error: StorageError, during events: [Event], wall: WallTime) {
        let isRepeated = readOnly.map { loop.now < $0.until } ?? false
        let readOnly = ReadOnly(after: error, before: readOnly, at: loop.now)
        self.readOnly = readOnly
        logger.error("a write failed, the node only reads for a while: \(readOnly.reason)")
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
        // Also what was taken in by an earlier step and ends later: the engine that knew is gone.
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
            logger.critical("the database cannot be opened again: \(error)")
            refuseQueries()
            stop()
        }
    }

    // Of a second failure for another reason only that stands from now on.
    func warn(wall: WallTime) {
        guard let readOnly else { return }
        if let warning, warning != readOnly.warning {
            board.put(.warningCleared(warning), at: wall)
        }
        warning = readOnly.warning
        board.put(.warning(readOnly.warning), at: wall)
    }

    // It is over when something was written again: that the pause is over says only that it is tried.
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
