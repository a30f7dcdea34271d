import Laws
import Primitives
import Testing

@testable import Simulator

/// Tests the text of scenarios: parsed, written, and rejected with a place and a remedy.
@Suite struct ScenarioTextTests {
    private let story = """
        # Two who meet.
        scenario "Two \\"friends\\" # and \\\\ more"
        people ana ben   # both
        clock of ben is 3m ahead drifting 80 ppm slow
        latency 200us to 1.5s


        befriend everybody
        ana keeps "x" tagged art day for friends
        within 90s: ben sees "x" of ana
        refused: ana unshares "y"
        turmoil for 10m
            at 1.000000345s ana does "edit" by chance 00000000000000ff
        heal and audit

        """

    @Test func `what is written is read as what it was`() throws {
        let read = try Scenario(text: story)

        let again = try Scenario(text: read.text)

        #expect(again.text == read.text)
        #expect(again.statements == read.statements)
        #expect(read.title == #"Two "friends" # and \ more"#)
        #expect(again.lines.compactMap(\.comment) == ["# Two who meet.", "# both"])
        #expect(read.text.contains("    at 1.000000345s ana does \"edit\" by chance"))
        #expect(!read.text.contains("\n\n\n"))
    }

    @Test func `every verb is read from its own text`() throws {
        let head = "people ana ben\nspare twin\nmachines phone of ana\nana founds lab\n"
        let names = try Scenario(text: head).names
        for verb in Verb.allCases {
            let statement = example(verb)
            let cut = try ScenarioTokens(statement.text[...], line: 1)

            var match = ScenarioMatch(cut.tokens, names)

            #expect(match.statement() == statement, "\(statement.text)")
        }
    }

