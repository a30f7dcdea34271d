import API
import ArgumentParser
import Domain

/// `weft mailbox`: sealed segments that a friend keeps.
struct MailboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mailbox",
        abstract: "Sync through a friend, with whom nobody else is online.",
        discussion: """
            What the others lack is left with the friend, sealed; he cannot read it. Who does the \
            same gets it there. He has to allow it: weft mailbox keep, on his side.
            """,
        subcommands: [Add.self, List.self, Remove.self, Keep.self], defaultSubcommand: List.self)

    static func path(_ reference: String) -> String {
        "/v1/mailboxes/\(Call.escaped(reference))"
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Leave with a friend what others lack, and look there.",
            discussion: """
                It stays there until they have said that they have it. What is there for you comes \
                to you even where nothing is kept for you. Adding it again changes for whom it is.
                """)

        @Argument(help: "The friend who keeps it.") var keeper: String

        @Option(
            name: .customLong("for"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "Friends, group:NAME, me (your other devices) or everybody.", valueName: "who"))
        var people: [String] = []

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard people.allSatisfy({ Addressee(name: $0) != nil }) else {
                throw ValidationError("--for takes names of friends, group:NAME, me or everybody.")
            }
        }

        func run() throws {
            let output = options.output
            let request = NewMailboxRequest(keeper: keeper, for: people.isEmpty ? nil : people)
            let reply = try options.client().send(
                .post("/v1/mailboxes", JSONText.encode(request)))
            guard output.form != .json else { return output.json(reply.body) }
            let mailbox = try Reading.decode(MailboxJSON.self, from: reply)
            let (name, whom) = (mailbox.keeper.name, mailbox.for.joined(separator: ", "))
            output.say("\("✓", .good) @\(name) is a mailbox from now on, for \(whom)")
            output.next("@\(name) has to allow it, on their side", "weft mailbox keep @YOU")
            output.next("how it fares", "weft mailbox ls")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List those you use, and for whom you keep.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(.get("/v1/mailboxes"))
            guard output.form != .json else { return output.json(reply.body) }
            let mailboxes = try Reading.decode(MailboxesJSON.self, from: reply)
            var table = Table(heads: ["WITH", "FOR", "STATE", "USED", "LAST", "REMARKS"])
            for one in mailboxes.used {
                table.add([
                    "@\(one.keeper.name) keeps", "\(one.for.joined(separator: ", "))",
                    "\(one.state)", "\(MailboxWords.use(one.usedBytes, of: one.quotaBytes))",
                    "\(MailboxWords.last(one.lastPut, one.lastGot, in: output.form))",
                    "\(MailboxWords.remark(on: one) ?? "")",
                ])
            }
            for one in mailboxes.kept {
                table.add([
                    "kept for @\(one.person.name)", "", "",
                    "\(MailboxWords.use(one.usedBytes, of: one.quotaBytes))",
                    "\(MailboxWords.last(one.lastPut, one.lastGot, in: output.form))",
                    "\(Counted.words(one.segments, "sealed segment"))",
                ])
            }
            table.print(to: output)
            guard mailboxes.used.isEmpty else { return }
            output.next("leave something with a friend", "weft mailbox add @NAME")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Leave nothing with a friend any more; what is there goes."
        )

        @Argument(help: "The friend who keeps it.") var keeper: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let reply = try options.client().send(.delete(path(keeper)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    struct Keep: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keep", abstract: "Keep for a friend what he leaves for others.",
            discussion: """
                Sealed: you cannot read it. You see how much he leaves and when, and who gets it. \
                It takes as much of your disk as you allow.
                """)

        @Argument(help: "The friend it is kept for.") var who: String

        @Option(help: ArgumentHelp("At most so much; else 64MiB.", valueName: "size"))
        var quota: String?

        @Flag(help: "Keep nothing any more, and erase what was kept.") var off = false
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard quota == nil || !off else {
                throw ValidationError("--off keeps nothing: leave --quota out.")
            }
            if let quota, ByteCount.read(quota) == nil {
                throw ValidationError("--quota takes a size as 64MiB or 2GiB.")
            }
        }

        func run() throws {
            let bytes = off ? 0 : quota.flatMap { ByteCount.read($0) }
            let request = KeepMailboxRequest(person: who, quotaBytes: bytes)
            let reply = try options.client().send(
                .post("/v1/mailboxes:keep", JSONText.encode(request)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }
}

/// What a person is told of mailboxes.
enum MailboxWords {
    /// `12.0 KiB of 64.0 MiB`.
    static func use(_ used: Int, of quota: Int) -> String {
        guard quota > 0 else { return "" }
        return "\(ByteCount.shown(UInt64(clamping: used))) of "
            + ByteCount.shown(UInt64(clamping: quota))
    }

    /// When something was put, and when something was got.
    static func last(_ put: String?, _ got: String?, in form: Output.Form) -> String {
        let put = put.map { "put \(TimeWord.shown($0, in: form))" }
        let got = got.map { "got \(TimeWord.shown($0, in: form))" }
        return [put, got].compactMap { $0 }.joined(separator: ", ")
    }

    /// What stands in its way, and what helps.
    static func remark(on mailbox: MailboxJSON) -> String? {
        let name = mailbox.keeper.name
        switch Mailbox.State(rawValue: mailbox.state) {
        case .waiting?: return "@\(name) was not met yet; fix: weft connect HOST:PORT"
        case .unkept?:
            return "@\(name) keeps nothing for you; fix: ask for weft mailbox keep @YOU there"
        case .full?:
            return
                "no room; fix: ask @\(name) for weft mailbox keep @YOU --quota more, or name those "
                + "who look there by weft mailbox add @\(name) --for"
        case .damaged?: return "something came back changed; it is asked for again on the next link"
        case .leaving?: return "what is there goes when @\(name) is met"
        case .working?, nil: return nil
        }
    }

    /// One line of `weft status` for each that does not work as it should, and one for what is kept.
    static func lines(of status: StatusJSON) -> [Shown] {
        var lines: [Shown] = (status.mailboxes ?? []).map { mailbox in
            let use = use(mailbox.usedBytes, of: mailbox.quotaBytes)
            let rest = remark(on: mailbox) ?? "\(mailbox.state), \(use)"
            return "mailbox at @\(mailbox.keeper.name): \(rest)"
        }
        let kept = status.keptMailboxes ?? []
        if !kept.isEmpty {
            let bytes = kept.reduce(0) { $0 + $1.usedBytes }
            lines.append(
                """
                it keeps \(ByteCount.shown(UInt64(clamping: bytes))) sealed for \
                \(Counted.words(kept.count, "friend")): weft mailbox ls
                """)
        }
        return lines
    }
}
