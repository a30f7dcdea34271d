import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests the limits on reports that are read, opened and sent at once, and the devices that receive
/// them.
@Suite struct ReportBoundTests {
    private static func hat(_ note: String = "") -> BookmarkDraft {
        BookmarkDraft(url: "", title: "hat", note: note, kind: .garment)
    }

    /// Writes more reports of one thing than any command would.
    private func flood(
        _ count: Int, by eva: WriteReplica, to bob: WriteReplica, of hat: ObjectID
    ) throws {
        let place = try #require(try eva.reportRows().first).place
        let person = eva.owner.person
        let words = ReportWords(
            target: bob.owner.person.key.bytes + hat.bytes.bytes, told: [bob.owner.person],
            reason: "and again")
        let devices = [eva, bob].map(\.owner.agreement.publicKey)
        var entropy = Entropy.seeded(try WriteReplica.bytes([7]))
        var dice = Dice(seed: 7)
        for _ in 0..<count {
            let sealed = DeviceSeal.seal(
                words.bytes, for: devices, by: person, entropy: &entropy, dice: &dice)
            let creation = Creation(
                kind: Schema.Report.kind, values: [FieldValue(Schema.Report.sealed, sealed)],
                elements: [])
            try eva.forge([.create(creation)], at: place)
        }
    }

    @Test func `a person who floods others with reports hides only their own`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let eva = try WriteReplica(3, name: "Eva")
        try bob.add(friend: eva)
        try eva.add(friend: bob)
        let note = String(repeating: "n", count: Limits.noteBytesMax)
        let hat = try bob.keep(Self.hat(note), in: .friends)[0]
        try ana.exchange(with: bob)
        try ana.report(hat, "the first")
        try bob.exchange(with: eva)
        try eva.report(hat, "mine")
        try flood(ThingReport.standingMax + 29, by: eva, to: bob, of: hat)
        try bob.exchange(with: eva)
        try bob.exchange(with: ana)

        // In slices, each once.
        #expect(try bob.step { (store) throws(StorageError) in try store.openReports() })
        try bob.openReports()
        #expect(try bob.rowCount("reports WHERE state = 1") == ThingReport.standingMax + 1)
        #expect(try bob.reportsTold() == ThingReport.standingMax + 1)
        let all = try bob.reports()
        #expect(all.count == ThingReport.standingMax + 1)
        #expect(all.contains { $0.reason == "the first" } && !all.contains { $0.reason == "mine" })

        // A page ends before it becomes too large.
        let page = try bob.reportPage(limit: Limits.pageMax)
        #expect(page.total == all.count && page.nextCursor != nil)
        #expect(page.items.count > 60 && page.items.count < 70)

        // One more is the only one that is examined.
        try flood(1, by: eva, to: bob, of: hat)
        try bob.exchange(with: eva)
        #expect(try bob.rowCount("reports WHERE state = 0") == 1)
        #expect(try bob.rowCount("reports WHERE reporter <> 0") == ThingReport.standingMax + 1)
    }

    @Test(arguments: [-1, 0, 1])
    func `a person with the most reports that others read makes no more`(beyond: Int) throws {
        let (bob, eva) = try WriteReplica.friends()
        let hat = try bob.keep(Self.hat(), in: .friends)[0]
        let coat = try bob.keep(
            BookmarkDraft(url: "", title: "coat", kind: .garment), in: .friends)[0]
        try bob.exchange(with: eva)
        try eva.report(hat)
        try flood(ThingReport.standingMax - 1 + beyond, by: eva, to: bob, of: hat)

        #expect(try eva.report(coat).refusal == (beyond < 0 ? nil : .tooMany))
    }

    @Test func `pages of reports repeat nothing and leave nothing out`() throws {
        let (ana, bob) = try WriteReplica.friends()
        var things: [ObjectID] = []
        for number in 0..<9 {
            things += try bob.keep(
                BookmarkDraft(url: "", title: "hat \(number)", kind: .garment), in: .friends)
        }
        try ana.exchange(with: bob)
        for (number, thing) in things.enumerated() { try ana.report(thing, "reason \(number)") }
        try ana.exchange(with: bob)

        for person in [ana, bob] {
            #expect(try person.reports().map(\.reason) == (0..<9).reversed().map { "reason \($0)" })
            #expect(try person.reportPage(limit: 9).nextCursor == nil)
            #expect(try person.reportPage(limit: 8).nextCursor != nil)
            #expect(try person.reportPage(limit: 1).total == 9)
        }
        for (limit, cursor) in [
            (0, nil), (Limits.pageMax + 1, nil), (5, "x"), (5, String(repeating: "0", count: 26)),
            (5, String(repeating: "A", count: 4000)),
        ] as [(Int, String?)] {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.reports(limit: limit, cursor: cursor), now: ana.wall)
            }
            if cursor?.count == 26 {
                guard case .reports(let page)? = answer else {
                    Issue.record("a place before all reports is one")
                    continue
                }
                #expect(page.items.isEmpty && page.total == 9)
            } else {
                #expect(answer?.refusal == .invalidValue)
            }
        }
    }

    @Test func `a report is for the devices that are left, the last ones of them`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let hat = try bob.keep(Self.hat(), in: .friends)[0]
        try ana.exchange(with: bob)
        var others: [Owner] = []
        for device in UInt8(2)...40 {
            others.append(try WriteReplica.owner(2, device: device, name: "Bob"))
        }
        // Bob's first device, and all but two of the others, are revoked.
        let ended = [bob.owner] + others.dropLast(2)
        func hearers() throws -> [Bytes32] {
            try ana.step { (store) throws(StorageError) in
                let person = try store.number(of: bob.owner.person)
                let row = try store.object(hat, author: person, in: Place(.friends))
                return try store.hearers(ofReportsOn: row).flatMap(\.devices)
            }
        }
        func end(_ owners: [Owner]) throws {
            try ana.step { (store) throws(StorageError) in
                let person = try store.number(of: bob.owner.person)
                for owner in owners {
                    try store.database.run(
                        "INSERT INTO ended (person, device) VALUES (?, ?)", .integer(person),
                        .blob(owner.device.key.bytes))
                }
                store.memory.ended = nil
            }
        }
        try ana.step { (store) throws(StorageError) in
            for owner in others { try store.keep(owner.certificate) }
        }

        #expect(try hearers() == others.suffix(16).map(\.agreement.publicKey))
        try end(ended)
        #expect(try hearers() == others.suffix(2).map(\.agreement.publicKey))
        try end(Array(others.suffix(2)))
        #expect(try hearers().isEmpty)
        let before = try ana.rowCount("deltas")
        #expect(try ana.report(hat).refusal == .notFound)
        #expect(try ana.rowCount("deltas") == before)
    }

    @Test func `a report for fewer devices than its author has is for the one in use`() throws {
        let (ana, _) = try WriteReplica.friends()
        var others: [Owner] = []
        for device in UInt8(2)...20 {
            others.append(try WriteReplica.owner(1, device: device, name: "Ana"))
        }
        try ana.step { (store) throws(StorageError) in
            for other in others { try store.keep(other.certificate) }
        }
        let devices = try ana.step { (store) throws(StorageError) in try store.ownReportDevices() }
        #expect(devices.count == 16 && devices.last == ana.owner.agreement.publicKey)
        #expect(Set(devices).count == 16)
    }
}
