import API
import ArgumentParser
import Domain

/// The words of commands about invitations, be they to a friend or into a group.
enum InvitationText {
    /// Refuses what no invitation may say.
    ///
    /// - Parameters:
    ///   - uses: as typed behind `--uses`.
    ///   - time: as typed behind `--expires`.
    static func check(uses: Int, time: String) throws(ValidationError) {
        guard 1...Limits.invitationUsesMax ~= uses else {
            throw ValidationError("--uses takes 1 to \(Limits.invitationUsesMax).")
        }
        if let problem = problem(ofTime: time) { throw ValidationError("--expires \(problem).") }
    }

    /// The problem with the time for which an invitation is to be valid; nil if there is none.
    static func problem(ofTime text: String) -> String? {
        let days = Limits.invitationSecondsMax / 86_400
        if let seconds = DurationText.seconds(text), seconds <= Limits.invitationSecondsMax {
            return nil
        }
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return "takes a time such as 30m, 1h or 7d, at most \(days)d"
        }
        return "\(text) has no unit: write \(text)m, \(text)h or \(text)d"
    }

    /// Says that one was made, and prints the line to pass on: alone on standard output.
    ///
    /// - Parameters:
    ///   - what: what those who come by it do, such as `become your friend by it`.
    ///   - text: the line.
    static func handOver(
        _ made: NewInvitationJSON, _ what: TerminalText, text: String, drawing picture: QROptions,
        to output: Output
    ) {
        let count = made.invitation.usesLeft
        let who = count == 1 ? "one person" : "\(count) people"
        let until = TimeText.shown(made.invitation.expiresAt)
        output.say("\("✓", .good) \(who) can \(what) until \(until)")
        output.say("  Send them this line. Keep it secret: anyone with it can use it.")
        picture.draw(text, output)
        output.line("\(text)")
        output.next("they type", "weft join INVITATION")
        output.next("revoke it", "weft invite revoke \(made.invitation.number)")
    }

    /// Returns the reason why one let nobody in, in words.
    ///
    /// - Parameters:
    ///   - state: as the node names it.
    ///   - without: what comes of it for whoever typed it.
    static func refusal(
        _ state: String, of name: String, without: String, fix: String
    ) -> Failure {
        Failure(.denied, "\(name): \(why(state)); \(without)", fix: fix)
    }

    /// Returns the reason why an invitation failed, by the state that the node names.
    static func why(_ state: String) -> String {
        switch state {
        case "used_up": "the invitation was used up"
        case "revoked": "the invitation was revoked"
        case "expired": "the invitation has expired"
        default: "the invitation was refused"
        }
    }

    /// Invitations in columns.
    static func printTable(_ invitations: [InvitationJSON], to output: Output) {
        var table = Table(heads: ["NUMBER", "GROUP", "AS", "USES LEFT", "UNTIL"])
        for item in invitations {
            table.add([
                "\(item.number)", "\(item.group ?? "-", .strong)", "\(item.role ?? "friend")",
                "\(item.usesLeft)", "\(TimeText.shown(item.expiresAt, in: output.form))",
            ])
        }
        table.print(to: output)
    }
}
