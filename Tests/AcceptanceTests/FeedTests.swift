import Foundation
import Testing

/// Tests feeds of others' things, with the real program on real sockets.
@Suite(.serialized) struct FeedTests {
    private func titles(_ person: Person, _ arguments: String...) throws -> [String] {
        let all = arguments + ["--json"]
        let page = try Outcome(waitingFor: person.start(all), all).succeeds().json()
        return (page["items"] as? [[String: Any]] ?? []).map {
            $0["title"] as? String ?? $0["name"] as? String ?? ""
        }
    }

    private func id(ofTitle title: String, at person: Person) throws -> String {
        let page = try person.weft("ls", "--json", "-N", "0").succeeds().json()
        let found = (page["items"] as? [[String: Any]])?.first {
            ($0["title"] ?? $0["name"]) as? String == title
        }
        return try #require(found?["short_id"] as? String)
    }

    private func keep(_ person: Person, _ title: String, _ words: String...) throws {
        let arguments =
            [
                "add", "https://\(person.name).example/\(title)", "--title", title, "--audience",
                "friends",
            ] + words
        try Outcome(waitingFor: person.start(arguments), arguments).succeeds()
    }

    @Test func `followed things show in the feed on all devices, and muted things on none`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        let eva = try house.node("eva")
        try befriend(ana, ben)
        try befriend(ana, eva)
        let laptop = try house.device("laptop", pairedWith: ana)
        for number in 1...4 { try keep(ben, "ben\(number)", "-t", "wool") }
        try keep(eva, "eva1", "-t", "silk")
        try until("all of it came") { try ana.count("is:others") == 5 }

        let nothing = try ana.weft("feed")
        try ana.weft("follow", "#wool").succeeds()
        try ana.weft("follow", "@eva").succeeds()
        let feed = try titles(ana, "feed")
        let first = try ana.weft("feed", "-N", "2", "--json").succeeds().json()
        let cursor = try #require(first["next_cursor"] as? String)
        let rest = try titles(ana, "feed", "--cursor", cursor)

