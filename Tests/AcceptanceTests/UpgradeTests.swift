import Foundation
import Testing

/// Tests that what another device's newer program wrote appears after an upgrade.
///
/// `Fixtures/schema-16` is the profile of a laptop of Ana's as b26c575 left it. That program knew kinds 1 to 20. Ana's
/// other device, and Ben's, ran a program that knows kind 21, private notes, and field 4 of reactions, open follows. Ana
/// had marked Ben's link "Slow looms" as unread, and followed Ben's café openly. The laptop showed nothing of that, and
/// a tablet that met it alone had all of it. Its keys are not used elsewhere.
@Suite(.serialized) struct UpgradeTests {
    @Test func `a kind and a field that a program did not know appear when it is replaced`() throws
    {
        let house = try Household()
        let laptop = try house.profile("schema-16", of: "laptop")

        try laptop.up()

        #expect(try laptop.count("by:@Ben") == 3)
        #expect(try laptop.count("is:unread") == 1)
        #expect(try laptop.count("is:unread \"slow looms\"") == 1)
        let cafe = try laptop.weft("show", "S4AY3P4W").succeeds().out
        #expect(cafe.contains("1 follower"))
        // Both continue from there.
        try laptop.weft("edit", "QKM7G888", "--read").succeeds()
        #expect(try laptop.count("is:unread") == 0)
        let followed = try laptop.weft("follow", "ls").succeeds().out
        #expect(followed.contains("Café Loom"))
        try laptop.weft("undo").succeeds()
        #expect(try laptop.count("is:unread") == 1)
        try laptop.down()
        try laptop.up()
        #expect(try laptop.count("is:unread") == 1)
    }
}