    @Test(arguments: [
        ("people ana ben\nana kepes \"x\"", 2, 5, "did you mean `keeps`?"),
        ("people ana ben\nbem keeps \"x\"", 2, 1, "did you mean `ben`?"),
        ("people ana ben\nana keeps \"x\" for freinds", 2, 19, "did you mean `friends`?"),
        ("people ana ben\nana keeps", 2, 10, "go on with a text between quotes or a number"),
        ("people ana ben\nana keeps \"x", 2, 11, "put a quote at its end"),
        ("people ana ben\nwait 5 minutes", 2, 6, "write a time such as 90s, 5m or 1h30m"),
        ("people ana ana", 1, 1, "choose another"),
        ("befriend everybody", 1, 1, "begin with a line such as `people ana ben cleo`"),
        ("wait 5s", 1, 1, "begin with a line such as `people ana ben cleo`"),
        ("# nothing", 1, 1, "begin with a line such as `people ana ben cleo`"),
        ("people ana\nwait 1s\nseed 4", 3, 1, "move it up"),
        ("people ana\nnever: wait 1s", 2, 6, "write `refused:` before a deed"),
        ("people ana\nwithin 5s: wait 1s", 2, 12, "leave `within` out"),
        ("people ana\nat 5s ana does \"edit\" by chance 0000000000000000", 2, 1, "write `turmoil"),
        ("people ana\npieces 5 of 4", 2, 1, "write 0 to 4"),
        ("people ana\nana breaks the rules by \"lies\"", 2, 1, "write forks"),
        (
            "people ana\nana breaks the rules by \"forks\"\nana breaks the rules by \"begs\"", 3, 1,
            "leave one of the lines out"
        ),
        ("people ana\nana keeps \"\\q\"", 2, 12, #"write \\ for a backslash"#),
    ])
    func `an error has a line, a column and a remedy`(
        text: String, line: Int, column: Int, mend: String
    ) {
        do {
            _ = try Scenario(text: text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.line == line)
            #expect(error.column == column)
            #expect(error.mend.hasPrefix(mend), "\(error.mend)")
            #expect(error.text(in: "a.weft").hasPrefix("a.weft:\(line):\(column): "))
        }
    }

    @Test func `a scenario cut off anywhere is read or refused`() {
        let characters = Array(story)
        var refused = 0
        for count in 0...characters.count {
            do {
                let scenario = try Scenario(text: String(characters.prefix(count)))
                #expect(throws: Never.self) { try Scenario(text: scenario.text) }
            } catch {
                refused += 1
                #expect(error.line >= 1 && error.column >= 1 && !error.mend.isEmpty)
            }
        }
        #expect(refused > 100)
    }

    @Test(arguments: LawSeeds.seeds(60, soak: 200))
    func `a scenario with something changed is read or refused`(seed: UInt64) {
        var dice = Dice(seed: seed)
        var characters = Array(story)
        let junk = Array("\"#:\\.\u{0}é 9a\n\t")
        for _ in 0..<3 {
            characters[dice.roll(below: characters.count)] = junk[dice.roll(below: junk.count)]
        }
        do {
            let scenario = try Scenario(text: String(characters))
            #expect(throws: Never.self) { try Scenario(text: scenario.text) }
        } catch {
            #expect(error.line >= 1 && error.column >= 1)
        }
    }

    @Test(arguments: [
        ("90s", "1m30s"), ("5m", "5m"), ("1h30m", "1h30m"), ("200ms", "200ms"), ("1.5s", "1.5s"),
        ("3m12.000000345s", "3m12.000000345s"), ("0s", "0s"), ("999us", "999us"),
        ("1000ms", "1s"), ("56y", "56y"), ("7ns", "7ns"), ("0.5ms", "500us"),
    ])
    func `a time is written in the largest units`(text: String, form: String) throws {
        let time = try #require(ScenarioTime.parse(text))

        #expect(ScenarioTime.text(time) == form)
        #expect(ScenarioTime.parse(form) == time)
    }

    @Test(arguments: [
        "", "5", "s", "5x", "-5s", "1.s", ".5s", "1.5ns", "101y", "99999999999999999999s", "1s ",
        "0.0000000001s", "5s5",
    ])
    func `what is no time is none`(text: String) {
        #expect(ScenarioTime.parse(text) == nil)
    }

    @Test func `a span of names stands for all between`() throws {
        let scenario = try Scenario(text: "people n1..n12\ncut n2..n4 n7 from n9..n12")

        let statement = try #require(scenario.statements.last)
        #expect(scenario.names.people.count == 12)
        #expect(scenario.names.numbers(of: statement.words("people")) == [1, 2, 3, 6])
        #expect(scenario.names.numbers(of: statement.words("others")) == [8, 9, 10, 11])
    }

    @Test(arguments: [199, 200, 201])
    func `a world has up to two hundred machines`(count: Int) {
        let isRead = (try? Scenario(text: "people n1..n\(count)")) != nil

        #expect(isRead == (count <= ScenarioNames.hostsMax))
    }

    @Test(arguments: [3999, 4000, 4001])
    func `a line has up to four thousand characters`(count: Int) {
        let line = "#" + String(repeating: "x", count: count - 1)

        let isRead = (try? Scenario(text: "people ana\n\(line)")) != nil

        #expect(isRead == (count <= ScenarioTokens.lineMax))
    }

    // Returns a statement with every placeholder filled.
    private func example(_ verb: Verb) -> ScenarioStatement {
        var values: [String: ScenarioStatement.Value] = [:]
        func fill(_ elements: [Phrase.Element]) {
            for element in elements {
                switch element {
                case .literal: continue
                case .slot(let label, let slot): values[label] = example(slot)
                case .optional(let inner): fill(inner)
                }
            }
        }
        fill(Phrase.of(verb).elements)
        return ScenarioStatement(verb, values)
    }

    private func example(_ slot: Phrase.Slot) -> ScenarioStatement.Value {
        switch slot {
        case .person: return .word("ben")
        case .people: return .words(["ana", "ben"])
        case .text: return .text("a \"b\"")
        case .number: return .number(3)
        case .time: return .time(.seconds(90))
        case .word: return .word("art")
        case .words: return .words(["art", "day"])
        case .audience: return .word("lab")
        case .group: return .word("lab")
        case .role: return .word("viewer")
        case .direction: return .word("behind")
        case .pace: return .word("slow")
        case .chance: return .chance(0xFF)
        }
    }
}
