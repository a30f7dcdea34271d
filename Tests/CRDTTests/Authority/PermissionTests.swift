import Foundation
import Testing

@testable import CRDT

@Suite struct PermissionTests {
    private static let kinds: [UInt8] = [1, 2, 3, 4, 5]

    /// The rows of docs/reference/authority.md, in its order and its words.
    private static let rows: [(name: String, actions: [Permission.Action])] = [
        ("open a chain", [.open]),
        ("certify a device", [.certify]),
        ("end a device's certificate", [.decertify]),
        ("grant an heir", [.grant(.heir)]),
        ("grant an owner", [.grant(.owner)]),
        ("grant an editor", [.grant(.editor)]),
        ("grant a viewer", [.grant(.viewer)]),
        ("grant a friend", [.grant(.friend)]),
        ("cut a grant", [.cut]),
        ("leave: end one's own grant", [.leave]),
        ("rotate the key", [.rotate]),
        ("admit a device to an epoch", [.admit]),
        ("checkpoint a chain of one's own", [.checkpoint]),
        (
            "create, write, add to, remove from an object of one's own",
            [.create, .write, .add, .remove]
        ),
        ("withdraw an object of one's own", [.withdraw]),
        ("react: any change of a like, a dislike, a comment, a report of one's own", [.react]),
        ("place an object", [.place]),
        ("an operation of a newer version", [.unknown]),
    ]

    @Test func `docs/reference/authority.md shows the table that the code has`() throws {
        let path = "docs/reference/authority.md"
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appending(path: path).path) {
            try #require(folder.path != "/", "\(path) is above the tests")
            folder.deleteLastPathComponent()
        }
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)

        let shown = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map(String.init)

        #expect(Array(shown.dropFirst().prefix(Self.rows.count)) == Self.table)
    }

    @Test func `every operation has a row`() {
        let shown = Self.rows.flatMap(\.actions)
        let grants = Grant.Role.allCases.map { Permission.Action.grant($0) }

        #expect(shown.count == 16 + grants.count)
        #expect(Set(shown).count == shown.count)
        #expect(grants.allSatisfy(shown.contains))
    }

    @Test func `a writer without a standing may write nothing`() {
        for action in Self.rows.flatMap(\.actions) {
            for kind in UInt8(0)...255 {
                #expect(!Permission.allows(action, to: .none, in: kind))
            }
        }
    }

    @Test(arguments: [UInt8(0), 6, 255])
    func `in audiences of unknown kinds nobody may write`(kind: UInt8) {
        for action in Self.rows.flatMap(\.actions) {
            for role in Standing.Role.allCases {
                #expect(!Permission.allows(action, to: role, in: kind))
            }
        }
    }

    // Then no other operation of a delta with a grant can void it by the role of its chain.
    @Test(arguments: kinds)
    func `a role that may grant or cut may write everything but grants and leaving`(
        kind: UInt8
    ) {
        let others = Self.rows.flatMap(\.actions).filter {
            if case .grant = $0 { return false } else { return $0 != .cut && $0 != .leave }
        }
        for role in Standing.Role.allCases where Self.isEntitled(role, in: kind) {
            for action in others where Self.roles(action, in: kind) != "-" {
                #expect(Permission.allows(action, to: role, in: kind))
            }
        }
    }

    @Test(arguments: kinds)
    func `a cut reaches the roles that its writer may give`(kind: UInt8) {
        for role in Standing.Role.allCases {
            for granted in Grant.Role.allCases {
                let gives = Permission.allows(.grant(granted), to: role, in: kind)
                let reaches = Permission.reaches(granted, from: role, in: kind)
                #expect(reaches == (gives && kind != 5))
            }
        }
    }

    // A handover ends the own grant in the same words, and heads may not leave.
    @Test(arguments: kinds)
    func `the own grant is ended by who may cut or leave, another's by who may cut`(kind: UInt8) {
        let leave = Operation.cut(Cut(grant: 7, chains: []))
        for role in Standing.Role.allCases {
            let mayCut = Permission.allows(.cut, to: role, in: kind)
            let mayLeave = Permission.allows(.leave, to: role, in: kind)
            #expect(
                Permission.allows(leave, on: .thing, to: role, by: 7, in: kind)
                    == (mayCut || mayLeave))
            #expect(
                Permission.allows(leave, on: .thing, to: role, by: 8, in: kind) == mayCut)
        }
    }

    @Test func `0 is no grant that one could leave`() {
        let leave = Operation.cut(Cut(grant: 0, chains: []))

        #expect(!Permission.allows(leave, on: .thing, to: .editor, by: 0, in: 4))
    }

    private static func isEntitled(_ role: Standing.Role, in kind: UInt8) -> Bool {
        Permission.allows(.cut, to: role, in: kind)
            || Grant.Role.allCases.contains { Permission.allows(.grant($0), to: role, in: kind) }
    }

    private static var table: [String] {
        rows.map { name, actions in
            let cells = kinds.map { kind in
                let cells = Set(actions.map { roles($0, in: kind) })
                return cells.count == 1 ? cells.first ?? "" : "operations of one row differ"
            }
            return "| \(name) | \(cells.joined(separator: " | ")) |"
        }
    }

    private static func roles(_ action: Permission.Action, in kind: UInt8) -> String {
        let roles = Standing.Role.allCases.filter { Permission.allows(action, to: $0, in: kind) }
        return roles.isEmpty ? "-" : roles.map { "\($0)" }.joined(separator: ", ")
    }
}
