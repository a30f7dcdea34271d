import API
import ArgumentParser

extension FriendCommand {
    /// `weft friend code`: becomes friends with somebody in the same room.
    struct Code: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "code", abstract: "Become friends with someone in the same room.",
            discussion: """
                Prints a code of a number and two words, and waits. Read it out; the other person \
                types weft join CODE. Both of you then see four words: if they match, no one is \
                in between, and you both confirm. A code works once, for ten minutes; one wrong \
                try ends it and a new one is printed. After Ctrl-C the code stays valid: a person \
                who uses it then shows up in weft pending.
                """)

        @Option(help: "Your name for them (default: their own name).") var name: String?

        @Flag(help: "Do not ask to compare the four words.") var yes = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let meeting = MeetingByCode(
                options: options, client: try options.client(), name: name, isAgreed: yes)
            try meeting.checkQuestion()
            try meeting.finish(try meeting.invite(), seconds: 10)
        }
    }
}

extension MeetingByCode {
    /// Asks, makes a friend, and says how it stands.
    func finish(_ met: MeetingJSON, seconds: Int) throws {
        guard let (friend, reply) = try befriend(met) else {
            if options.output.form == .json { options.output.json(JSONText.encode(met)) }
            return
        }
        let settled = try awaitMutual(friend, seconds: seconds)
        guard options.output.form != .json else {
            options.output.json(
                settled == friend ? reply.body : JSONText.encode(settled))
            return
        }
        report(settled)
    }
}
