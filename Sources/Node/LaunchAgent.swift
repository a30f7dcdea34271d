/// The launchd property list that runs a node.
///
/// - Source: launchd.plist(5).
struct LaunchAgent {
    private let label: String
    private let profile: Profile
    /// The program and its arguments.
    private let words: [String]
    /// Environment variables by name, in the order in which they are set.
    private let variables: [(name: String, value: String)]

    /// Creates the list that runs `words` for `profile`. None of the texts may have control characters.
    init(
        label: String, of profile: Profile, _ words: [String], _ variables: [(String, String)]
    ) {
        self.label = label
        self.profile = profile
        self.words = words
        self.variables = variables
    }

    /// The full text, with `mark` where its checksum will stand.
    func text(mark: String) -> String {
        let arguments = words.map { "        <string>\(Self.escaped($0))</string>\n" }.joined()
        let environment = variables.map {
            "        <key>\($0)</key>\n        <string>\(Self.escaped($1))</string>\n"
        }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- check \(mark). Written by weft service install; weft service uninstall takes it away. -->
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>Label</key>
                <string>\(label)</string>
                <key>ProgramArguments</key>
                <array>
            \(arguments)    </array>
                <key>EnvironmentVariables</key>
                <dict>
            \(environment)    </dict>
                <key>RunAtLoad</key>
                <true/>
                <key>KeepAlive</key>
                <dict>
                    <key>SuccessfulExit</key>
                    <false/>
                </dict>
                <key>ThrottleInterval</key>
                <integer>10</integer>
                <key>Umask</key>
                <integer>63</integer>
                <key>StandardErrorPath</key>
                <string>\(Self.escaped(profile.logPath))</string>
            </dict>
            </plist>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
