/// A program of this machine that shows notifications on its desktop.
final class NotificationProgram: @unchecked Sendable {
    // One thread uses it: that on which events come.
    private let words: [String]
    private let output: Output
    private var hasFailed = false

    /// In the order in which they are looked for; what is to be shown comes behind as one word
    /// more, which no shell reads. To `notify-send` it is a summary: marks have a meaning in a body
    /// alone. To `osascript` it is an argument of a script that is always the same, behind a first
    /// one that begins with no dash.
    private static let known = [
        [
            "osascript", "-e", "on run argv", "-e",
            "display notification (item 2 of argv) with title (item 1 of argv)", "-e", "end run",
            "weft",
        ],
        ["notify-send", "--app-name=weft", "--"],
    ]

    /// More than a desktop has room for.
    private static let charactersMax = 300

    /// The first of those that `PATH` has.
    ///
    /// - Throws: if there is none.
    init(_ output: Output) throws(Failure) {
        guard let words = Self.known.first(where: { ChildProcess.isFound($0[0]) }) else {
            throw Failure(
                .failure,
                "no notification program found (notify-send or osascript)",
                fix: "install libnotify (Debian: apt install libnotify-bin), or leave out --notify")
        }
        self.words = words
        self.output = output
    }

    /// Shows one. A failure is reported once: the event itself is in the output.
    func show(_ text: TerminalText) {
        let shown = String(text.plain.prefix(Self.charactersMax))
        let (code, said) = ChildProcess.run(words + [shown])
        guard code != 0, !hasFailed else { return }
        hasFailed = true
        output.warn("no notification was shown: \(said)")
    }
}
