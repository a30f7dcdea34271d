import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// Bundles: files that carry what a link would.
extension Engine {
    /// Begins to make a bundle. The answer follows once the file is there.
    ///
    /// - Returns: The rejection, if it cannot begin.
    func makeBundle(
        at path: String, for addressees: [Addressee], isWhole: Bool, _ id: RequestID
    ) throws(StorageError) -> Answer? {
        guard bundles.count < SyncLimits.bundlesMax else { return Self.tooManyBundles }
        guard !addressees.isEmpty else {
            return .rejected(
                Problem(
                    .invalidValue, "the bundle has no recipient",
                    fix: "weft bundle create FILE --for NAME"))
        }
        let parcels: [Parcel]
        switch try store.parcels(for: addressees, isWhole: isWhole) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): parcels = found
        }
        let devices = parcels.flatMap(\.readers).map(\.peer).uniqued
        guard !devices.isEmpty else {
            let names = addressees.map(\.name).joined(separator: ", ")
            return .rejected(
                Problem(
                    .conflict, "no known device could read a bundle for \(names)",
                    fix: "weft friend ls; weft group members; weft device ls"))
        }
        let people = parcels.flatMap(\.readers).map(\.person).uniqued
        var names: [String] = []
        for person in people {
            names.append(person == owner.person ? "your devices" : "@" + (try author(person)).name)
        }
        bundles.append(
            (
                id,
                .making(
                    BundleMaking(
                        path: path, packing: packing(of: parcels), people: names,
                        devices: devices.count))
            ))
        effects.append(.bundle(id, .make(path: path)))
        return nil
    }

    /// Begins to apply a bundle. The answer follows once all of it has been read.
    ///
    /// - Returns: The rejection, if it cannot begin.
    func applyBundle(at path: String, _ id: RequestID) -> Answer? {
        if let roomProblem { return .rejected(roomProblem) }
        guard bundles.count < SyncLimits.bundlesMax else { return Self.tooManyBundles }
        bundles.append((id, .applying(BundleApplying(path: path))))
        effects.append(.bundle(id, .read(path: path)))
        return nil
    }

    /// Returns a packing of `parcels` with randomness of its own.
    func packing(of parcels: [Parcel]) -> Packing {
        segmentsMade += 1
        let source = entropy.split(Array("segments \(segmentsMade)".utf8))
        var chance = source.split(Array("order".utf8))
        return Packing(
            parcels, membership: store.membership, owner: owner, entropy: source,
            dice: Dice(seed: chance.bytes8()))
    }

    /// Handles the result of a file operation for a bundle.
    func take(
        _ news: BundleNews, of id: RequestID, at wall: WallTime
    ) throws(StorageError) {
        guard let place = bundles.firstIndex(where: { $0.id == id }) else { return }
        if case .failed(let problem) = news { return endBundle(place, .rejected(problem)) }
        switch bundles[place].work {
        case .making(var making):
            guard !making.isFinishing else { return endBundle(place, .bundle(making.report)) }
            making.isReady = true
            bundles[place].work = .making(making)
        case .applying(var applying):
            switch news {
            case .segment(let bytes): try take(bytes, in: &applying)
            case .ended, .torn, .foreign: return try endPass(applying, place, by: news)
            case .written, .failed: return
            }
            bundles[place].work = .applying(applying)
            if applying.unpacking == nil { effects.append(.bundle(id, .readOn)) }
        }
    }

    /// Works on a slice of each bundle that is not waiting for the shell.
    func carry(at wall: WallTime) throws(StorageError) {
        for place in bundles.indices {
            switch bundles[place].work {
            case .making(var making):
                guard making.isReady else { continue }
                making.isReady = false
                try pack(&making, bundles[place].id)
                bundles[place].work = .making(making)
            case .applying(var applying):
                guard applying.unpacking != nil else { continue }
                try unpack(&applying, bundles[place].id, at: wall)
                bundles[place].work = .applying(applying)
            }
        }
    }

    private func pack(_ making: inout BundleMaking, _ id: RequestID) throws(StorageError) {
        guard let segment = try making.packing.next(from: store, limits: limits) else {
            making.isFinishing = true
            effects.append(.bundle(id, .finish))
            return
        }
        making.segments += 1
        making.bytes += segment.bytes.count
        making.deltas += segment.deltas
        effects.append(.bundle(id, .append(segment.bytes)))
    }

    // MARK: Applying

    private func take(
        _ bytes: [UInt8], in applying: inout BundleApplying
    ) throws(StorageError) {
        if applying.passes == 1 {
            applying.segments += 1
            applying.bytes += bytes.count
        }
        switch try open(bytes) {
        case .damaged: applying.damaged += applying.passes == 1 ? 1 : 0
        case .newer(let algorithm): applying.newer = algorithm
        case .notForMe: return
        case .stranger(let person):
            if !applying.strangers.contains(person) { applying.strangers.append(person) }
        case .unshared: applying.unshared += applying.passes == 1 ? 1 : 0
        case .begun(let unpacking):
            applying.unpacking = unpacking
            applying.segmentsForMe += applying.passes == 1 ? 1 : 0
            let person = unpacking.certificate.person
            if !applying.people.contains(person) { applying.people.append(person) }
        }
    }

    private func unpack(
        _ applying: inout BundleApplying, _ id: RequestID, at wall: WallTime
    ) throws(StorageError) {
        guard var unpacking = applying.unpacking else { return }
        switch try proceed(&unpacking, at: wall) {
        case .partly:
            applying.unpacking = unpacking
            return
        case .wholly: break
        case .refused(let reason): applying.refusal = (reason, unpacking.certificate.person)
        }
        applying.unpacking = nil
        applying.deltas += unpacking.deltas
        applying.deltasOfPass += unpacking.deltas
        applying.isWaiting = applying.isWaiting || unpacking.isWaiting
        effects.append(.bundle(id, .readOn))
    }

    // Reads the bundle again if something new came and something waits: what explains it may have stood
    // behind it.
    private func endPass(
        _ applying: BundleApplying, _ place: Int, by end: BundleNews
    ) throws(StorageError) {
        var applying = applying
        if applying.isWaiting, applying.deltasOfPass > 0,
            applying.passes < SyncLimits.bundlePassesMax
        {
            applying.passes += 1
            (applying.deltasOfPass, applying.isWaiting) = (0, false)
            bundles[place].work = .applying(applying)
            effects.append(.bundle(bundles[place].id, .readAgain))
            return
        }
        endBundle(place, try answer(to: applying, by: end))
    }

    private func endBundle(_ place: Int, _ answer: Answer) {
        let id = bundles.remove(at: place).id
        effects.append(.bundle(id, .close))
        effects.append(.answer(id, answer))
    }

    private static let tooManyBundles = Answer.rejected(
        Problem(
            .tooMany, "\(SyncLimits.bundlesMax) bundles are already being made or applied",
            fix: "wait until one of them is done"))
}

extension Array where Element: Equatable {
    /// Each element once, in order of first occurrence. Quadratic; for short arrays.
    fileprivate var uniqued: [Element] {
        reduce(into: []) { unique, next in
            if !unique.contains(next) { unique.append(next) }
        }
    }
}
