import Domain
import Primitives

@testable import Sync

// Carries out what engines ask of carried files and delivers the results.
extension Cluster {
    /// Starts the carrier.
    func beginCarriage() {
        guard let options = carriage.options else { return }
        plan(.carry, in: carriage.dice.duration(from: .seconds(1), to: options.every * 2))
    }

    // MARK: Folders

    /// Makes a device scan exactly these directories from now on.
    func keep(_ places: [FolderPlace], at node: Int) {
        guard let place = places.first else {
            carriage.keepers[node] = nil
            return
        }
        let life = machines[node].life
        guard carriage.keepers[node]?.place != place || carriage.keepers[node]?.life != life
        else { return }
        carriage.keepers[node] = SimulatedKeeper(place, life: life)
        plan(.look(node: node, life: life), in: .milliseconds(1))
    }

    /// Runs a scheduled scan.
    func look(at node: Int, life: Int) {
        let machine = machines[node]
        guard machine.state != .down, machine.life == life,
            var keeper = carriage.keepers[node], keeper.life == life
        else { return }
        var files = carriage.isThere(node) ? carriage[node] : nil
        let news = keeper.begin(&files, isEmptyPlace: node % 2 == 0)
        if let files { carriage[node] = files }
        carriage.keepers[node] = keeper
        tell(.folder(keeper.place.number, news), to: node)
    }

    /// Carries out the engine's answer to the previous news.
    func perform(_ deed: FolderDeed, in number: Int64, at node: Int) {
        guard var keeper = carriage.keepers[node], keeper.place.number == number,
            keeper.life == machines[node].life
        else { return }
        var news: FolderNews?
        switch deed {
        case .readOn(let verdict):
            keeper.idleLooks = 0
            see(verdict, at: node)
            news = keeper.readOn(verdict)
        case .put(let name, let bytes):
            keeper.idleLooks = 0
            news = put(bytes, name, at: node)
        case .remove(let names):
            if !names.isEmpty { reach(.fileDone) }
            remove(names, at: node)
            news = .written
        case .leave(let names):
            remove(names, at: node)
            carriage.keepers[node] = nil
            return
        case .rest(let readsAgain):
            if readsAgain { keeper.readAgain() }
            let pause = Self.lookPause * (1 << min(keeper.idleLooks, 4))
            keeper.idleLooks += 1
            plan(.look(node: node, life: keeper.life), in: pause)
        }
        carriage.keepers[node] = keeper
        if let news { tell(.folder(number, news), to: node) }
    }

    private func see(_ verdict: FolderVerdict, at node: Int) {
        switch verdict {
        case .done:
            if machines[node].engine?.folders.contains(where: { $0.taken > 0 }) == true {
                reach(.cameByFile)
            }
        case .damaged: reach(.tornFile)
        case .later: reach(.laterFile)
        }
    }

    private func put(_ bytes: [UInt8], _ name: String, at node: Int) -> FolderNews {
        let isFull = !carriage.isOver && carriage.slowness.roll(below: 16) == 0
        guard carriage.isThere(node), carriage[node].isMarked, !isFull else {
            if isFull { carriage.tricks.add(Carriage.Trick.full.rawValue) }
            return .failed("no room")
        }
        carriage[node].put(name, bytes)
        carriage.count(node)
        return .written
    }

    // A missing file is no error.
    private func remove(_ names: [String], at node: Int) {
        guard carriage.isThere(node) else { return }
        for name in names where carriage[node].file(named: name) != nil {
            carriage[node].remove(name)
            carriage.count(node)
        }
    }

    // MARK: Bundles

    /// Carries out what the engine wants of the bundle of this request.
    func perform(_ deed: BundleDeed, for id: RequestID, at node: Int) {
        let handle = Carriage.Handle(
            machine: node, life: machines[node].life, request: id.number)
        let news: BundleNews
        switch deed {
        case .make:
            carriage.files[handle] = .made([])
            news = .written
        case .append(let bytes):
            if case .made(let before)? = carriage.files[handle] {
                carriage.files[handle] = .made(before + bytes)
            }
            news = .written
        case .finish:
            if case .made(let bytes)? = carriage.files[handle] { carriage.bundles.append(bytes) }
            news = .written
        case .close:
            carriage.files[handle] = nil
            return
        case .read(let path):
            let number = Int(path.drop { !$0.isNumber }) ?? 0
            carriage.files[handle] = .read(carriage.bundles[number], offset: 0)
            news = readOn(handle)
        case .readOn: news = readOn(handle)
        case .readAgain:
            if case .read(let bytes, _)? = carriage.files[handle] {
                carriage.files[handle] = .read(bytes, offset: 0)
            }
            news = readOn(handle)
        }
        tell(.bundle(id, news), to: node)
    }

    private func readOn(_ handle: Carriage.Handle) -> BundleNews {
        guard case .read(let bytes, let offset)? = carriage.files[handle] else { return .ended }
        switch CarriedPiece.next(in: bytes, at: offset) {
        case .segment(let segment):
            carriage.files[handle] = .read(bytes, offset: offset + segment.count)
            return .segment(segment)
        case .ended: return .ended
        case .torn: return .torn
        case .foreign: return .foreign
        }
    }

    /// Records the outcome of applying a bundle.
    func heardOfBundle(_ command: Command, _ answer: Answer) {
        guard case .applyBundle = command else { return }
        switch answer {
        case .bundle(let report) where report.deltas > 0: reach(.cameByFile)
        case .rejected(let problem) where problem.code == .damagedFile: reach(.tornFile)
        case .rejected(let problem) where [.conflict, .notFound].contains(problem.code):
            reach(.refusedBundle)
        default: return
        }
    }

    // MARK: News

    // Carried disks are slow, and some are very slow.
    private func tell(_ event: Event, to node: Int) {
        let isSlow = !carriage.isOver && carriage.slowness.roll(below: 16) == 0
        let time = carriage.slowness.duration(
            from: .microseconds(100), to: isSlow ? .seconds(5) : .milliseconds(5))
        let number = carriage.add(
            Carriage.News(machine: node, life: machines[node].life, event: event))
        plan(.carried(number: number), in: time)
    }

    /// Delivers news, if its recipient is still in the same life.
    func carried(_ number: Int) {
        guard let news = carriage.news.removeValue(forKey: number),
            machines[news.machine].life == news.life
        else { return }
        put(news.event, at: news.machine)
    }

    /// The time between two scans; up to sixteen times as long while there is nothing to do. The real node scans every
    /// two seconds, which costs it one system call.
    private static let lookPause: Duration = .seconds(5)
}
