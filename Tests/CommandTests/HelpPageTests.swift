import ArgumentParser
import Testing

@testable import weft

/// Tests the pages of help.
struct HelpPageTests {
    private func page(_ arguments: String...) throws -> [String] {
        try #require(try HelpPage.asked(arguments))
    }

    private func failure(_ arguments: String...) -> Failure? {
        #expect(throws: Failure.self) { _ = try HelpPage.asked(arguments) }
    }

    @Test func `the first page has the commands for every day, a line each`() throws {
        let front = try page()
        let names = HelpPage.daily.flatMap(\.names)

        #expect((14...18).contains(names.count))
        for name in names {
            #expect(front.count { $0.hasPrefix("  \(name) ") } == 1, "\(name)")
        }
        #expect(front.allSatisfy { $0.count <= 80 })
        #expect(front.count < 32)
        #expect(try page("--help") == front && page("-h") == front && page("help") == front)
        #expect(try page("-q", "--profile", "work", "--help") == front)
    }

    @Test func `the long page has every command that is not hidden, options and exit codes`() throws
    {
        let all = try page("help", "--all")

        for command in Weft.configuration.subcommands where command.configuration.shouldDisplay {
            let names = Invocation.names(of: command).joined(separator: ", ")
            #expect(all.contains { $0.hasPrefix("  \(names) ") }, "\(names)")
        }
        #expect(all.count { $0.contains("--no-color") } == 1)
        #expect(all.contains { $0.hasPrefix("  130 ") })
        #expect(all.allSatisfy { $0.count <= 80 })
        #expect(!all.contains { $0.contains("suggest") && !$0.contains(",") })
    }

    @Test(arguments: [
        ["add"], ["ls"], ["share"], ["friend"], ["friend", "add"], ["garment", "ls"], ["log"],
    ])
    func `the page of a command does not repeat the options of every command`(
        words: [String]
    ) throws {
        let page = try #require(try HelpPage.asked(["help"] + words))

        #expect(page.contains { $0.hasPrefix("USAGE: weft \(words.joined(separator: " "))") })
        #expect(!page.contains { $0.contains("--no-input") || $0.contains("--version") })
        #expect(page.last?.contains("weft help options") == true)
        #expect(try HelpPage.asked(words + ["--help"]) == page)
        #expect(try HelpPage.asked(["-q"] + words + ["-h"]) == page)
    }

    @Test func `a group that does something by itself tells its options and its commands`() throws {
        let share = try page("help", "share")

        #expect(share.contains { $0.hasPrefix("USAGE: weft share ") && !$0.contains(" add") })
        #expect(share.contains { $0.contains("--with") })
        #expect(share.contains { $0.hasPrefix("  rm ") })
        #expect(share.contains { $0.contains("live share") })
    }

    @Test func `a former spelling has the page of the present one`() throws {
        #expect(try page("help", "invite") == page("help", "friend", "invite"))
        #expect(try page("who-can-see", "--help") == page("help", "share", "who"))
    }

    @Test func `a group that does nothing by itself tells its commands`() throws {
        #expect(try page("net") == page("help", "net"))
        #expect(try page("garment") == page("help", "garment"))
    }

    @Test func `topics are told`() throws {
        for topic in HelpTopic.allCases {
            let lines = try page("help", topic.rawValue)

            #expect(lines.count > 5)
            #expect(lines.allSatisfy { $0.count <= 92 }, "\(topic)")
        }
        #expect(try page("help", "options").contains { $0.contains("--profile") })
        #expect(try page("help", "exit-codes").contains { $0.hasPrefix("  3 ") })
    }

    @Test(arguments: [
        ("nosuch", nil), ("serach", "search"), ("recah", "reach"), ("invtie", "invite"),
    ])
    func `an unknown command or topic is refused with the nearest one`(
        word: String, near: String?
    ) throws {
        let failure = try #require(self.failure("help", word))

        #expect(failure.code == .usage)
        #expect(failure.what.hasPrefix("no command or topic named \"\(word)\""))
        #expect(failure.fix.contains("weft help --all"))
        if let near { #expect(failure.what.hasSuffix("did you mean \"\(near)\"?")) }
    }

    @Test func `so is a further word that names nothing`() {
        #expect(failure("help", "friend", "nosuch")?.fix == "weft help friend")
        #expect(failure("nosuch", "--help")?.code == .usage)
    }

    @Test func `other arguments are not treated as help`() throws {
        for line in [
            ["ls"], ["share"], ["net", "peers"], ["add", "help"], ["add", "--", "--help"],
            ["--version"], ["--"],
        ] {
            #expect(try HelpPage.asked(line) == nil, "\(line)")
        }
    }
}
