import Domain
import Logging
import Primitives
import Sodium
import Store
import Sync
import UV
import Wire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The real shell: turns what libuv and the request queue bring into `Event`s, and performs `Effect`s.
///
/// Owned by the thread that calls `run`; other threads use only the request queue.
package final class Node {
    /// Requests and notices, for any thread.
    package let requests: RequestQueue

    var configuration: NodeConfiguration
    let logger: Logger
    let board = NoticeBoard(openedAt: Node.wallTime())
    let loop: Loop
    var engine: Engine
    var store: Store
    private var entropy = Entropy.system
    let links: NodeLinks
    let beacons: BeaconSockets
    let bundles: BundleFiles
    let folders: NodeFolders
    /// The address that it listens on, with the actual port; nil if none.
    var bound: HostPort?
    var inbox = Inbox()
    /// The ids of the requests in `inbox`.
    var asked: [RequestID] = []
    var waiting: [RequestID: CheckedContinuation<Answer, Never>] = [:]
    private var requestsMade: UInt64 = 0
    var bell: AsyncWakeup?
    private var alarm: Timer?
    private var signals: [SignalWatcher] = []
    var readOnly: ReadOnly?
    /// The warning that stands since the database failed, and the store's change count when it was opened
    /// again.
    var warning: String?
    var changesAtOpening: Int64 = 0
    var disk: DiskRoom
    private var isStopping = false

    /// Opens the profile's replica and starts to listen.
    ///
    /// - Throws: `NodeError` with what, why and what to do.
    package init(_ configuration: NodeConfiguration) throws {
        self.configuration = configuration
        logger = configuration.logger
        requests = RequestQueue(board: board)
        disk = DiskRoom(of: configuration.profile.dataDirectory)
        do {
            loop = try Loop()
        } catch {
            throw NodeError(.machine, "the event loop cannot start", why: error.message)
        }
        (store, engine) = try Self.open(configuration, at: loop.now)
        links = NodeLinks(loop: loop)
        bundles = BundleFiles(loop: loop)
        folders = NodeFolders(loop: loop)
        beacons = BeaconSockets(
            loop: loop, reach: configuration.discovery,
            listen: configuration.settings.listen.flatMap { HostPort($0) }?.host, logger: logger)
        try listen()
        bell = try? AsyncWakeup(loop) { [unowned self] in step() }
        alarm = try? Timer(loop)
        let isAtTerminal = isatty(STDIN_FILENO) == 1
        hear(SIGTERM) { [unowned self] in stop() }
        hear(SIGINT) { [unowned self] in stop() }
        hear(SIGHUP) { [unowned self] in
            // A closing terminal sends the same signal.
            if isAtTerminal, isatty(STDIN_FILENO) == 0 { stop() } else { readSettingsAgain() }
        }
        links.onEvent = { [unowned self] event in put(event) }
        bundles.onEvent = { [unowned self] event in put(event) }
        folders.onEvent = { [unowned self] event in put(event) }
        beacons.onDatagram = { [unowned self] bytes, source in
            if let event = engine.sight(bytes, from: source, at: loop.now) { put(event) }
        }
        beacons.onChange = { [unowned self] count in
            tellAddresses()
            put(.networks(count))
        }
        beacons.onLoss = { [unowned self] hosts in links.drop(from: hosts) }
        guard let bell else {
            throw NodeError(.machine, "the event loop cannot start", why: "no wake-up handle")
        }
        requests.open { bell.wake() }
    }

    /// Runs until `requests.stop`, SIGTERM or SIGINT, then closes links and database in order.
    package func run() {
        let mark = RunMark(of: configuration.profile)
        let wall = Self.wallTime()
        if let warning = mark.begin(at: wall, logger) { board.put(.warning(warning), at: wall) }
        put(.woken)
        loop.run()
        requests.close()
        for waiting in waiting.sorted(by: { $0.key < $1.key }).map(\.value) {
            waiting.resume(
                returning: .rejected(Problem(.readOnly, "the node is stopping", fix: "weft up")))
        }
        waiting = [:]
        do {
            try store.close()
        } catch {
            logger.error("the database did not close: \(error)")
        }
        loop.close()
        mark.end(logger)
    }

    // MARK: One step

    private func hear(_ signal: Int32, _ deed: @escaping () -> Void) {
        if let watcher = try? SignalWatcher(loop, signal: signal, then: deed) {
            signals.append(watcher)
        }
    }

    func put(_ event: Event) {
        inbox.put(event)
        bell?.wake()
    }

    private func step() {
        takeRequests()
        guard !isStopping else { return }
        let wall = Self.wallTime()
        lookAtDisk(wall: wall)
        let events = takeEvents()
        asked = []
        let began = ThreadClock.seconds
        do throws(StorageError) {
            let effects = try engine.step(events, at: loop.now, wall: wall)
            inbox.charge(ThreadClock.seconds - began)
            for effect in effects { perform(effect, wall: wall) }
            clearWarning(wall: wall)
        } catch {
            failed(error, during: events, wall: wall)
        }
        setAlarm()
    }

    // Takes what one turn may process; the rest waits for the next one, so that a friend who sends a hundred
    // thousand links does not keep requests waiting.
    private func takeEvents() -> [Event] {
        let events = inbox.take(bytesMax: Self.stepBytesMax)
        for case .received(let link, let piece) in events { links.took(piece.count, from: link) }
        if !inbox.isEmpty { bell?.wake() }
        return events
    }

    private func takeRequests() {
        for entry in requests.take() {
            switch entry {
            case .request(let request, let waiting):
                if case .command = request, let readOnly, loop.now < readOnly.until {
                    waiting.resume(returning: .rejected(readOnly.problem))
                    continue
                }
                requestsMade += 1
                let id = RequestID(requestsMade)
                self.waiting[id] = waiting
                inbox.put(.requested(id, request))
                asked.append(id)
            case .backup(let path, let waiting):
                waiting.resume(returning: backup(to: path))
            case .stop: stop()
            }
        }
    }

    private func perform(_ effect: Effect, wall: WallTime) {
        switch effect {
        case .dial(let link, let address): links.dial(link, address: address)
        case .send(let link, let bytes): links.send(bytes, over: link)
        case .regard(let link, let closeness):
            links.regard(link, as: closeness)
            inbox.regard(link, as: closeness)
        case .close(let link, let reason):
            logger.debug("link \(link) ends: \(reason.name)")
            links.close(link)
        case .answer(let id, let answer):
            waiting.removeValue(forKey: id)?.resume(returning: withReadOnly(answer))
        case .announce(let notice): board.put(notice, at: wall)
        case .discover(let isOn): beacons.look(isOn)
        case .beacon(let bytes, let address): beacons.send(bytes, to: address)
        case .bundle(let id, let deed): bundles.perform(deed, for: id)
        case .folders(let places): folders.keep(places)
        case .folder(let number, let deed): folders.perform(deed, in: number)
        }
    }

    private func setAlarm() {
        let deadlines = [engine.deadline(at: loop.now), disk.deadline].compactMap { $0 }
        guard let deadline = deadlines.min(), !isStopping else { return }
        let pause = deadline - loop.now
        if pause == .zero {
            put(.woken)
        } else {
            alarm?.start(after: pause) { [unowned self] in put(.woken) }
        }
    }

    func stop() {
        guard !isStopping else { return }
        isStopping = true
        links.closeAll()
        bundles.closeAll()
        folders.keep([])
        loop.stop()
    }

    /// Bytes from links that one step processes: about 20 ms of checking and folding.
    private static let stepBytesMax = 192 * 1024

    // MARK: Listening

    private func listen() throws(NodeError) {
        guard let listen = configuration.settings.listen else { return }
        try self.listen(on: listen)
    }

    // Called whenever the networks change, as a machine's addresses come and go while the node listens.
    func tellAddresses() {
        engine.addresses = []
        guard let bound else { return }
        engine.addresses = Interfaces.addresses(listeningOn: bound.host).map {
            HostPort(host: $0, port: bound.port).text
        }
    }

    private func backup(to path: String) -> Answer {
        do {
            try Backup.write(to: path, store: store, profile: configuration.profile)
            return .done(DoneReport(count: 1, act: nil, summary: "wrote \(path)"))
        } catch let error as NodeError {
            let code: Problem.Code = error.kind == .exists ? .conflict : .invalidValue
            return .rejected(Problem(code, "\(error.what): \(error.why)", fix: error.fix))
        } catch {
            return .rejected(Problem(.readOnly, "the backup failed: \(error)"))
        }
    }
}
