import Foundation
import Testing

/// Tests that this program opens a profile made by an early version.
///
/// `Fixtures/schema-4` is the profile of Alice from the first program whose tables have been kept and only added to
/// ever since: 41 links, one of them in the trash and one in a group, tags, two collections, a live share, and what
/// Alice's friend Benno had shared. Its keys are not used elsewhere.
@Suite(.serialized) struct MigrationTests {
    @Test func `everything that was kept is there, and can be changed`() throws {
        let house = try Household()
        let alice = try house.profile("schema-4", of: "alice")

        try alice.up()

        #expect(try alice.count("type:any") == 43)
        #expect(try alice.count("by:@Benno") == 2)
        #expect(try alice.count("is:trashed") == 1)
        #expect(try alice.count("#sewing/five") == 6)
        #expect(try alice.count("in:Sewing") == 6)
        #expect(try alice.count("in:shopping") == 2)
        #expect(try alice.count("in:group:lab") == 1)
        #expect(try alice.count("is:friends by:me") == 40)
        #expect(try alice.count("note:\"number 9\" \"renamed nine\"") == 1)
        #expect(try alice.count("is:unread size:l") == 1)
        // An earlier act can still be undone.
        try alice.weft("undo").succeeds()
        #expect(try alice.count("in:shopping") == 0)
        let renamed = try alice.weft("log", "https://page9.example/path/9").succeeds().out
        #expect(renamed.contains("Renamed nine"))
        let shares = try alice.weft("shares").succeeds().out
        #expect(shares.contains("#craft") && shares.contains("friends"))
    }

    @Test func `newer features work on a migrated profile`() throws {
        let house = try Household()
        let alice = try house.profile("schema-4", of: "alice")
        try alice.up()

        try alice.weft("like", "https://ben.example/one").succeeds()
        try alice.weft("comment", "https://ben.example/one", "Still good.").succeeds()
        #expect(try alice.count("is:liked comments:1") == 1)
        try alice.weft("hl", "add", "https://page3.example/path/3", "--exact", "words").succeeds()
        #expect(try alice.count("is:highlighted") == 1)
        try alice.weft("garment", "add", "Shirt", "-t", "craft").succeeds()
        // The earlier live share applies to it.
        #expect(try alice.count("type:garment is:friends") == 1)
        try alice.weft("down").succeeds()
        try alice.up()
        #expect(try alice.count("type:any") == 45)
    }
}
