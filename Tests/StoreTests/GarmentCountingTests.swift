import CRDT
import Domain
import Laws
import Primitives
import Testing

@testable import Store

/// Tests that garments are counted in slices, however many there are, with the same result as a plain scan.
@Suite struct GarmentCountingTests {
    /// The statistics, by name.
    private struct Told: Equatable {
        var garments = 0
        var ofOthers = 0
        var hidden = 0
        var value: [String] = []
        var best: [String] = []
        var worst: [String] = []
        var never: [String] = []

        init(_ stats: ClosetStats) {
            (garments, ofOthers, hidden) = (stats.garments, stats.ofOthers, stats.hidden)
            value = stats.value.map(\.text)
            best = stats.best.map { "\($0.garment.title) \($0.each.text) \($0.days)" }
            worst = stats.worst.map { "\($0.garment.title) \($0.each.text) \($0.days)" }
            never = stats.neverWorn.map(\.title)
        }

        /// Computes the statistics of shown things, all in one currency.
        init(_ shown: [Bookmark], hidden: Int) {
            self.hidden = hidden
            let all = shown.filter { $0.kind == .garment && !$0.isTrashed }.sorted { $0.id < $1.id }
            let price = { (garment: Bookmark) -> Price? in
                garment.details[.price].first.flatMap { try? Price.parse($0).get() }
            }
            garments = all.count
            ofOthers = all.count { !$0.author.isMe }
            let prices = all.compactMap { price($0)?.thousandths }
            let sum = Price.spelled(trimming: Int(prices.reduce(0, +)))
            value = prices.isEmpty ? [] : [sum + " EUR"]
            let ranked = all.compactMap { garment -> (line: String, each: Int64)? in
                let days = garment.details[.worn].count
                guard days > 0, let each = price(garment)?.each(of: days) else { return nil }
                return ("\(garment.title) \(each.text) \(days)", each.thousandths)
            }.sorted { $0.each < $1.each }
            best = ranked.prefix(5).map(\.line)
            worst = ranked.dropFirst(5).reversed().prefix(5).map(\.line)
            never = all.filter { $0.author.isMe && $0.details[.worn].isEmpty }
                .sorted { (price($0)?.thousandths ?? -1) > (price($1)?.thousandths ?? -1) }
                .prefix(5).map(\.title)
        }
    }

    private func keepSome(
        _ name: String, _ dice: inout Dice, at person: WriteReplica, in audience: Audience?
    ) throws -> [ObjectID] {
        let drafts = (0..<dice.roll(below: 14)).map { number in
            var details: [Detail] = []
            // Whole amounts, so that the model can add them without rounding.
            if dice.roll(below: 4) > 0 {
                details.append(Detail(.price, ["\(1 + dice.roll(below: 200)) EUR"]))
            }
            let days = dice.roll(below: 4)
            if days > 0 {
                details.append(Detail(.worn, (1...days).map { "2026-01-0\($0)" }))
            }
            return BookmarkDraft(
                url: "", title: "\(name)\(number)", kind: .garment, details: details)
        }
        guard !drafts.isEmpty else { return [] }
        let answer = try person.perform(
            .addBookmarks(drafts, to: audience, onDuplicate: .skip, act: nil))
        guard case .kept(let report) = answer else { throw StorageError.corrupt }
        return report.outcomes.compactMap { if case .added(let id) = $0 { id } else { nil } }
    }

    @Test(arguments: LawSeeds.seeds(8, soak: 24))
    func `as many as there are, in slices of any size`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var limits = StoreLimits.standard
        limits.countedRows = 1 + dice.roll(below: 7)
        let ana = try WriteReplica(1, name: "Ana", limits: limits)
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        let mine = try keepSome("m", &dice, at: ana, in: nil)
        let theirs = try keepSome("t", &dice, at: bob, in: .friends)
        try bob.sync(to: ana)
        let look = try ana.combine(.outfit, "Look", Array(mine.prefix(2)))
        let hung = (mine + theirs).filter { _ in dice.roll(below: 2) == 0 } + [look]
        let closet = try ana.combine(.closet, "Winter", hung)
        for id in mine where dice.roll(below: 6) == 0 {
            try ana.perform(.remove(.references([.id(id.text)])))
        }
        for id in theirs where dice.roll(below: 6) == 0 {
            try bob.perform(.unshare(.references([.id(id.text)]), from: nil))
        }
        try bob.sync(to: ana)

        let all = try ana.stats(nil).get()
        let ofCloset = try ana.stats(.id(closet.text)).get()

