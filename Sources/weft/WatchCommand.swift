import API
import ArgumentParser
import Domain

/// `weft watch`: tells what happens, as it happens.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Stream events until Ctrl-C.",
        discussion: """
            -N or --for ends it, whichever comes first, with exit code 0. --notify also shows each \
            event on the desktop with notify-send (Linux) or osascript (macOS).
            """)

    @Option(name: [.customShort("N"), .long], help: "Stop after this many events; 0 for never.")
    var number = 0

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop after this time, such as 30s, 10m or 2h.", valueName: "time"))
    var span: String?

    @Flag(help: "Also show each event on the desktop.")
    var notify = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if number < 0 { throw ValidationError("-N takes 0 or a larger number.") }
        if let span, seconds == nil {
            throw ValidationError(
                "--for takes a time such as 30s, 10m or 2h, at most \(Self.daysMax)d, not \(span).")
        }
    }

    /// Longer than any machine stays up.
    private static let daysMax = 10_000

    private var seconds: Int? {
        span.flatMap(DurationText.seconds).flatMap { $0 <= Self.daysMax * 86_400 ? $0 : nil }
    }

    func run() throws {
        let output = options.output
        let notifications = notify ? try NotificationProgram(output) : nil
        var call = Call(ListenToEvents())
        call.accept = "text/event-stream"
        call.patience = nil
        call.span = seconds.map { .seconds($0) }
        let client = try options.client()
        _ = try client.send(Call(ShowHealth()))
        output.say("watching; press Ctrl-C to stop")
        let most = number
        var count = 0
        let lines = LineSplitter { line in
            guard let line = Self.data(in: line) else { return }
            try Self.tell(line, to: output, notifications)
            count += 1
            if count == most { throw ReplyReader.StopReading() }
        }
        do {
            _ = try client.send(call) { try lines.take($0) }
        } catch is ReplyReader.StopReading {
            return
        }
        throw Failure(.unreachable, "the node stopped", fix: "weft up")
    }

    private static func tell(
        _ line: [UInt8], to output: Output, _ notifications: NotificationProgram?
    ) throws {
        if output.form == .json { output.json(line) }
        // What a newer node says and this one cannot read goes out as JSON all the same.
        guard output.form != .json || notifications != nil else { return }
        let event = try Reply(status: 200, body: line).decoded(as: EventJSON.self)
        if output.form != .json { output.line(text(of: event, in: output.form)) }
        notifications?.show(words(of: event))
    }

    /// The text behind `data:`; nil for the other lines of an event stream, which repeat it.
    static func data(in line: [UInt8]) -> [UInt8]? {
        let mark = Array("data:".utf8)
        return line.starts(with: mark) ? Array(line.dropFirst(mark.count)) : nil
    }

    /// One line for a person.
    static func text(of event: EventJSON, in form: Output.Form) -> TerminalText {
        "\(TimeText.shown(event.time, in: form), .faint)  " + words(of: event)
    }

    // Counts the others of the same sort.
    private static func others(_ count: Int?) -> String {
        guard let count, count > 1 else { return "" }
        return ", and \(count - 1) more"
    }

    /// Names the person and what they did.
    private static func words(of event: EventJSON) -> TerminalText {
        let data = event.data
        let who: TerminalText = data.by.map { "\(AuthorLabel.shown($0))" } ?? ""
        let what: TerminalText =
            switch event.type {
            case "object.created": "\("+", .good) \(data.title ?? "")"
            case "object.updated": "~ \(data.title ?? "")"
            case "object.deleted": "\("-", .bad) \(data.title ?? "")"
            case "object.changed_many": "\(data.count ?? 0) things changed"
            case "reaction.changed": "\(reacted(data))"
            case "comment.added": "on \(data.title ?? ""): \(data.text ?? "")"
            case "report.received":
                "reports \(data.title ?? "a deleted thing"): \(data.text ?? ""): weft report ls"
            case "tag.renamed":
                "\(renamed(data))"
            case "share.received":
                "shares \(Counted.words(data.count ?? 0, "thing")) with you: \(data.audience ?? "")"
            case "friend.added": "is now a friend"
            case "friend.pending":
                "\(data.person.map { String($0.prefix(8)) } ?? "somebody") wants to be your "
                    + "friend: "
                    + "weft pending"
            case "friend.removed": "is no longer a friend"
            case "friend.connected": "connected from \(data.address ?? "")"
            case "friend.disconnected": "disconnected: \(data.reason ?? "")"
            case "group.invited": "\(invited(data))"
            case "group.joined": "joined \(data.group ?? "")"
            case "group.left": "is no longer in \(data.group ?? "")"
            case "group.role_changed": "is now \(data.role ?? "") in \(data.group ?? "")"
            case "group.described":
                data.text?.isEmpty == false
                    ? "described \(data.group ?? ""): \(data.text ?? "")"
                    : "removed the description of \(data.group ?? "")"
            case "sync.started": "comparing"
            case "sync.progress": "\(data.received ?? 0) received, \(data.iLack ?? 0) to come"
            case "sync.completed": "in sync"
            case "delta.rejected":
                "refused from \(data.address ?? ""): \(data.reason ?? "")\(others(data.count))"
            case "settings.changed":
                data.audience.map { "new things now go to \($0)" }
                    ?? "\(data.setting ?? "a setting") changed"
            case "mailbox.changed": "as a mailbox: \(data.state ?? "")"
            case "import.progress": "\(imported(data))"
            case "warning.raised": "\("warning", .notable): \(data.message ?? "")"
            case "warning.cleared": "\("over", .good): \(data.message ?? "")"
            default: "\(event.type)"
            }
        return who + (who.plain.isEmpty ? "" : "  ") + what
    }

    private static func renamed(_ data: EventDataJSON) -> String {
        let from = (data.from ?? []).map { "#\($0)" }.joined(separator: ", ")
        let count = Counted.words(data.count ?? 0, "thing")
        return "\(from) became #\(data.to ?? "") on \(count)"
    }

    // If this person did it, the event comes with the role that the invitation gives.
    private static func invited(_ data: EventDataJSON) -> String {
        let group = data.group ?? ""
        guard let role = data.role else { return "invites you to \(group)" }
        return "invited someone to \(group) as \(role)"
    }

    private static func imported(_ data: EventDataJSON) -> String {
        let done = data.done ?? 0
        let count = data.total.map { "\(done) of \($0)" } ?? "\(done)"
        switch data.state {
        case ImportProgress.State.done.rawValue: return "import \(data.job ?? ""): \(count), done"
        case ImportProgress.State.failed.rawValue:
            return "import \(data.job ?? ""): failed after \(count)"
        default: return "import \(data.job ?? ""): \(count)"
        }
    }

    private static func reacted(_ data: EventDataJSON) -> String {
        let title = data.title ?? ""
        switch data.value {
        case Reaction.like.word: return "likes \(title)"
        case Reaction.dislike.word: return "dislikes \(title)"
        default: return "removed their reaction to \(title)"
        }
    }
}

/// Whole lines out of bytes that come in any pieces.
final class LineSplitter: @unchecked Sendable {
    // Only the loop's thread uses it.
    private var rest: [UInt8] = []
    private let use: ([UInt8]) throws -> Void

    init(_ use: @escaping ([UInt8]) throws -> Void) {
        self.use = use
    }

    /// Hands on every line that is complete by now and is not empty.
    func take(_ bytes: [UInt8]) throws {
        rest += bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(rest[..<end])
            rest.removeSubrange(...end)
            if line.contains(where: { $0 > 0x20 }) { try use(line) }
        }
    }
}
