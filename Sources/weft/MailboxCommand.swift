import API
import ArgumentParser
import Domain

/// `weft mailbox`: sealed segments that a friend keeps.
struct MailboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mailbox",
        abstract: "Sync through a friend's node when nobody else is online.",
        discussion: """
            Your node leaves encrypted data for the others with the friend, who cannot read it. \
            People who use the same friend pick it up there. The friend has to allow it with weft \
            mailbox keep.
            """,
        subcommands: [Add.self, List.self, Remove.self, Keep.self], defaultSubcommand: List.self)

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Use a friend's node as a mailbox.",
            discussion: """
                Data stays there until its readers have acknowledged it. Your node also fetches \
                what others left there for you. Adding a mailbox again changes the people it is \
                for.
                """)

        @Argument(help: "The friend whose node keeps it.") var keeper: String

        @OptionGroup var addressees: AddresseesOption
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard
                let mailbox = try options.reply(
                    to: NewMailbox(keeper: keeper, for: addressees.typed))
            else { return }
            let (name, whom) = (mailbox.keeper.name, mailbox.for.joined(separator: ", "))
            output.say("\("✓", .good) using @\(name) as a mailbox for \(whom)")
            output.next("@\(name) has to allow it, on their node", "weft mailbox keep @YOU")
            output.next("check its state", "weft mailbox ls")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List mailboxes you use and those you keep for others.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let mailboxes = try options.reply(to: ListMailboxes()) else { return }
            var table = Table(heads: ["WITH", "FOR", "STATE", "USED", "LAST", "REMARKS"])
            for one in mailboxes.used {
                table.add([
                    "@\(one.keeper.name) keeps", "\(one.for.joined(separator: ", "))",
                    "\(one.state)", "\(MailboxText.use(one.usedBytes, of: one.quotaBytes))",
                    "\(MailboxText.last(one.lastPut, one.lastGot, in: output.form))",
                    "\(MailboxText.remark(on: one) ?? "")",
                ])
            }
            for one in mailboxes.kept {
                table.add([
                    "kept for @\(one.person.name)", "", "",
                    "\(MailboxText.use(one.usedBytes, of: one.quotaBytes))",
                    "\(MailboxText.last(one.lastPut, one.lastGot, in: output.form))",
                    "\(Counted.words(one.segments, "sealed segment"))",
                ])
            }
            table.print(to: output)
            guard mailboxes.used.isEmpty else { return }
            output.next("use a friend as a mailbox", "weft mailbox add @NAME")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Stop using a mailbox and delete what is in it."
        )

        @Argument(help: "The friend whose node keeps it.") var keeper: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(RemoveMailbox(keeper))
        }
    }

    struct Keep: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keep", abstract: "Keep a mailbox for a friend.",
            discussion: """
                The contents are encrypted: you see how much there is, when it came and who gets \
                it, but not what it says. It uses at most as much disk space as you allow.
                """)

        @Argument(help: "The friend to keep it for.") var who: String

        @Option(help: ArgumentHelp("Disk space limit (default: 64MiB).", valueName: "size"))
        var quota: String?

        @Flag(help: "Stop keeping it and erase its contents.") var off = false
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard quota == nil || !off else {
                throw ValidationError("--off takes no --quota.")
            }
            if let quota, ByteCount.read(quota) == nil {
                throw ValidationError("--quota takes a size such as 64MiB or 2GiB.")
            }
        }

        func run() throws {
            let bytes = off ? 0 : quota.flatMap { ByteCount.read($0) }
            try options.done(KeepMailbox(person: who, quotaBytes: bytes))
        }
    }
}

/// The words about mailboxes.
enum MailboxText {
    /// `12.0 KiB of 64.0 MiB`.
    static func use(_ used: Int, of quota: Int) -> String {
        guard quota > 0 else { return "" }
        return "\(ByteCount.shown(UInt64(clamping: used))) of "
            + ByteCount.shown(UInt64(clamping: quota))
    }

    /// The times when something was put, and when something was got.
    static func last(_ put: String?, _ got: String?, in form: Output.Form) -> String {
        let put = put.map { "put \(TimeText.shown($0, in: form))" }
        let got = got.map { "got \(TimeText.shown($0, in: form))" }
        return [put, got].compactMap { $0 }.joined(separator: ", ")
    }

    /// The problem of a mailbox, and its fix.
    static func remark(on mailbox: MailboxJSON) -> String? {
        let name = mailbox.keeper.name
        switch Mailbox.State(rawValue: mailbox.state) {
        case .waiting?: return "not connected to @\(name) yet; fix: weft connect HOST:PORT"
        case .unkept?:
            return
                "@\(name) does not keep a mailbox for you; fix: ask them for weft mailbox keep @YOU"
        case .full?:
            return
                "no space; fix: ask @\(name) for weft mailbox keep @YOU --quota SIZE, or limit "
                + "the people it is for: weft mailbox add @\(name) --for"
        case .damaged?: return "received damaged data; it is requested again on the next connection"
        case .leaving?: return "its contents are deleted on the next connection to @\(name)"
        case .working?, nil: return nil
        }
    }

    /// One line of `weft status` for each that does not work as it should, and one for what is kept.
    static func lines(of status: StatusJSON) -> [TerminalText] {
        var lines: [TerminalText] = (status.mailboxes ?? []).map { mailbox in
            let use = use(mailbox.usedBytes, of: mailbox.quotaBytes)
            let rest = remark(on: mailbox) ?? "\(mailbox.state), \(use)"
            return "mailbox at @\(mailbox.keeper.name): \(rest)"
        }
        let kept = status.keptMailboxes ?? []
        if !kept.isEmpty {
            let bytes = kept.reduce(0) { $0 + $1.usedBytes }
            lines.append(
                """
                mailboxes kept: \(ByteCount.shown(UInt64(clamping: bytes))) for \
                \(Counted.words(kept.count, "friend")): weft mailbox ls
                """)
        }
        return lines
    }
}
