import API
import ArgumentParser
import Domain

/// `weft who-can-see`: who may see a thing, and on which devices it has arrived.
struct WhoCanSeeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "who",
        abstract: "Show who can see a thing, and which devices have it.",
        discussion: """
            has it: the device has confirmed it. had it: the device confirmed it once, but may no \
            longer see it. unknown: it was sent, or others who could have forwarded it have it. \
            not yet: it has not left this device. Devices unknown to your node are not listed, and \
            no node can know about copies people made.
            """)

    @Argument(help: .anyReference) var reference: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let client = try options.client()
        let (visibility, reply) = try client.send(ShowVisibility(reference))
        guard output.form != .json else { return output.json(reply.body) }
        if output.form != .plain {
            output.line("in \(visibility.placement.joined(separator: ", "), .good)")
        }
        Self.print(visibility.viewers, areFormer: false, to: output)
        if !visibility.former.isEmpty {
            if output.form != .plain { output.line("\("may see it no longer:", .notable)") }
            Self.print(visibility.former, areFormer: true, to: output)
        }
        proposeNext(visibility, try canShare(visibility, client), output)
    }

    // A file of this computer, and what is in the trash, is shared with nobody.
    private func canShare(_ visibility: VisibilityJSON, _ client: Client) throws -> Bool {
        guard visibility.placement == ["private"] else { return false }
        let (thing, _) = try client.send(ShowThing<Things>(reference))
        return !thing.isTrashed && !thing.url.lowercased().hasPrefix("file:")
    }

    private func proposeNext(_ visibility: VisibilityJSON, _ canShare: Bool, _ output: Output) {
        let word = ShellText.quoted(reference)
        if canShare {
            output.next("share it", "weft share \(word) --with friends")
        } else if Self.canWithdraw(visibility) {
            output.next("stop sharing it", "weft unshare \(word)")
        } else {
            output.next("see its history", "weft log \(word)")
        }
    }

    private static func print(
        _ viewers: [VisibilityJSON.Viewer], areFormer: Bool, to output: Output
    ) {
        var table = Table()
        for viewer in viewers {
            rows(of: viewer, isFormer: areFormer, in: output.form).forEach { table.add($0) }
        }
        table.print(to: output)
    }

    /// A row for each device of a person, or one for the person if no device is known.
    static func rows(
        of viewer: VisibilityJSON.Viewer, isFormer: Bool, in form: Output.Form
    ) -> [[TerminalText]] {
        let who = AuthorLabel.shown(viewer.author)
        guard !viewer.devices.isEmpty else {
            return [["\(who)", "\(viewer.audience)", "", arrival(viewer.arrival), ""]]
        }
        return viewer.devices.enumerated().map { place, device in
            // A name once is enough for people; programs read each row by itself.
            let isFirst = place == 0 || form == .plain
            let name = device.name.isEmpty ? String(device.device.prefix(8)) : device.name
            let seen = device.lastSeen.map { "last seen \(TimeText.shown($0, in: form))" }
            return [
                isFirst ? "\(who)" : "", isFirst ? "\(viewer.audience)" : "", "\(name)",
                arrival(device.arrival),
                device.revoked ? "revoked" : "\(seen ?? "never seen")",
            ] + (isFormer && form == .plain ? ["former"] : [])
        }
    }

    private static func arrival(_ word: String) -> TerminalText {
        switch Visibility.Arrival(rawValue: word) {
        case .hasIt: return "\("has it", .good)"
        case .hadIt: return "\("had it", .notable)"
        case .unknown: return "unknown"
        case .notYet: return "not yet"
        case nil: return "\(word)"
        }
    }

    // Nobody is listed for what somebody else shares. A thing in one group alone, or with one
    // friend, may be at home there: it is withdrawn from nowhere.
    static func canWithdraw(_ visibility: VisibilityJSON) -> Bool {
        guard visibility.viewers.contains(where: { !$0.author.me }) else { return false }
        return visibility.placement.count > 1
            || visibility.placement.contains { AudienceText.search($0) == nil }
    }
}
