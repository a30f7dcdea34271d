import Testing

/// Tests a node's settings, with the real program.
@Suite(.serialized) struct SettingsTests {
    @Test func `the shown value of a setting can be typed to set it`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        for (name, value) in [
            ("audience", "friends"), ("discovery", "off"), ("pinboard", "public"),
            ("files.quota", "3072MiB"), ("files.originals", "always"), ("author.quota", "5MiB"),
        ] {
            try ana.weft("config", "set", name, value).succeeds()
        }

        let shown = try ana.weft("config", "ls", "--plain").succeeds().out
            .split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }

        #expect(shown.count == 7)
        for row in shown {
            try #require(row.count == 2)
            try ana.weft("config", "set", row[0], row[1]).succeeds()
            #expect(try ana.weft("config", "get", row[0]).succeeds().out == row[1] + "\n")
        }
        #expect(shown.contains(["files.quota", "3GiB"]))
    }
}
