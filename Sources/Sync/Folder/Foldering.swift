import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// Folders: each node writes its own segments there and reads those of others.
extension Engine {
    /// Tells the shell the list of folders: with the first step, and whenever it changes.
    func tellFolders() throws(StorageError) {
        guard !hasToldFolders else { return }
        hasToldFolders = true
        let records = try store.folders()
        folders = records.map { record in
            let place = FolderPlace(
                number: record.number, path: record.path, isMarked: record.isMarked)
            // The addressees may have changed; then the folder's content is compared again.
            var work = FolderWork(place: place, addressees: record.addressees)
            if let known = folders.first(where: { $0.place == place }) {
                (work.scan, work.task, work.taken) = (known.scan, known.task, known.taken)
                work.strangers = known.strangers
            }
            work.warning = folders.first { $0.place.number == record.number }?.warning
            return work
        }
        effects.append(.folders(folders.map(\.place)))
    }

    func addFolder(
        _ path: String, for addressees: [Addressee]
    ) throws(StorageError) -> Answer {
        switch try store.addFolder(path, for: addressees) {
        case .failure(let problem): return .rejected(problem)
        case .success(let number):
            hasToldFolders = false
            try tellFolders()
            guard let shown = try carriedFolders().first(where: { $0.number == Int(number) })
            else { throw .corrupt }
            return .folder(shown)
        }
    }

    func removeFolder(_ number: Int) throws(StorageError) -> Answer {
        guard let place = folders.firstIndex(where: { $0.place.number == Int64(number) }) else {
            return .rejected(
                Problem(.notFound, "there is no folder \(number)", fix: "weft folder ls"))
        }
        let path = folders[place].place.path
        let isAway = [.missing, .unmarked].contains(folders[place].scan.state)
        let names = try store.removeFolder(Int64(number))
        clearWarning(of: place)
        folders.remove(at: place)
        effects.append(.folder(Int64(number), .leave(names: names)))
        let files = Counted.words(names.count, "file")
        let fate =
            isAway
            ? "it is not here now, so it keeps your \(files), encrypted"
            : "your \(files) there are deleted"
        return .done(
            DoneReport(
                count: names.count, act: nil, summary: "\(path) is no longer used; \(fate)"))
    }

    /// All folders as they are shown, oldest first.
    func carriedFolders() throws(StorageError) -> [CarriedFolder] {
        var shown: [CarriedFolder] = []
        for work in folders {
            let (files, bytes) = try store.carriedSize(of: work.place.number)
            shown.append(
                CarriedFolder(
                    number: Int(work.place.number), path: work.place.path,
                    addressees: work.addressees, scan: work.scan, ownFiles: files,
                    ownBytes: bytes, taken: work.taken, strangers: work.strangers))
        }
        return shown
    }

    /// Handles what the shell has found or done in a folder.
    func take(
        _ news: FolderNews, of number: Int64, at now: Instant
    ) throws(StorageError) {
        guard let place = folders.firstIndex(where: { $0.place.number == number }) else { return }
        switch news {
        case .marked:
            try store.markFolder(number)
            answer(place, .readOn(.done))
        case .segment(let bytes): try take(bytes, in: place)
        case .looked(let names, let scan): try look(at: names, scan, place, now)
        case .written:
            clearWarning(of: place)
            try goOn(place)
        case .failed(let why):
            folders[place].task = nil
            folders[place].planned = nil
            note(FolderScan(.unwritable, why: why), place)
            rest(place)
        }
    }

    private func answer(_ place: Int, _ deed: FolderDeed) {
        effects.append(.folder(folders[place].place.number, deed))
    }

    private func rest(_ place: Int) {
        let isNew = folders[place].experience != store.experience
        folders[place].experience = store.experience
        if isNew { folders[place].strangers = [] }
        answer(place, .rest(readsAgain: isNew))
    }

    // Warns once, and clears the warning when it is over. Whether files can be written shows only when one
    // is, so a good state without a write does not clear that warning.
    private func note(_ scan: FolderScan, _ place: Int) {
        folders[place].scan = scan
        switch scan.state {
        case .looking: return
        case .working:
            if folders[place].warning != .unwritable { clearWarning(of: place) }
        case .missing, .unmarked, .unreadable, .unwritable, .crowded:
            guard folders[place].warning != scan.state else { return }
            clearWarning(of: place)
            folders[place].warning = scan.state
            effects.append(.announce(.warning(Self.words(of: scan.state, folders[place].place))))
        }
    }

    private func clearWarning(of place: Int) {
        guard let state = folders[place].warning else { return }
        folders[place].warning = nil
        effects.append(.announce(.warningCleared(Self.words(of: state, folders[place].place))))
    }

