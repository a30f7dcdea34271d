import ArgumentParser
import Domain
import Node
import Testing

@testable import weft

struct InvocationTests {
    private func parsed<Command>(_ type: Command.Type, _ arguments: String...) throws -> Command {
        let command = try Weft.parseAsRoot(Invocation.arranged(arguments))
        return try #require(command as? Command)
    }

    private func failure(_ arguments: String...) -> Failure? {
        #expect(throws: Failure.self) { _ = try Invocation.arranged(arguments) }
    }

    @Test func `global options stand where people put them`() throws {
        let before = try parsed(ListCommand.self, "--json", "--profile", "work", "ls", "#a")
        let behind = try parsed(ListCommand.self, "ls", "#a", "--json=1", "--profile", "work")

        for command in [before, behind] {
            #expect(command.options.json)
            #expect(command.options.profile == "work")
            #expect(command.query == ["#a"])
        }
    }

    @Test func `they may also stand inside a group`() throws {
        let command = try parsed(TagCommand.List.self, "-q", "tag", "--json", "ls", "a")

        #expect(command.options.json && command.options.quiet)
        #expect(command.prefix == "a")
    }

    @Test func `a command goes by its other name, too`() throws {
        let listed = try parsed(
            KindList<HighlightCommand>.self, "highlight", "--json", "ls", "color:green")

        #expect(listed.options.json && listed.query == ["color:green"])
        #expect(failure("highlihgt")?.fix == "weft highlight")
    }

    @Test func `words after two dashes stay where they are`() throws {
        let command = try parsed(SearchCommand.self, "-q", "search", "--", "-is:read")

        #expect(command.query == ["-is:read"])
        #expect(command.options.quiet)
    }

    @Test(arguments: [
        (["-Coat type:garment"], ["-Coat type:garment"]), (["-#crdt"], ["-#crdt"]),
        (["-\"a b\""], ["-\"a b\""]), (["-(a", "or", "b)"], ["-(a", "or", "b)"]),
        (["-is:unread"], ["-is:unread"]),
        (["coat", "-by:@ben", "red"], ["coat", "-by:@ben", "red"]),
        (["-#a", "-N", "5", "b", "--sort", "near", "-c:d e"], ["-#a", "b", "-c:d e"]),
        (["-#a", "--json", "--", "-b"], ["-#a", "-b"]),
    ])
    func `a part of a search that is denied is no option`(typed: [String], query: [String]) throws {
        for name in ["ls", "search"] {
            let command = try Weft.parseAsRoot(Invocation.arranged(["-q", name] + typed))
            let listed = (command as? ListCommand)?.query ?? (command as? SearchCommand)?.query

            #expect(listed == query)
        }
        let shirts = try Weft.parseAsRoot(Invocation.arranged(["garment", "ls"] + typed))
        #expect((shirts as? KindList<GarmentCommand>)?.query == query)
    }

    @Test func `feed and rate take a denial, and options behind it stay options`() throws {
        let feed = try parsed(weft.FeedCommand.self, "feed", "-#a", "--discover", "-N", "3")
        let rate = try parsed(RateCommand.self, "rate", "-#a", "--audience", "friends", "b")

        #expect(feed.query == ["-#a"] && feed.discover && feed.paging.number == 3)
        #expect(rate.query == ["-#a", "b"] && rate.audience == "friends")
    }

