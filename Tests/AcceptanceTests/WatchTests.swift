import Foundation
import Testing

/// Tests events as they are reported, up to the requested end, and on a desktop.
@Suite(.serialized) struct WatchTests {
    /// Creates a folder with a program `notify-send` that writes each of its arguments on a line,
    /// or fails.
    private func desktop(_ house: Household, _ script: String) throws -> String {
        try house.programs(["notify-send": script])
    }

    private func watch(_ person: Person, _ house: Household, _ path: String, _ words: String...)
        throws -> Started
    {
        try Started(
            ["watch"] + words, home: person.root, in: house.path, variables: ["PATH": path])
    }

    /// Stores links with this title until `isEnough`: what was stored before the watch began is not
    /// reported.
    private func keep(
        _ title: String, at person: Person, until isEnough: () throws -> Bool
    ) throws {
        var number = 0
        try until("it was heard of", within: .seconds(20)) {
            number += 1
            try person.weft("add", "https://loom.example/\(number)", "--title", title).succeeds()
            return try isEnough()
        }
    }

    private func lines(_ path: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `three events are enough, and each is a notification that no shell reads`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let said = "\(house.path)/said"
        let path = try desktop(house, "printf '%s\\n' \"$@\" >> \(said)")
        let title = "$(touch \(house.path)/gone) `id` <b>\"loom\"</b> -x; %s"

        let watching = try watch(ana, house, path, "-N", "3", "--notify", "--plain")
        try keep(title, at: ana) { lines(said).count >= 9 }
        let ended = try watching.end()

        #expect(ended.code == 0, "\(ended.err)")
        #expect(ended.out.split(separator: "\n").count == 3)
        #expect(ended.out.contains("+ \(title)"))
        let one = ["--app-name=weft", "--", "@ana  + \(title)"]
        #expect(lines(said).count == 9)
        #expect(lines(said)[0...1] == one[0...1] && lines(said)[2].hasSuffix("+ \(title)"))
        #expect(!FileManager.default.fileExists(atPath: "\(house.path)/gone"))
    }

    @Test func `after its time it ends well, with JSON and without`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let path = "\(house.path)/none"
        let start = ContinuousClock.now

        let ended = try watch(ana, house, path, "--for", "1s").end()
        let second = try watch(ana, house, path, "--for", "1s", "-N", "9", "--json").end()

        #expect(ended.code == 0 && second.code == 0, "\(ended.err)\(second.err)")
        #expect(ContinuousClock.now - start >= .seconds(2))
        #expect(ended.err.contains("watching"))
    }

    @Test func `without a program for notifications it does not begin`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        let ended = try watch(ana, house, "\(house.path)/none", "--notify").end()

        #expect(ended.code == 1)
        #expect(ended.err.contains("no notification program found") && ended.err.contains("fix:"))
        #expect(!ended.err.contains("watching"))
    }

    @Test func `a failing desktop notification is reported once, and watching goes on`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let tried = "\(house.path)/tried"
        let path = try desktop(house, "echo x >> \(tried)\necho no desktop here >&2\nexit 1")

        let watching = try watch(ana, house, path, "-N", "2", "--notify", "--json")
        try keep("Loom", at: ana) { lines(tried).count >= 2 }
        let ended = try watching.end()

        #expect(ended.code == 0, "\(ended.err)")
        #expect(ended.err.components(separatedBy: "no desktop here").count == 2)
        #expect(ended.out.split(separator: "\n").count == 2)
    }

    @Test func `a time that is none is refused`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        for time in ["0s", "2", "soon", "-1s", "99999999d"] {
            try ana.weft("watch", "--for=\(time)").fails(2, saying: "30s, 10m or 2h")
        }
        try ana.weft("watch", "-N", "-1").fails(2)
    }
}
