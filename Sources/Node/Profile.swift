#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The paths of one node. A machine may have several profiles, told apart by name.
///
///     data      keys/device, keys/root or keys/pair, profile.json, lock, running, the database
///     state     log
///     runtime   weft.sock
///
/// - Shape: the profile `default` uses the directories themselves, any other NAME `profiles/NAME` below them.
/// - Source: XDG base directory specification 0.8; on macOS `~/Library/Application Support/weft`; `WEFT_HOME`
///   puts all three under one root.
package struct Profile: Equatable, Sendable {
    /// 1 to 32 of a-z, A-Z, 0-9, `-`, `_`, with a letter or digit first.
    package let name: String
    /// Keys and database; 0700.
    package let dataDirectory: String
    /// Logs; 0700.
    package let stateDirectory: String
    /// Holds the socket, unless another path was given; 0700.
    package let runtimeDirectory: String
    /// The path of the node's socket.
    package let socketPath: String

    /// The directories of this program, outermost first, each of which must be accessible to this user alone.
    private let roots: [String]

    /// The name of the profile if none is given.
    package static let defaultName = "default"

    /// The secrets of person and device (`Keystore`).
    package var keysDirectory: String { dataDirectory + "/keys" }
    /// The replica.
    package var databasePath: String { dataDirectory + "/weft.sqlite" }
    /// Locked by the process that uses the profile (`ProfileLock`).
    package var lockPath: String { dataDirectory + "/lock" }
    /// Exists while a node runs (`RunMark`).
    var runMarkPath: String { dataDirectory + "/running" }
    /// What the user chose (`ProfileSettings`).
    package var settingsPath: String { dataDirectory + "/profile.json" }
    /// The token for other programs on this machine (`WebToken`).
    package var webTokenPath: String { dataDirectory + "/web.token" }
    /// The browsers that may open the page: nothing in it lets anybody in.
    package var webSessionsPath: String { dataDirectory + "/web.sessions" }
    /// The log of a node in the background.
    package var logPath: String { stateDirectory + "/log" }

    /// Determines the paths of `name`. Creates nothing and does not access the disk.
    ///
    /// - Parameters:
    ///   - socketPath: The socket's path, instead of the usual one.
    ///   - variable: Returns an environment variable's value; nil if unset.
    /// - Throws: `invalid` for a bad name, a relative `WEFT_HOME`, no home, or a socket path that the system
    ///   cannot bind.
    package init(
        name: String = Profile.defaultName, socketPath: String? = nil,
        variable: (String) -> String?
    ) throws(NodeError) {
        guard Self.isGood(name) else {
            throw NodeError(
                .invalid, "\"\(name)\" is not a profile name",
                why:
                    "a name has 1 to 32 letters, digits, - or _, and starts with a letter or digit",
                fix: "weft --profile work")
        }
        let bases = try ProfileBases(variable: variable)
        let below = name == Self.defaultName ? "" : "/profiles/\(name)"
        self.name = name
        dataDirectory = bases.data + below
        stateDirectory = bases.state + below
        runtimeDirectory = bases.runtime + below
        self.socketPath = socketPath ?? runtimeDirectory + "/weft.sock"
        roots =
            below.isEmpty
            ? []
            : [bases.data, bases.state, bases.runtime]
                .flatMap { [$0, $0 + "/profiles"] }
        try SocketPath.check(self.socketPath)
    }

    /// Creates the missing directories and checks all of them, as `PrivateDirectory` does.
    package func prepare() throws(NodeError) {
        for path in roots + [dataDirectory, stateDirectory, runtimeDirectory] {
            try PrivateDirectory.ensure(path)
        }
    }

    private static func isGood(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let marks: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "_")]
        return 1...32 ~= bytes.count && !marks.contains(bytes[0])
            && bytes.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return true
        default:
            return false
        }
    }
}

/// The system's limits on the path of a Unix socket.
package enum SocketPath {
    /// The most bytes of a path, without the terminating zero.
    package static let bytesMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Throws if `path` is not absolute, contains a zero, or is longer than `bytesMax`.
    package static func check(_ path: String) throws(NodeError) {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw NodeError(
                .invalid, "the socket \"\(path)\" cannot be used",
                why: "its path is not absolute", fix: "weft --socket /run/user/1000/weft.sock")
        }
        guard path.utf8.count <= bytesMax else {
            throw NodeError(
                .invalid, "the socket \(path) cannot be used",
                why: "its path has \(path.utf8.count) bytes; the limit is \(bytesMax)",
                fix: "choose a shorter one with WEFT_SOCKET or XDG_RUNTIME_DIR")
        }
    }
}

/// The three directories before the profile's name is applied.
private struct ProfileBases {
    let data: String
    let state: String
    let runtime: String

    init(variable: (String) -> String?) throws(NodeError) {
        if let root = variable("WEFT_HOME"), !root.isEmpty {
            guard root.hasPrefix("/") else {
                throw NodeError(
                    .invalid, "WEFT_HOME=\(root) cannot be used", why: "it is not an absolute path",
                    fix: "export WEFT_HOME=\"$PWD/\(root)\"")
            }
            let root = Self.trimmed(root)
            (data, state, runtime) = (root + "/data", root + "/state", root + "/run")
            return
        }
        guard let home = Self.absolute(variable("HOME")) else {
            throw NodeError(
                .invalid, "the profile cannot be found", why: "HOME is not set",
                fix: "export HOME or WEFT_HOME")
        }
        #if canImport(Darwin)
        let support = home + "/Library/Application Support/weft"
        (data, state, runtime) = (support, home + "/Library/Logs/weft", support + "/run")
        #else
        let stateHome = Self.absolute(variable("XDG_STATE_HOME")) ?? home + "/.local/state"
        data = (Self.absolute(variable("XDG_DATA_HOME")) ?? home + "/.local/share") + "/weft"
        state = stateHome + "/weft"
        // Without a runtime directory of the session, the socket is beside the log.
        runtime = (Self.absolute(variable("XDG_RUNTIME_DIR")) ?? stateHome) + "/weft"
        #endif
    }

    /// Nil for relative paths, which the specification says to ignore.
    private static func absolute(_ path: String?) -> String? {
        path.flatMap { $0.hasPrefix("/") ? trimmed($0) : nil }
    }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