    @Test func `a denial that reads as an option is answered with how it is typed`() {
        #expect(throws: (any Error).self) {
            _ = try Weft.parseAsRoot(Invocation.arranged(["search", "-coat"]))
        }
        #expect(
            ExcludedTerm.fix(for: ["search", "-coat"])?.hasSuffix("weft search -- -coat") == true)
        #expect(
            ExcludedTerm.typed("weft feed", ["#a", "-coat"], with: ["--cursor", "X"])
                == "weft feed --cursor X -- '#a' -coat")
        #expect(
            ExcludedTerm.typed("weft feed", ["coat"], with: ["--cursor", "X"])
                == "weft feed coat --cursor X")
        #expect(
            ExcludedTerm.fix(for: ["hl", "ls", "-red"])?.hasSuffix("weft hl ls -- -red") == true)
        for line in [
            ["search", "--bogus"], ["add", "-coat"], ["ls", "-N", "-1"], ["ls", "--", "-a"],
        ] {
            #expect(ExcludedTerm.fix(for: line) == nil)
        }
    }

    @Test(arguments: [
        ("lss", "ls"), ("devcie", "device"), ("pendign", "pending"), ("stauts", "status"),
        ("serach", "search"), ("ad", "add"), ("peer", "peers"),
    ])
    func `a mistyped command is answered with the nearest`(typed: String, meant: String) {
        let failure = failure(typed)

        #expect(failure?.code == .usage)
        #expect(failure?.fix == "weft \(meant)")
    }

    @Test func `so is one inside a group`() {
        #expect(failure("tag", "renmae", "a", "b")?.fix == "weft tag rename")
    }

    @Test func `a word far from all is not guessed at`() {
        #expect(failure("quilts")?.fix == "weft --help")
    }

    @Test func `every command of the surface parses`() throws {
        let lines = [
            "init --name Ana", "up --listen [::1]:7433", "up --foreground --no-listen",
            "up --no-discovery", "down",
            "status", "add https://a.example -t a,b --audience friends", "ls", "search a b",
            "show 1", "edit 1 --title T --unread --untag a", "rm 1 2", "undo", "undo 3", "tag ls",
            "tag rename a b", "tag merge a b --into c", "tag rm a -f", "import - --dry-run",
            "export -F json -o f", "export -F pinboard", "export -F org in:public",
            "export -F bibtex #a",
            "export --folders tags -o f", "export --folders collections", "export -F ris -o f",
            "export -F csljson -o f",
            "col new a --query #a", "col add a 1", "col rm a 1", "col ls",
            "col show a", "share #a --with friends", "unshare #a --from public", "shares",
            "who-can-see 1", "id", "friend add weft:1abc --name Ben", "friend ls",
            "connect 127.0.0.1:1", "peers", "sync --wait 5", "log", "log 1", "watch",
            "backup -o f", "restore f", "paths", "api GET /v1/status", "doctor",
            "init --pair --name laptop", "up --passphrase-stdin", "friend ls --blocked",
            "friend rename @ben Benjamin", "friend rm ben -f", "friend block ben --force",
            "friend unblock ben", "pending", "pending ls", "pending accept WKMZV0KX --name Ben",
            "pending reject WKMZV0KX", "device ls", "device pair weft-device:1A --phrase-stdin",
            "device join weft-pair:1A", "device rename laptop desk", "device revoke laptop -f",
            "key recover --name Ana --ticket weft:1A", "key export --remove -f",
            "group new lab", "group new lab -d looms", "group ls", "group show lab",
            "group edit lab --name loom -d looms",
            "group invite lab --role viewer --uses 4 --ttl 7d",
            "group invites", "group invites --revoke 3", "group members group:lab",
            "group role lab @ben viewer", "group remove lab @ben -f",
            "group hand-over lab @ben --force", "group leave lab -f", "group rename lab loom",
            "group rm lab -f", "join - --name lab --wait 0", "join weft-invite:1A",
            "add https://a.example --audience group:lab", "export --audience group:lab",
            "key passphrase --stdin", "key passphrase --remove",
        ]
        for line in lines {
            let arguments = line.split(separator: " ").map(String.init)

            _ = try Weft.parseAsRoot(Invocation.arranged(arguments + ["--json"]))
        }
    }

    @Test(arguments: [
        "ls --json --plain", "ls --sort colour", "ls -N -1", "up --listen here", "edit 1",
        "up --listen a:1 --no-listen", "sync --wait -1", "sync --wait 601", "log -N 0",
        "log -N 501", "export -F xml", "export --folders so",
        "export -F csv --folders tags", "export --page 1 --folders tags", "import f --folders so",
        "api GET status",
        "add a b --title T", "group invite lab --role head", "group invite lab --uses 0",
        "group invite lab --uses 1001", "group invite lab --ttl 0m", "group invite lab --ttl 91d",
        "group invite lab --ttl soon", "group role lab @ben head", "join i --wait 601",
        "join", "import f --on-dup never", "add", "rm",
    ])
    func `a wrong line is refused before the node is asked`(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)

        #expect(throws: (any Error).self) {
            _ = try Weft.parseAsRoot(Invocation.arranged(arguments))
        }
    }

    @Test(arguments: [
        (["#crdt"], true), (["is:unread"], true), (["a b"], true), (["(a", "or", "b)"], true),
        (["\"a\""], true), (["-a"], true), (["K3F9QH2M", "tag:x"], true),
        (["K3F9QH2M"], false), (["https://a.example/x:y"], false), (["mailto:a@b"], false),
        (["k3f9qh2m", "http://a"], false),
    ])
    func `a search is told from things by name`(words: [String], isQuery: Bool) {
        #expect(Selection(words: words).isQuery == isQuery)
    }

    @Test func `tags are read as people write them`() {
        #expect(
            TagList.parted(["a, # b ,", "paper/sync", "##c", " , "]) == [
                "a", "b", "paper/sync", "c",
            ])
    }

    @Test(arguments: [("127.0.0.1:0", "127.0.0.1", 0), ("[::1]:65535", "::1", 65535)])
    func `addresses are read`(text: String, host: String, port: UInt16) throws {
        let address = try HostPort(typed: text)

        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(arguments: ["", ":", ":1", "a", "a:", "a:65536", "a:-1", "::1:7433", "a:b"])
    func `an invalid address is refused`(text: String) {
        #expect(throws: Failure.self) { _ = try HostPort(typed: text) }
    }

    @Test(
        arguments: [
            (nil, nil), ("Friends", "friends"), ("public", "public"),
            ("group:The Lab", "group:The Lab"), ("Group:Lab", "group:Lab"), ("@Bob", "@Bob"),
        ]
            as [(String?, String?)])
    func `audiences are known by name`(word: String?, name: String?) throws {
        #expect(try AudienceText.checked(word, of: "--audience") == name)
    }

    @Test func `an unknown audience is answered with those that exist`() {
        let failure = #expect(throws: Failure.self) {
            try AudienceText.checked("lab", of: "--with")
        }

        #expect(
            failure?.what
                == "\"lab\" is not an audience; use private, friends, public, "
                + "group:NAME, @NAME")
        #expect(failure?.code == .usage)
    }

    @Test(arguments: [("a", "a", 0), ("ab", "ba", 1), ("", "abc", 3), ("kitten", "sitting", 3)])
    func `words are as far apart as the slips between them`(left: String, right: String, far: Int) {
        #expect(Invocation.distance(left, right) == far)
        #expect(Invocation.distance(right, left) == far)
    }

    @Test(arguments: [("a/b c", "a%2Fb%20c"), ("ä", "%C3%A4"), ("-._~9Z", "-._~9Z")])
    func `names in addresses are escaped`(text: String, escaped: String) {
        #expect(Call.escaped(text) == escaped)
    }
}
