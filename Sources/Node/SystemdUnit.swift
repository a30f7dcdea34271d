/// The systemd user unit that runs a node.
///
/// Sandboxed: the node reads what its user may read, and writes only to the directories of its profile.
///
/// - Source: systemd.exec(5), systemd.service(5) and systemd.syntax(7) of systemd 252.
struct SystemdUnit {
    private let profile: Profile
    /// The program and its arguments.
    private let words: [String]
    /// Environment variables by name, in the order in which they are set.
    private let variables: [(name: String, value: String)]
    private let hasNamespaces: Bool

    /// Creates the unit that runs `words` for `profile`. None of the texts may have control characters.
    ///
    /// - Parameter hasNamespaces: Whether this system allows user namespaces.
    init(
        of profile: Profile, _ words: [String], _ variables: [(String, String)],
        hasNamespaces: Bool
    ) {
        self.profile = profile
        self.words = words
        self.variables = variables
        self.hasNamespaces = hasNamespaces
    }

    /// The full text, with `mark` where its checksum will stand.
    func text(mark: String) -> String {
        let command =
            ([Self.quoted(words[0], dollar: "$")] + words.dropFirst().map { Self.quoted($0) })
            .joined(separator: " ")
        let environment = variables.map {
            "Environment=\(Self.quoted("\($0)=\($1)", dollar: "$"))\n"
        }
        let folders = folders
        let made = folders.map { Self.quoted($0.path, after: $0.specifier) }
        let written = folders.map { Self.quoted($0.path, after: $0.specifier, dollar: "$") }
        // A restart does not help after exit codes 2, 3 and 7.
        return """
            # Written by weft service install; weft service uninstall takes it away.
            # check \(mark)
            [Unit]
            Description=Weft node of profile \(profile.name)

            [Service]
            Type=exec
            ExecStartPre=+/bin/mkdir -p \(made.joined(separator: " "))
            ExecStart=\(command)
            ExecReload=/bin/kill -HUP $MAINPID
            Restart=on-failure
            RestartSec=5
            RestartPreventExitStatus=2 3 7
            \(environment.joined())
            # The fence: the node reads what you may read, and writes to these folders. One more:
            # systemctl --user edit \(unitName), then [Service] and ReadWritePaths=/that/folder
            ReadWritePaths=\(written.joined(separator: " "))
            \(temporary)\(Self.fence)
            \(hasNamespaces ? "" : Self.withoutNamespaces)
            [Install]
            WantedBy=default.target

            """
    }

    /// The name of the unit of `profile`.
    static func name(of profile: Profile) -> String {
        profile.name == Profile.defaultName ? "weft.service" : "weft-\(profile.name).service"
    }

    private var unitName: String { Self.name(of: profile) }

    /// The restrictions that are the same for every profile, on what the node never needs.
    ///
    /// A user service manager can give a process its own view of the file system only in a user namespace,
    /// hence `PrivateUsers`. Netlink provides the machine's addresses. The memory limit is far above what a
    /// node takes: two imports of 256 MiB, or Argon2 with as much.
    static let fence = """
        PrivateUsers=yes
        ProtectSystem=strict
        ProtectHome=read-only
        InaccessiblePaths=-%h/.ssh -%h/.gnupg
        PrivateDevices=yes
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHostname=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        CapabilityBoundingSet=
        AmbientCapabilities=
        KeyringMode=private
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        NoNewPrivileges=yes
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        SystemCallErrorNumber=EPERM
        SystemCallFilter=@system-service
        SystemCallFilter=~@privileged
        LimitCORE=0
        MemoryMax=2G
        TasksMax=512
        UMask=0077
        """

    /// Reverts what a user service manager can do only in a user namespace; without one, the service would
    /// not start (exit code 217/USER). The limits on system calls, sockets and memory stay.
    static let withoutNamespaces = """

        # This system lets its users have no namespaces, so nothing hides files and devices.
        PrivateUsers=no
        PrivateDevices=no
        ProtectClock=no
        ProtectKernelModules=no
        CapabilityBoundingSet=~

        """

    // MARK: Directories

    /// The directories that the node writes to. Those below the session's runtime directory are given by its
    /// specifier, since it may be elsewhere when the service begins.
    private var folders: [(specifier: String, path: String)] {
        let hasRoot = variables.contains { $0.name == "WEFT_HOME" }
        let isUsual = profile.name == Profile.defaultName
        var folders = [("", profile.dataDirectory), ("", profile.stateDirectory)]
        folders.append(
            hasRoot
                ? ("", profile.runtimeDirectory)
                : ("%t", "/weft" + (isUsual ? "" : "/profiles/\(profile.name)")))
        if profile.socketPath != profile.runtimeDirectory + "/weft.sock" {
            let slash = profile.socketPath.lastIndex(of: "/") ?? profile.socketPath.startIndex
            folders.append(("", String(profile.socketPath[..<slash])))
        }
        return folders
    }

    /// Empty directories in place of those for temporary files. They are read-only: files written there would
    /// disappear with the service, and the user would not find them.
    ///
    /// If the service itself uses the real directories, it sees those, and can write there only to the
    /// directories of its profile.
    private var temporary: String {
        let paths = [words[0]] + variables.map(\.value) + folders.map(\.path)
        guard let path = paths.first(where: Self.isTemporary) else {
            return "PrivateTmp=yes\nReadOnlyPaths=/tmp /var/tmp\n"
        }
        return "# Without PrivateTmp, which would hide \(path).\n"
    }

    private static func isTemporary(_ path: String) -> Bool {
        ["/tmp", "/var/tmp"].contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    // MARK: Quoting

    // In a list of arguments `$` begins a variable; everywhere else it stands for itself.
    private static func quoted(
        _ word: String, after specifier: String = "", dollar: String = "$$"
    ) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("%", with: "%%").replacing("$", with: dollar)
        let isPlain = !escaped.isEmpty && escaped.utf8.allSatisfy { isUnquoted($0) }
        return isPlain ? specifier + escaped : "\"\(specifier)\(escaped)\""
    }

    private static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return true
        default: return Array("-._/:@=%+".utf8).contains(byte)
        }
    }
}
