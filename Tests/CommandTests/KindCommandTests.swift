import API
import ArgumentParser
import Domain
import Testing

@testable import weft

/// Tests the commands of kinds, and what calls tell of the node's work.
@Suite struct KindCommandTests {
    @Test(arguments: Kind.allCases.filter { $0 != .link && $0 != .profile })
    func `a kind has a command that lists, shows, adds, changes and removes its things`(
        kind: Kind
    ) throws {
        let all = CommandTree.root.all.flatMap { [$0] + $0.all }

        let command = try #require(
            all.first { $0.name == kind.word || $0.aliases.contains(kind.word) })

        let names = Set(command.all.map(\.name))
        #expect(names.isSuperset(of: ["ls", "show", "edit", "rm"]))
        #expect(!names.isDisjoint(with: ["add", "new"]))
    }

    @Test func `an edit without a change is refused with an example`() throws {
        let error = #expect(throws: (any Error).self) {
            try Weft.parseAsRoot(["garment", "edit", "9QH2M000"])
        }

        #expect(
            Weft.message(for: try #require(error)) == "Pass a change, for example --color blue.")
    }

    @Test func `a call that ends early tells of the work that goes on in the node`() throws {
        let undoable = "if the node had started, it continues; weft undo stops and reverts it"

        #expect(Call(RenameTag("a", to: "b")).afterwards == undoable)
        #expect(Call(RemoveThing<Garments>("9QH2M000")).afterwards == undoable)
        #expect(Call(NewCollection(name: "later")).afterwards == undoable)
        #expect(Call(UndoNewest()).afterwards == "the node continues undoing")
        #expect(Call(RenameFriend("ben", to: "Ben")).afterwards == nil)
        #expect(Call(ListTags()).afterwards == nil)
    }
}