    private static func words(of state: FolderScan.State, _ place: FolderPlace) -> String {
        "the folder \(place.path) is \(state.rawValue)"
    }

    // MARK: Reading

    private func take(_ bytes: [UInt8], in place: Int) throws(StorageError) {
        guard hasRoom else { return answer(place, .readOn(.later)) }
        switch try open(bytes) {
        case .notForMe: answer(place, .readOn(.done))
        case .damaged: answer(place, .readOn(.damaged))
        case .unshared, .newer: answer(place, .readOn(.later))
        case .stranger(let person):
            if folders[place].strangers.count < Self.strangersMax,
                !folders[place].strangers.contains(person)
            {
                folders[place].strangers.append(person)
            }
            answer(place, .readOn(.later))
        case .begun(let unpacking): folders[place].task = .unpacking(unpacking)
        }
    }

    /// Works on a slice of each folder that is not waiting for the shell.
    func carryFolders(at wall: WallTime) throws(StorageError) {
        for place in folders.indices {
            switch folders[place].task {
            case nil: continue
            case .unpacking(var unpacking)?:
                let verdict = try unpack(&unpacking, at: wall)
                folders[place].task = verdict == nil ? .unpacking(unpacking) : nil
                guard let verdict else { continue }
                folders[place].taken += unpacking.deltas
                answer(place, .readOn(verdict))
            case .packing(var packing)?:
                guard packing.isReady else { continue }
                packing.isReady = false
                folders[place].task = .packing(packing)
                try pack(packing, place)
            }
        }
    }

    // Returns nil while more of it is left.
    private func unpack(
        _ unpacking: inout Unpacking, at wall: WallTime
    ) throws(StorageError) -> FolderVerdict? {
        switch try proceed(&unpacking, at: wall) {
        case .partly: return nil
        case .wholly: return unpacking.isWaiting ? .later : .done
        // A segment that breaks a rule today does so tomorrow.
        case .refused: return .damaged
        }
    }

    // MARK: Writing

    private func look(
        at names: [String], _ scan: FolderScan, _ place: Int, _ now: Instant
    ) throws(StorageError) {
        note(scan, place)
        guard scan.state == .working else { return rest(place) }
        let changes = store.changesSoFar
        if let planned = folders[place].planned, planned == (changes, names) {
            clearWarning(of: place)
            return rest(place)
        }
        guard
            let record = try store.folders().first(where: {
                $0.number == folders[place].place.number
            })
        else { return rest(place) }
        let plan = try store.plan(record, names: Set(names))
        if plan.lost > 0 { lose(place, at: now) }
        guard now >= folders[place].restsUntil else { return rest(place) }
        guard !plan.isEmpty else {
            folders[place].losses = 0
            clearWarning(of: place)
            folders[place].planned = (store.changesSoFar, names)
            return rest(place)
        }
        folders[place].task = .packing(
            FolderPacking(packing: packing(of: plan.parcels), leaving: plan.leaving))
    }

    // Backs off, so that a person or program that deletes our files again and again does not keep the disk
    // busy.
    private func lose(_ place: Int, at now: Instant) {
        let pause = SyncLimits.folderLossPause
        let doubled = pause.shortest * (1 << min(folders[place].losses, 16))
        folders[place].losses += 1
        folders[place].restsUntil = now + min(doubled, pause.longest)
    }

    private func goOn(_ place: Int) throws(StorageError) {
        guard case .packing(var packing)? = folders[place].task else { return rest(place) }
        guard !packing.isRemoving else {
            folders[place].task = nil
            return rest(place)
        }
        packing.isReady = true
        folders[place].task = .packing(packing)
    }

    private func pack(_ before: FolderPacking, _ place: Int) throws(StorageError) {
        var packing = before
        let number = folders[place].place.number
        guard let segment = try packing.packing.next(from: store, limits: limits) else {
            packing.isRemoving = true
            folders[place].task = .packing(packing)
            let names = try store.dismiss(packing.leaving, from: number)
            return answer(place, .remove(names: names))
        }
        segmentsMade += 1
        var chance = entropy.split(Array("segment's name \(segmentsMade)".utf8))
        let name = Base32.encode(chance.bytes16().bytes) + FolderPlace.suffix
        try store.carry(
            name, in: number, of: segment.audience, bytes: segment.bytes.count,
            word: segment.word, readers: segment.readers, ranges: segment.ranges)
        folders[place].task = .packing(packing)
        answer(place, .put(name: name, segment.bytes))
    }

    /// The most strangers that are shown as senders of skipped files.
    private static let strangersMax = 16
}

extension FolderPlace {
    /// The suffix of segment file names.
    package static let suffix = ".weft"
}