        #expect(nothing.code == 0 && nothing.err.contains("weft follow"))
        #expect(Set(feed) == ["ben1", "ben2", "ben3", "ben4", "eva1"])
        let isEva = feed.map { $0 == "eva1" }
        #expect(isEva.firstIndex(of: true) ?? 9 <= 2, "no three of Ben's before it: \(feed)")
        #expect(rest == Array(feed.dropFirst(2)))
        #expect(try titles(ana, "feed", "--discover") == [])
        let listed = try ana.weft("follow", "ls").succeeds().out
        #expect(listed.contains("#wool") && listed.contains("@eva"))
        try until("the laptop follows, too") {
            try Set(titles(laptop, "feed")) == Set(feed)
        }
        try laptop.weft("mute", "@ben").succeeds()
        try until("both have muted ben") {
            try titles(ana, "feed") == ["eva1"] && titles(laptop, "feed") == ["eva1"]
        }
        #expect(try titles(ana, "ls") == ["eva1"])
        #expect(try ana.count("is:muted") == 4)
        #expect(try ana.count("by:@ben") == 4)
        #expect(try titles(ana, "rate") == ["eva1"])
        try ana.weft("mute", "rm", "@ben").succeeds()
        try ana.weft("follow", "rm", "#wool").succeeds()
        #expect(try titles(ana, "feed") == ["eva1"])
        #expect(try Set(titles(ana, "feed", "--discover")).count == 4)
        try ana.weft("undo").succeeds()
        #expect(try titles(ana, "feed").count == 5)
    }

    @Test func `things are rated one after the other, and come in lookbook and portfolio`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        for (name, color) in [("Scarf", "red"), ("Hat", "red"), ("Belt", "brown")] {
            try ben.weft(
                "garment", "add", name, "--category", "accessories", "--color", color,
                "--audience", "friends"
            ).succeeds()
        }
        try until("all of it came") { try ana.count("is:others") == 3 }

        #expect(try Set(titles(ana, "rate")) == ["Scarf", "Hat", "Belt"])
        let scarf = try id(ofTitle: "Scarf", at: ana)
        let belt = try id(ofTitle: "Belt", at: ana)
        try ana.weft("like", scarf).succeeds()
        try ana.weft("dislike", belt).succeeds()
        #expect(try titles(ana, "rate") == ["Hat"])
        #expect(try titles(ana, "rate", "--audience", "public") == [])
        #expect(try titles(ana, "rate", "brand:none") == [])
        #expect(try titles(ana, "lookbook") == ["Scarf"])
        let advice = try ana.weft("recommend", "garment").succeeds().out
        #expect(advice.contains("Hat") && advice.contains("you like red"))
        try until("Ben is told") { try ben.count("likes:1 or dislikes:1") == 2 }
        let portfolio = try ben.weft("portfolio", "--json").succeeds().json()
        #expect(portfolio["things"] as? Int == 3)
        #expect(portfolio["likes"] as? Int == 1 && portfolio["dislikes"] as? Int == 1)
        #expect(try ben.weft("portfolio").succeeds().out.contains("3 things, 1 like, 1 dislike"))
        let board = try ana.weft("portfolio", "--friends", "--plain").succeeds().out
        #expect(board.contains("@ben\t3\t1\t1\t0"))
        let profile = try ana.weft("profile", "@ben", "--json").succeeds().json()
        #expect(profile["things"] as? Int == 3 && profile["follows"] == nil)
        #expect(try ana.weft("profile").succeeds().out.contains("you follow"))
        // A shopping list is a collection; bought things are stored as own ones.
        try ana.weft("col", "new", "shopping").succeeds()
        try ana.weft("col", "add", "shopping", scarf).succeeds()
        #expect(try titles(ana, "ls", "in:shopping") == ["Scarf"])
        try ana.weft("garment", "clone", scarf).succeeds()
        try ana.weft("col", "rm", "shopping", scarf).succeeds()
        #expect(try titles(ana, "ls", "in:shopping") == [])
    }

    @Test func `a follower of a garment sees who wears it, and its owner what it is in`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try ana.weft("garment", "add", "Hat", "--audience", "friends").succeeds()
        try ana.weft("add", "https://loom.example/", "--title", "Loom").succeeds()
        try until("Ben sees it") { try ben.count("is:others") == 1 }
        let hat = try id(ofTitle: "Hat", at: ben)
        let loom = try id(ofTitle: "Loom", at: ana)

        try ana.weft("follow", "--thing", hat).succeeds()
        try ana.weft("follow", "--thing", loom).succeeds()
        try ben.weft("outfit", "new", "Sunday", hat, "--audience", "friends").succeeds()
        try ben.weft("outfit", "new", "Secret", hat).succeeds()
        try ben.weft("closet", "new", "Wishes", hat, "--audience", "friends").succeeds()
        try ben.weft(
            "hl", "add", "https://loom.example/", "--exact", "over and under", "--audience",
            "friends"
        ).succeeds()
        try until("Ana is shown them") { try titles(ana, "feed").count == 3 }

        #expect(try Set(titles(ana, "feed")) == ["Sunday", "Wishes", "over and under"])
        let shown = try ana.weft("garment", "show", hat).succeeds().out
        #expect(shown.contains("Sunday") && shown.contains("Wishes") && !shown.contains("Secret"))
        let told = try ben.weft("garment", "show", hat, "--json").succeeds().json()
        let names = (told["named_by"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(names == ["Wishes", "Secret", "Sunday"])
        try ben.weft("like", hat).succeeds()
        try ben.weft("comment", hat, "Made for me").succeeds()
        try until("Ana is told what Ben says") {
            try ana.weft("feed", "--said", "--plain").succeeds().out.contains("Made for me")
        }
        let said = try ana.weft("feed", "--said").succeeds().out
        #expect(said.contains("@ben likes") && said.contains("@ben on"))
        try ana.weft("feed", "--said", "wool").fails(2, saying: "no search")
        try ana.weft("feed", "--said", "--discover").fails(
            2, saying: "only one of --following, --discover and --said")
        try ana.weft("follow", "rm", "Hat").succeeds()
        #expect(try ana.weft("feed", "--said", "--plain").succeeds().out.isEmpty)
        #expect(try titles(ana, "feed") == ["over and under"])
    }

    @Test func `an impossible follow or feed is refused with a fix`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        try ana.weft("follow").fails(2, saying: "@NAME")
        try ana.weft("follow", "@nobody").fails(3, saying: "fix:")
        try ana.weft("follow", "is:trashed").fails(2, saying: "fix:")
        try ana.weft("mute", "some words").fails(2, saying: "weft mute @NAME")
        try ana.weft("follow", "rm", "#wool").fails(3, saying: "weft follow ls")
        try ana.weft("feed", "--following", "--discover").fails(
            2, saying: "only one of --following, --discover and --said")
        try ana.weft("feed", "--cursor", "XYZ").fails(2, saying: "without a cursor")
        try ana.weft("recommend", "closet").fails(2, saying: "one of garment, outfit")
        try ana.weft("profile", "@nobody").fails(3, saying: "weft friend ls")
        try ana.weft("portfolio", "--place", "ABCD1234").fails(3, saying: "fix:")
        try ana.weft("rate", "--audience", "private").fails(2, saying: "group:NAME")
        for command in ["feed", "rate", "lookbook", "portfolio", "recommend", "profile"] {
            try ana.weft(command).succeeds()
        }
    }
}
