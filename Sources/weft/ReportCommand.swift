import API
import ArgumentParser

/// `weft report`: that something is wrong with a thing.
struct ReportCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report a problem with a thing to its owner.",
        discussion: """
            In a group its owners are told as well. Only you and they can read the report; other \
            group members see only that a report was made. There is no central moderation. To stop \
            seeing someone's things: weft mute, weft friend block.
            """,
        subcommands: [Make.self, List.self, Remove.self], defaultSubcommand: Make.self)

    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make", abstract: "Report a thing.")

        @Argument(help: .anyReference) var reference: String

        @Argument(help: "The problem.") var reason: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(AddReport(thing: reference, reason: reason))
            options.output.next("list reports", "weft report ls")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List reports you made and received.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reports = try FeedList(ListReports()).read(0, from: nil, options.client()).items
            guard output.form != .json else {
                return output.json(JSONText.encode(PageJSON(items: reports, total: reports.count)))
            }
            var table = Table(elastic: 3)
            for report in reports {
                let name = report.thing?.calledName ?? "gone"
                let told = report.told.map { AuthorLabel.shown($0) }.joined(separator: ", ")
                let who = "\(AuthorLabel.shown(report.author)) to \(told)"
                table.add(
                    output.form == .plain
                        ? [
                            "\(report.id)", "\(report.thing?.id ?? "")",
                            "\(AuthorLabel.shown(report.author))",
                            "\(told)", "\(report.createdAt)", "\(report.reason)",
                        ]
                        : ["\(report.shortID, .faint)", "\(who)", "\(name)", "\(report.reason)"])
            }
            table.print(to: output)
            if reports.isEmpty { output.say("no reports") }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Withdraw a report, or dismiss one you received.",
            discussion: """
                Your own report is withdrawn for everyone. A received report is dismissed on your \
                devices; the sender and other recipients still have it.
                """)

        @Argument(help: "Its ID or the end of it.") var report: String
        @OptionGroup var options: GlobalOptions

        func run() throws { try options.done(RemoveReport(report)) }
    }
}
