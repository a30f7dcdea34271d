import API
import ArgumentParser

extension FriendCommand {
    /// `weft friend code`: becomes friends with somebody in the same room.
    struct Code: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "code", abstract: "Become friends with somebody in the same room.",
            discussion: """
                Prints a number and two words, and waits. Read them out; the other one types \
                weft join CODE. Then both of you see four words: if they are the same, nobody is \
                in between, and you both say yes. A code is good once and for ten minutes, and one \
                wrong try ends it; then a fresh one is printed. It stays good if you leave with \
                Ctrl-C: whoever comes by it then waits in weft pending.
                """)

        @Option(help: "What you call them; else their own name.") var name: String?

        @Flag(help: "Do not ask about the four words.") var yes = false

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
