import API
import Domain
import HTTPTypes
import Logging
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The door for other programs of this machine, on loopback: closed until it is asked to open.
///
/// It leads to the same service as the socket, behind a guard (`WebGuard`).
actor WebDoor {
    private let keys: WebKeys
    private let page: String?
    private let logger: Logger
    private var guarded: WebGuard?
    private var current: Open?
    /// The reason why it is closed although it should not be; nil if all is well.
    private(set) var whyClosed: String?
    /// Doors that were closed, and let answers finish.
    private var ending: [Task<Void, Never>] = []

    fileprivate struct Open {
        /// As it was asked for, and with the port that was opened.
        var wanted: LoopbackAddress
        var bound: LoopbackAddress
        let listener: Listener
    }

    /// - Parameter page: the folder of the page; nil for what is in the program.
    init(_ keys: WebKeys, page: String?, logger: Logger) {
        self.keys = keys
        self.page = page
        self.logger = logger
    }

    /// The address, with the port that was opened; nil if it is closed.
    var address: LoopbackAddress? { current?.bound }

    /// Leads to `service` from now on, and is opened where the node is set to have it. What keeps it
    /// closed `whyClosed` says.
    func begin(_ service: Service, at wanted: LoopbackAddress?) async {
        guarded = WebGuard(service: service, keys: keys, page: page)
        do throws(ProblemJSON) {
            try await move(to: wanted)
        } catch {
            whyClosed = error.detail
            logger.warning("other programs cannot connect: \(error.detail)")
        }
    }

    /// Opens it there and closes it where it was; nil closes it.
    ///
    /// - Throws: `conflict` if it cannot be opened there; then it stays where it was.
    func move(to wanted: LoopbackAddress?) async throws(ProblemJSON) {
        if let wanted, let current, current.isAlso(wanted) {
            self.current?.wanted = wanted
            self.current?.bound = LoopbackAddress(wanted.host, port: current.bound.port)
            return
        }
        var opened: Open?
        if let wanted { opened = try await open(wanted) }
        // Whatever stands here now, perhaps opened in the meantime, is not needed any more.
        let before = current
        current = opened
        whyClosed = nil
        if let opened { logger.info("other programs connect to \(opened.bound.text)") }
        if guarded == nil { await stop() }
        // Not awaited: who asks for it may have come in by it.
        if let before { ending.append(Task { await before.listener.stop() }) }
    }

    /// Closes it, and returns when the last answer is finished.
    func stop() async {
        if let current { ending.append(Task { await current.listener.stop() }) }
        current = nil
        guarded = nil
        for task in ending { await task.value }
    }

    private func open(_ wanted: LoopbackAddress) async throws(ProblemJSON) -> Open {
        guard let guarded else { throw Self.problem(wanted, "the node is stopping") }
        if let why = keys.prepare() { throw Self.problem(wanted, why) }
        let allows: @Sendable (HTTPRequest, Int?) -> Bool = { head, port in
            guarded.refusal(of: head, port: port) == nil
        }
        let listener = Listener(.everybody(allows: allows), logger: logger) { request, caller in
            await guarded.respond(to: request, from: caller)
        }
        let serving = Task { () -> String? in
            do {
                try await listener.run { bootstrap in
                    try await bootstrap
                        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                        .bind(host: wanted.host.bound, port: Int(wanted.port)).get()
                }
                return nil
            } catch {
                return Self.reason(error)
            }
        }
        guard await listener.waitUntilOpen(), let port = await listener.port else {
            throw Self.problem(wanted, await serving.value ?? "it was closed at once")
        }
        return Open(
            wanted: wanted, bound: LoopbackAddress(wanted.host, port: port), listener: listener)
    }

    private static func problem(_ wanted: LoopbackAddress, _ why: String) -> ProblemJSON {
        ProblemJSON(
            .conflict, "cannot listen for other programs on \(wanted.text): \(why)",
            fix: "use another port, or any free one: weft config set web \(wanted.host.rawValue):0"
        )
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? IOError else { return "\(error)" }
        switch error.errnoCode {
        case EADDRINUSE: return "another program is using that port"
        case EACCES: return "that port needs administrator rights"
        default: return "errno \(error.errnoCode)"
        }
    }
}

extension WebDoor.Open {
    /// The same socket by another name of this machine.
    fileprivate func isAlso(_ other: LoopbackAddress) -> Bool {
        wanted == other
            || (other.port == bound.port && other.host.bound == bound.host.bound)
    }
}