        let shown = try ana.show(closet)
        let own = try ana.step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE kind = 11 AND author = ? ORDER BY id",
                [.integer(try store.me)]
            ) { (row) throws(StorageError) in row.integer(0) }
            return try store.bookmarks(rows: rows)
        }
        #expect(Told(all) == Told(own, hidden: 0))
        let unseen = shown.contents.count { shown.part($0) == nil }
        #expect(Told(ofCloset) == Told(shown.parts.map(\.thing), hidden: unseen))
    }

    @Test func `two and a half thousand are counted, in three slices`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        for start in stride(from: 0, to: 2500, by: 500) {
            let drafts = (start..<start + 500).map { number in
                BookmarkDraft(
                    url: "", title: "g\(number)", kind: .garment,
                    details: [Detail(.price, ["\(number) EUR"])])
            }
            try ana.perform(.addBookmarks(drafts, to: nil, onDuplicate: .skip, act: nil))
        }
        var counting = try ana.step { (store) throws(StorageError) in
            try store.count(in: nil)
        }.get()

        var slices = 0
        var stats: ClosetStats?
        while stats == nil {
            stats = try ana.step { (store) throws(StorageError) in try store.proceed(&counting) }
            slices += 1
        }

        #expect(slices == 3)
        #expect(stats?.garments == 2500)
        #expect(stats?.value.map(\.text) == ["\(2500 * 2499 / 2) EUR"])
        #expect(stats?.neverWorn.map(\.title) == (2495..<2500).reversed().map { "g\($0)" })
    }

    @Test(arguments: [498, 499, 500])
    func `many days of one garment are a slice as well`(days: Int) throws {
        var limits = StoreLimits.standard
        limits.countedRows = 10
        let ana = try WriteReplica(1, name: "Ana", limits: limits)
        let worn = (0..<days).map { day in
            let (year, rest) = (2000 + day / 336, day % 336)
            let (month, date) = (1 + rest / 28, 1 + rest % 28)
            return "\(year)-\(month < 10 ? "0" : "")\(month)-\(date < 10 ? "0" : "")\(date)"
        }
        _ = try ana.garment("Old", [Detail(.price, ["1000 EUR"]), Detail(.worn, worn)])
        _ = try ana.garment("New", [Detail(.price, ["1 EUR"]), Detail(.worn, ["2026-01-01"])])
        var counting = try ana.step { (store) throws(StorageError) in
            try store.count(in: nil)
        }.get()

        var slices = 0
        var stats: ClosetStats?
        while stats == nil {
            stats = try ana.step { (store) throws(StorageError) in try store.proceed(&counting) }
            slices += 1
        }

        #expect(slices == (days + 1 < 500 ? 1 : 2))
        #expect(stats?.best.map(\.garment.title) == ["New", "Old"])
        #expect(stats?.best.last?.days == days)
    }

    @Test func `a closet that two have filled at once is counted to its end`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        let drafts = (0..<700).map { number in
            BookmarkDraft(url: "", title: "g\(number)", kind: .garment)
        }
        var ids: [ObjectID] = []
        for part in [drafts[..<350], drafts[350...]] {
            let answer = try laptop.perform(
                .addBookmarks(Array(part), to: nil, onDuplicate: .skip, act: nil))
            guard case .kept(let report) = answer else { throw StorageError.corrupt }
            ids += report.outcomes.compactMap { if case .added(let id) = $0 { id } else { nil } }
        }
        let closet = try laptop.combine(.closet, "Winter", [])
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)
        for (device, half) in [(laptop, ids[..<350]), (phone, ids[350...])] {
            for start in stride(from: half.startIndex, to: half.endIndex, by: 100) {
                let part = half[start..<min(start + 100, half.endIndex)]
                try device.perform(
                    .wardrobe(
                        .fill(.id(closet.text), add: part.map { .id($0.text) }, remove: [])))
            }
        }
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)

        for device in [laptop, phone] {
            let stats = try device.stats(.id(closet.text)).get()
            #expect((stats.garments, stats.hidden) == (700, 0))
        }
    }

    @Test func `a garment removed while counting is not listed`() throws {
        var limits = StoreLimits.standard
        limits.countedRows = 1
        let ana = try WriteReplica(1, name: "Ana", limits: limits)
        let ids = try (0..<4).map { try ana.garment("g\($0)", [Detail(.price, ["\($0) EUR"])]) }
        var counting = try ana.step { (store) throws(StorageError) in
            try store.count(in: nil)
        }.get()
        for _ in 0..<2 {
            let stats = try ana.step { (store) throws(StorageError) in
                try store.proceed(&counting)
            }
            #expect(stats == nil)
        }
        for id in [ids[0], ids[3]] {
            try ana.perform(.remove(.references([.id(id.text)])))
        }

        var stats: ClosetStats?
        while stats == nil {
            stats = try ana.step { (store) throws(StorageError) in try store.proceed(&counting) }
        }

        #expect(stats?.garments == 3)
        #expect(stats?.neverWorn.map(\.title) == ["g2", "g1"])
    }
}
