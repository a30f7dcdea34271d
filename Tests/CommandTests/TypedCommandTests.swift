import Testing

@testable import weft

/// Tests what the word at the cursor is for.
@Suite struct TypedCommandTests {
    private func source(_ words: String..., typing current: String = "") -> CandidateSource? {
        let typed = TypedCommand(words, current: current)
        guard case .value(let argument) = typed.wanted else { return nil }
        return CandidateSource(argument, of: typed.command, behind: typed.values)
    }

    @Test func `values come from where the argument says`() {
        #expect(source("show") == .things(kind: nil))
        #expect(source("garment", "show") == .things(kind: "garment"))
        #expect(source("hl", "show") == .things(kind: "highlight"))
        #expect(source("photo", "ls") == .things(kind: nil))
        #expect(source("add", "https://x.org/", "-t") == .tags)
        #expect(source("add", typing: "--tag=a") == .tags)
        #expect(source("tag", "merge", "a", "b") == .tags)
        #expect(source("share", "x", "--with") == .audiences)
        #expect(source("ls") == .search(orThings: false))
        #expect(source("rm", "abc") == .search(orThings: true))
        #expect(source("friend", "rename") == .people)
        #expect(source("friend", "rename", "ben") == .freeText)
        #expect(source("group", "role", "lab", "ben") == .words(["viewer", "editor", "owner"]))
        #expect(source("col", "add") == .collections)
        #expect(source("col", "new") == .freeText)
        #expect(source("config", "set", "discovery") == .words(["on", "off"]))
        #expect(source("config", "set", "audience") == .audiences)
        #expect(source("bundle", "create", "f", "--for") == .recipients)
        #expect(source("import") == .file(.any))
        #expect(source("folder", "add") == .file(.directory))
        #expect(source("follow", "add") == .followed)
        #expect(source("garment", "add", "x", "--brand") == .named("brand:"))
    }

    @Test func `options that stand before do not count as values`() {
        #expect(source("--json", "-q", "--profile", "work", "show") == .things(kind: nil))
        #expect(source("tag", "rename", "-q", "a") == .tags)
        #expect(source("show", "--", "-x") == nil)
    }

    @Test func `a word that begins with a dash is an option, unless options are over`() {
        guard case .option = TypedCommand(["add", "x"], current: "--t").wanted else {
            Issue.record("--t is no option")
            return
        }
        let names = TypedCommand(["add"], current: "-").options.flatMap(\.names)
        #expect(names.contains("--tag") && names.contains("--json") && !names.contains("--with"))
        #expect(source("ls", "--", typing: "-x") == .search(orThings: false))
    }

    @Test func `every command leads to itself`() {
        func check(_ tree: CommandTree) {
            for child in tree.all {
                let words = Array(child.path.dropFirst())
                #expect(TypedCommand(words, current: "").command.path == child.path)
                check(child)
            }
        }
        check(.root)
    }

    @Test func `no argument of a visible command is without a kind of value by mistake`() {
        // Words for what nobody but the person knows.
        let free: Set = [
            "act", "address", "answer", "barcode", "body", "category", "code", "colors", "contact",
            "cursor", "day", "degrees", "description", "digits", "duration", "fabrics", "factor",
            "hours", "host:port", "host[:port]", "invitation", "invitation|code", "lat,lon",
            "message", "name", "new", "note", "number", "numbers", "occasion", "occasions",
            "output", "passage", "path", "place", "price", "reason", "report", "request",
            "seconds", "size", "styles", "text", "ticket", "time", "title", "to", "url", "words",
            "x,y", "x,y,w,h", "comment", "prefix", "old", "doi", "id", "key", "pages", "publisher",
            "venue", "volume", "year",
        ]
        func arguments(_ tree: CommandTree) -> [(CommandTree, CommandArgument)] {
            let below = tree.visible
            guard below.isEmpty else { return below.flatMap(arguments) }
            return CommandArgument.own(of: tree.type).filter { $0.isShown && $0.kind != .flag }
                .map { (tree, $0) }
        }
        let unknown = arguments(.root).filter { command, argument in
            CandidateSource(argument, of: command, behind: []) == .freeText
                && !free.contains(argument.valueName)
        }
        #expect(
            unknown.map { "\($0.path.joined(separator: " ")) \($1.valueName)" }
                .filter { $0 != "weft config set value" } == [])
    }
}
