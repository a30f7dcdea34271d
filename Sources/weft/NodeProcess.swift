import Domain
import Gateway
import Logging
import Node

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The node's own process: the one place that wires `Node` to `Gateway`.
///
/// The node owns this thread, the gateway runs on the library's own; they meet in the queue of requests.
enum NodeProcess {
    /// Runs the node of `profile` until it is told to stop (SIGTERM, SIGINT).
    ///
    /// The caller holds `lock` for as long; `settings.listen` is what the command line decided.
    ///
    /// - Parameter keepsListening: whether the address becomes the profile's: the next start takes
    ///   it again, and the tickets that friends have stay right.
    /// - Parameter forbidsListening: whether it does not listen, whatever the settings say.
    /// - Parameter discovery: where it may look for others.
    /// - Parameter web: where other programs of this machine come in from now on; nil: as before.
    static func run(
        profile: Profile, settings: ProfileSettings, keys: Keys, lock: ProfileLock,
        keepsListening: Bool, forbidsListening: Bool, discovery: DiscoveryReach,
        web: LoopbackAddress?
    ) throws {
        defer { withExtendedLifetime(lock) {} }
        let logger = logger()
        let node = try Node(
            NodeConfiguration(
                profile: profile, settings: settings, keys: keys, logger: logger,
                discovery: discovery, forbidsListening: forbidsListening))
        let requests = node.requests
        let gateway = Gateway(
            door: NodeDoor(
                ask: { await requests.ask($0) }, notices: { requests.notices(after: $0) },
                tell: { requests.tell($0) }, backup: { await requests.backup(to: $0) },
                keys: webKeys(of: profile)),
            socketPath: profile.socketPath, scratch: profile.dataDirectory,
            page: getenv("WEFT_PAGE").map { String(cString: $0) }, version: Weft.version,
            logger: logger)
        let outcome = Outcome()
        // Detached: a task of the main actor would wait for this thread, which the loop blocks.
        Task.detached {
            do {
                // First: whoever is answered may stop the node at once.
                if keepsListening {
                    await keep(settings.listen, in: profile, requests, logger)
                }
                if let web { await keep(web, requests, logger) }
                try await gateway.run()
            } catch {
                await outcome.fail("\(error)")
            }
            requests.stop()
        }
        node.run()
        let stopped = DispatchlessWait()
        Task.detached {
            await gateway.stop()
            stopped.done(await outcome.failure)
        }
        if let why = stopped.wait() {
            throw NodeError(
                .machine, "cannot serve the local API", why: why, fix: "weft doctor")
        }
    }

    /// Puts the backup at `path` into `profile`, which `lock` holds.
    ///
    /// - Parameter isReplacing: whether what is there may be moved aside.
    static func restore(
        from path: String, into profile: Profile, lock: ProfileLock, isReplacing: Bool
    ) throws -> Restore.Outcome {
        defer { withExtendedLifetime(lock) {} }
        return try Restore.perform(from: path, into: profile, isReplacing: isReplacing)
    }

    /// Writes the address into the settings, with the port that was really bound.
    private static func keep(
        _ listen: String?, in profile: Profile, _ requests: RequestQueue, _ logger: Logger
    ) async {
        guard let listen, let colon = listen.lastIndex(of: ":"),
            case .status(let status) = await requests.ask(.query(.status())),
            let bound = status.listeningOn, let port = bound.lastIndex(of: ":")
        else { return }
        do throws(NodeError) {
            var settings = try ProfileSettings.read(from: profile)
            settings.listen = String(listen[..<colon] + bound[port...])
            try settings.write(to: profile)
        } catch {
            // On a full disk a node that can be read is worth more than its next start's port.
            logger.error("--listen applies to this run only: \(error.what): \(error.why)")
        }
    }

    // The gateway opens the door where the node is set to have it.
    private static func keep(
        _ web: LoopbackAddress, _ requests: RequestQueue, _ logger: Logger
    ) async {
        guard case .rejected(let problem) = await requests.ask(.command(.setWeb(web))) else {
            return
        }
        logger.error("--web is ignored: \(problem.detail)")
    }

    // The file is read each time: a token that was made anew counts at once.
    private static func webKeys(of profile: Profile) -> WebKeys {
        WebKeys(
            prepare: {
                do throws(NodeError) {
                    _ = try WebToken.kept(in: profile)
                    return nil
                } catch {
                    return "\(error.what): \(error.why)"
                }
            },
            // A file that cannot be read lets nobody in, and the next start says why.
            opens: { scope, token in
                (try? WebToken.kept(in: profile))?.opens(scope, with: token) ?? false
            },
            token: { scope in (try? WebToken.kept(in: profile))?.text(for: scope) },
            sessions: {
                try? PrivateFile.read(profile.webSessionsPath, bytesMax: 64 * 1024)
            },
            keepSessions: { bytes in
                do throws(NodeError) {
                    try PrivateFile.write(bytes, to: profile.webSessionsPath)
                    return nil
                } catch {
                    return "\(error.what): \(error.why)"
                }
            })
    }

    // `WEFT_LOG` names the level; what is logged goes to standard error, never content or keys.
    private static func logger() -> Logger {
        var logger = Logger(label: "weft") { StreamLogHandler.standardError(label: $0) }
        let level = getenv("WEFT_LOG").flatMap { Logger.Level(rawValue: String(cString: $0)) }
        logger.logLevel = level ?? .notice
        return logger
    }
}

/// The end of the gateway.
private actor Outcome {
    private(set) var failure: String?

    func fail(_ why: String) {
        failure = why
    }
}

/// Lets the main thread wait for a task's word: a pipe of one byte, no queue and no spinning.
private final class DispatchlessWait: @unchecked Sendable {
    private var ends: [Int32] = [-1, -1]
    private var result: String?

    init() {
        pipe(&ends)
    }

    deinit {
        close(ends[0])
        close(ends[1])
    }

    func done(_ result: String?) {
        self.result = result
        var byte: UInt8 = 1
        _ = write(ends[1], &byte, 1)
    }

    func wait() -> String? {
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) < 0, errno == EINTR {}
        return result
    }
}
