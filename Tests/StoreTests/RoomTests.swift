import Domain
import Foundation
import Testing

@testable import Store

/// Tests how much disk space a node takes.
@Suite struct RoomTests {
    @Test func `a new profile leaves room on a disk of 1 MiB`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("weft-room-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appendingPathComponent("weft.sqlite")

        let ana = try WriteReplica(1, name: "Ana", path: database.path)
        try ana.keep(.init(url: "https://one.example/"))

        let sizes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
            let facts = try FileManager.default.attributesOfItem(
                atPath: folder.appendingPathComponent(name).path)
            return (facts[.size] as? Int) ?? 0
        }
        #expect(sizes.count == 2)
        #expect(sizes.reduce(0, +) < 700_000)
    }
}
