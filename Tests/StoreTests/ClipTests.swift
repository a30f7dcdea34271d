import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests clips at a node: their films must be here and last as long as they say.
@Suite struct ClipTests {
    /// Returns the head of an MP4 that lasts so many milliseconds, after `before` bytes of padding.
    static func film(_ milliseconds: UInt32, before: Int = 0) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
            number(UInt32(body.count + 8)) + Array(type.utf8) + body
        }
        var header: [UInt8] = number(0) + number(0)
        header += number(0) + number(1000) + number(milliseconds)
        var file: [UInt8] = box("ftyp", Array("isom".utf8) + number(0))
        if before > 0 { file += box("mdat", [UInt8](repeating: 5, count: before)) }
        return file + box("moov", box("mvhd", header))
    }

    /// Imports it, and returns a clip's reference to it.
    static func put(
        _ bytes: [UInt8], at replica: WriteReplica
    ) throws -> BlobReference {
        let draft = try replica.begin()
        try replica.perform(.blob(.put(bytes, into: draft)))
        let answer = try replica.perform(.blob(.end(draft, as: .clip)))
        guard case .blob(.kept(let file)) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return file
    }

    private static func outcome(
        _ replica: WriteReplica, _ film: BlobReference?, _ details: [Detail] = [],
        tags: [String] = []
    ) throws -> AdditionReport.Outcome {
        let film = film.map { [Detail(.film, [$0.text])] } ?? []
        let draft = BookmarkDraft(
            url: "", title: "Opening", tags: tags, kind: .clip, details: film + details)
        let answer = try replica.perform(
            .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil))
        guard case .kept(let report) = answer, let first = report.outcomes.first else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return first
    }

    /// Stores a clip of it.
    static func kept(
        _ replica: WriteReplica, _ film: BlobReference?, _ details: [Detail] = []
    ) throws -> ObjectID {
        guard case .added(let id) = try outcome(replica, film, details) else {
            throw WriteReplica.Unexpected(what: "no clip")
        }
        return id
    }

    @Test(arguments: [
        (3000, "3.0"), (2950, "3.0"), (7449, "7.4"), (15_000, "15.0"), (15_049, "15.0"),
    ])
    func `a clip lasts as long as its film says`(milliseconds: UInt32, text: String) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let film = try Self.put(Self.film(milliseconds, before: 70_000), at: ana)

        let id = try Self.kept(ana, film, [Detail(.theme, ["opening"])])

        let shown = try ana.link(id)
        #expect(shown.details[.duration] == [text])
        #expect(shown.details[.theme] == ["opening"])
    }

    @Test(
        arguments: [
            (true, "7.4", true), (true, "15.0", true), (true, "15.1", false), (true, nil, false),
            (false, "7.4", false),
        ]
            as [(Bool, String?, Bool)])
    func `of a film that is not here an import says how long it lasts, and nobody else`(
        isFromFile: Bool, duration: String?, isKept: Bool
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ben = try WriteReplica(2, name: "Ben")
        let film = try Self.put(Self.film(7400), at: ana)
        var draft = BookmarkDraft(
            url: "", title: "Opening", tags: ["shop"], kind: .clip,
            details: [Detail(.film, [film.text])])
        if let duration { draft.details.append(Detail(.duration, [duration])) }
        draft.isFromFile = isFromFile

        let answer = try ben.perform(
            .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil))

        guard case .kept(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        guard isKept, case .added(let id)? = report.outcomes.first else {
            guard case .refused(let problem)? = report.outcomes.first, !isKept else {
                Issue.record("\(report)")
                return
            }
            #expect(!problem.fix.isEmpty)
            return
        }
        let shown = try ben.link(id)
        #expect(shown.details[.duration] == [duration ?? ""])
        #expect(shown.title == "Opening" && shown.tags == ["shop"])
    }

    @Test(arguments: [2949, 2900, 15_050, 15_100, 3_600_000])
    func `a film that is too short or too long is none of a clip`(milliseconds: UInt32) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let film = try Self.put(Self.film(milliseconds), at: ana)

        guard case .refused(let problem) = try Self.outcome(ana, film) else {
            Issue.record("it was kept")
            return
        }
        #expect(problem.detail.contains("3 to 15 seconds"))
    }

    @Test func `a typed duration must equal the film's, and is needed where that has none`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let film = try Self.put(Self.film(7500), at: ana)
        let silent = try Self.put(Self.film(0), at: ana)
        let typed = { (text: String) in [Detail(.duration, [text])] }

        guard case .refused(let other) = try Self.outcome(ana, film, typed("9")),
            case .refused(let unsaid) = try Self.outcome(ana, silent),
            case .refused(let none) = try Self.outcome(ana, nil, typed("9"))
        else {
            Issue.record("it was kept")
            return
        }
        #expect(other.detail.contains("7.5 seconds, not 9.0"))
        #expect(unsaid.fix.contains("--duration"))
        #expect(none.detail.contains("a clip needs a video"))
        #expect(try ana.link(Self.kept(ana, film, typed("7.6"))).details[.duration] == ["7.5"])
        #expect(try ana.link(Self.kept(ana, silent, typed("9"))).details[.duration] == ["9.0"])
    }

    @Test func `a film that is broken, a picture, or not here is refused`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let broken = try Self.put(Array(Self.film(5000).dropLast()), at: ana)
        let picture = try ana.put(Photo.bytes(100))
        let bob = try WriteReplica(2, name: "Bob")
        let elsewhere = try Self.put(Self.film(5000), at: bob)

        for film in [broken, picture, elsewhere] {
            guard case .refused(let problem) = try Self.outcome(ana, film) else {
                Issue.record("it was kept")
                continue
            }
            #expect(!problem.fix.isEmpty)
        }
        #expect(try ana.links(of: ana).isEmpty)
    }

    @Test func `five tags are kept, a sixth is refused, also where a rule would put it on`() throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let film = try Self.put(Self.film(5000), at: ana)
        let five = (0..<5).map { "t\($0)" }
        try ana.perform(.addTagRule(query: "type:clip", tags: ["ruled"]))

        guard case .added(let id) = try Self.outcome(ana, film, tags: five),
            case .refused(let problem) = try Self.outcome(ana, film, tags: five + ["t5"]),
            case .rejected(let edit) = try ana.perform(
                .edit(.id(id.text), BookmarkChange(addTags: ["t5"])))
        else {
            Issue.record("it went otherwise")
            return
        }
        #expect(try ana.link(id).tags == five)
        #expect(problem.code == .tooMany && edit.code == .tooMany)
    }

    @Test func `a clip changes without its film, and never loses it`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try Self.kept(ana, try Self.put(Self.film(5000), at: ana))
        let other = try Self.put(Self.film(9000), at: ana)

        func edit(_ change: DetailChange) throws -> Answer {
            try ana.perform(.edit(.id(id.text), BookmarkChange(details: [change])))
        }
        guard case .rejected = try edit(DetailChange(.film, values: [])),
            case .rejected = try edit(DetailChange(.duration, values: ["9"])),
            case .bookmark(let themed) = try edit(DetailChange(.theme, values: ["closing"])),
            case .bookmark(let changed) = try edit(DetailChange(.film, values: [other.text]))
        else {
            Issue.record("it went otherwise")
            return
        }
        #expect(themed.details[.theme] == ["closing"] && themed.details[.duration] == ["5.0"])
        #expect(changed.details[.duration] == ["9.0"])
        let told = try ana.step { (store) throws(StorageError) in
            try store.answer(.history(.id(id.text)), now: ana.wall)
        }
        guard case .history(let history)? = told else { return }
        let key = other.text.split(separator: " ")[4]
        #expect(!history.entries.contains { $0.change.contains(key) })
    }

    @Test func `a reel is what names the place, filtered and in its order`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shop = try ana.place("Shop", "1,2")
        let far = try ana.place("Next door", "1.01,2")
        let film = try Self.put(Self.film(5000), at: ana)
        func clip(_ name: String, _ place: ObjectID, _ theme: String, _ tags: [String]) throws {
            let details = [
                Detail(.film, [film.text]), Detail(.place, [place.text]), Detail(.theme, [theme]),
            ]
            try ana.keep(
                BookmarkDraft(url: "", title: name, tags: tags, kind: .clip, details: details))
        }
        try clip("one", shop, "opening", ["hats"])
        try clip("two", shop, "sale", ["hats"])
        try clip("three", shop, "opening", [])
        try clip("four", far, "opening", [])
        _ = try ana.garment("Hat", [Detail(.place, [shop.text])])

        func reel(_ query: String, _ sort: SortOrder? = nil) throws -> [String] {
            let request = ListRequest(query: query, sort: sort, kind: .clip, place: .id(shop.text))
            let outcome = try ana.step { (store) throws(StorageError) in
                try store.list(request, now: ana.wall)
            }
            guard case .page(let page) = outcome else {
                throw WriteReplica.Unexpected(what: "\(outcome)")
            }
            return page.items.map(\.title)
        }
        #expect(try reel("") == ["three", "two", "one"])
        #expect(try reel("theme:opening #hats") == ["one"])
        #expect(try reel("", .near) == ["three", "two", "one", "four"])
    }
}
