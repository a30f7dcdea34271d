import Primitives
import Sodium

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file by which the system starts a node when its user logs in: a systemd user unit, or a launchd
/// property list.
///
/// Its second line holds BLAKE2b-80 of everything else, which tells a file that was changed by hand from an
/// unchanged one.
package struct ServiceFile: Equatable, Sendable {
    /// The service manager.
    package enum Kind: Sendable {
        case systemd, launchd

        /// The one of this system.
        package static var here: Kind {
            #if canImport(Darwin)
            .launchd
            #else
            .systemd
            #endif
        }
    }

    /// How an existing file compares with the one that would be written now.
    package enum State: Equatable, Sendable {
        case absent
        /// Equal, byte for byte.
        case same
        /// Written by this program, for another binary or in another way, and not changed since.
        case older
        /// Written by somebody else, or changed by hand.
        case foreign
    }

    package let kind: Kind
    /// The service's name in the system: `weft.service`, or a launchd label.
    package let name: String
    /// The absolute path of the file.
    package let path: String
    /// The full text of the file.
    package let text: String
    /// False for a systemd unit without the part of its sandbox that needs namespaces.
    package let hasNamespaces: Bool

    /// Describes the service of `profile`.
    ///
    /// - Parameters:
    ///   - program: The absolute path of this program.
    ///   - arguments: The arguments that select the profile, after `up --foreground`.
    ///   - hasNamespaces: Whether this system allows user namespaces, which the full sandbox of a systemd
    ///     unit needs.
    ///   - variable: Returns the value of an environment variable; nil if unset or empty. Variables that
    ///     determine paths go into the file, because a service begins with others.
    /// - Throws: `invalid` without a home, for a path that such a file cannot contain, or for a relative path
    ///   of a passphrase file.
    package init(
        of profile: Profile, kind: Kind = .here, program: String, arguments: [String],
        hasNamespaces: Bool = true, variable: (String) -> String?
    ) throws(NodeError) {
        try Self.checkPassphraseFile(variable)
        let variables =
            Self.carried.compactMap { name in variable(name).map { (name, $0) } }
            + [CrashReport.variable(variable)]
        let words = [program, "up", "--foreground"] + arguments
        let folders = [profile.dataDirectory, profile.stateDirectory]
        for word in words + variables.map(\.1) + folders
        where word.unicodeScalars.contains(where: Self.isOdd) {
            throw NodeError(
                .invalid, "cannot write the service", why: "a path in it has control characters",
                fix: "move it, then weft service install")
        }
        // systemd 252 starts no program whose path has one of these characters, quoted or not.
        guard kind != .systemd || !program.contains(where: { "\"'\\".contains($0) }) else {
            throw NodeError(
                .invalid, "cannot write the service",
                why: "\(program) contains a quote or backslash",
                fix: "move it, then weft service install")
        }
        self.kind = kind
        self.hasNamespaces = hasNamespaces
        let body: String
        switch kind {
        case .systemd:
            name = SystemdUnit.name(of: profile)
            path =
                try Self.folder("XDG_CONFIG_HOME", "/.config", variable) + "/systemd/user/\(name)"
            body = SystemdUnit(of: profile, words, variables, hasNamespaces: hasNamespaces)
                .text(mark: Self.mark)
        case .launchd:
            let isUsual = profile.name == Profile.defaultName
            name = isUsual ? "weft.node" : "weft.node.\(profile.name)"
            path = try Self.folder(nil, "/Library/LaunchAgents", variable) + "/\(name).plist"
            body = LaunchAgent(label: name, of: profile, words, variables).text(mark: Self.mark)
        }
        text = Self.signed(body)
    }

    /// How the file at `path` compares with this one.
    package func state() throws(NodeError) -> State {
        guard let bytes = try Self.read(path) else { return .absent }
        let found = String(decoding: bytes, as: UTF8.self)
        if found == text { return .same }
        return Self.isUnchanged(found) ? .older : .foreign
    }

    /// Writes the file, completely or not at all, and creates missing directories.
    package func write() throws(NodeError) {
        try PrivateDirectory.make(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
        try PrivateFile.write(Array(text.utf8), to: path)
        // Others may know that a node runs here, and systemd warns about a unit that they cannot read.
        guard chmod(path, 0o644) == 0 else { throw .system("the mode of \(path) cannot be set") }
    }

    /// Deletes the file durably.
    package func remove() throws(NodeError) {
        try PrivateFile.remove(path)
    }

    /// What the user can do if the node could not create a file because the file system is read-only, as it
    /// is outside the profile for a node run by a service; nil for other errors.
    static func fix(_ code: Int32) -> String? {
        code == EROFS
            ? "use another folder; for where a service may write, see weft service --help" : nil
    }

    // MARK: Content

    /// Variables that say where a profile is, and how its keys are opened.
    private static let carried = [
        "WEFT_HOME", "WEFT_PASSPHRASE_FILE", "XDG_DATA_HOME", "XDG_STATE_HOME",
    ]

    // A relative path would fail: a service begins in a directory of its own.
    private static func checkPassphraseFile(
        _ variable: (String) -> String?
    ) throws(NodeError) {
        let name = "WEFT_PASSPHRASE_FILE"
        guard let path = variable(name), !path.hasPrefix("/") else { return }
        throw NodeError(
            .invalid, "\(name)=\(path) cannot be used", why: "it is not an absolute path",
            fix: "export \(name)=\"$PWD/\(path)\"")
    }

    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    private static func folder(
        _ name: String?, _ below: String, _ variable: (String) -> String?
    ) throws(NodeError) -> String {
        if let name, let given = variable(name), given.hasPrefix("/") { return given }
        guard let home = variable("HOME"), home.hasPrefix("/") else {
            throw NodeError(
                .invalid, "cannot write the service", why: "HOME is not set", fix: "export HOME")
        }
        return home + below
    }

    // MARK: Checksum

    /// Placeholder for the checksum.
    private static let mark = "................"

    private static func signed(_ body: String) -> String {
        body.replacing(mark, with: check(body), maxReplacements: 1)
    }

    private static func check(_ body: String) -> String {
        Base32.encode(Hash.blake2b(Array(body.utf8), count: 10))
    }

    private static func isUnchanged(_ text: String) -> Bool {
        guard let place = text.firstRange(of: "check ")?.upperBound else { return false }
        let claimed = text[place...].prefix(mark.count)
        let body = text[..<place] + mark + text[claimed.endIndex...]
        return claimed.count == mark.count && check(String(body)) == claimed
    }

    /// More than the length of any file written here.
    private static let bytesMax = 64 * 1024

    // Not read as a private file, since others may read it. A link in its place is not followed.
    private static func read(_ path: String) throws(NodeError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            guard errno == ELOOP else { throw .system("\(path) cannot be opened") }
            throw NodeError(
                .unsafe, "\(path) is refused", why: "it is a symbolic link",
                fix: "check it with ls -l \(path), then move it away")
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = readSome(of: file, into: &bytes)
        guard count >= 0 else { throw .system("\(path) cannot be read") }
        return Array(bytes.prefix(count))
    }
}

// Outside the type, in which `read` means its own method.
private func readSome(of file: Int32, into bytes: inout [UInt8]) -> Int {
    read(file, &bytes, bytes.count)
}
