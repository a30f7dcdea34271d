import Domain
import Testing

/// Tests the details of a clip, and reading the length of its film.
@Suite struct ClipTests {
    private static func problem(_ draft: BookmarkDraft) -> Problem? {
        guard case .failure(let problem) = BookmarkRules.check(draft, audience: .private) else {
            return nil
        }
        return problem
    }

    private static func clip(_ details: [Detail] = []) -> BookmarkDraft {
        BookmarkDraft(url: "", title: "Opening", kind: .clip, details: details)
    }

    @Test(arguments: [(0, true), (5, true), (6, false)])
    func `a clip has at most five tags`(count: Int, isKept: Bool) {
        var draft = Self.clip()
        draft.tags = (0..<count).map { "t\($0)" }

        let problem = Self.problem(draft)

        #expect((problem == nil) == isKept)
        if let problem {
            #expect(problem.code == .tooMany && problem.detail.contains("at most 5 tags"))
        }
    }

    @Test(arguments: [(149, true), (150, true), (151, false)])
    func `its message has at most 150 characters, however many bytes they take`(
        count: Int, isKept: Bool
    ) {
        let message = String(repeating: "é", count: count)
        var draft = Self.clip()
        draft.note = message

        #expect((Self.problem(draft) == nil) == isKept)
        let change = BookmarkChange(note: message)
        let changed = BookmarkRules.check(change: change, of: .clip, audience: .private)
        #expect(((try? changed.get()) != nil) == isKept)
        let garment = BookmarkRules.check(change: change, of: .garment, audience: .private)
        #expect((try? garment.get()) != nil)
    }

    @Test(arguments: [
        ("3", "3.0"), ("3.0s", "3.0"), ("7,5", "7.5"), ("15.0", "15.0"), ("015", "15.0"),
    ])
    func `a duration is written in one way`(typed: String, text: String) throws {
        #expect(try DetailValue.seconds.canonical(typed, of: "duration").get() == text)
        #expect(DetailValue.seconds.shows(Array(text.utf8)))
        if typed != text { #expect(!DetailValue.seconds.shows(Array(typed.utf8))) }
    }

    @Test(arguments: ["2.9", "15.1", "0", "999", "", "x", "7.55", "7.", ".5", "-5", "1e1", "nan"])
    func `an invalid duration is refused with a fix`(typed: String) {
        guard case .failure(let problem) = DetailValue.seconds.canonical(typed, of: "duration")
        else {
            Issue.record("\(typed) is a duration")
            return
        }
        #expect(!problem.fix.isEmpty)
    }

    @Test(arguments: [(40, true), (41, false)])
    func `a theme has at most forty characters`(count: Int, isKept: Bool) {
        let theme = String(repeating: "ü", count: count)

        #expect((Self.problem(Self.clip([Detail(.theme, [theme])])) == nil) == isKept)
    }

    @Test func `a picture is no film, and a film no picture`() {
        let name = String(repeating: "0", count: 52)
        let reference = { (type: String) in "019e \(type) 48213 \(name) \(name)" }

        #expect(DetailValue.film.shows(Array(reference("video/mp4").utf8)))
        #expect(!DetailValue.film.shows(Array(reference("image/png").utf8)))
        #expect(!DetailValue.photo.shows(Array(reference("video/webm").utf8)))
        #expect(
            DetailValue.film.told(reference("video/mp4")) == "video/mp4, 48213 bytes, 000000000000")
    }

    // MARK: The head of a film

    private static func length(_ bytes: [UInt8]) -> FilmLength {
        FilmLength.of(bytes.count) { start, count in
            #expect(start >= 0 && count > 0 && start + count <= bytes.count)
            return Array(bytes[start..<(start + count)])
        }
    }

    @Test(arguments: [
        (29, 10), (30, 10), (3000, 1000), (150, 10), (151, 10), (90_000, 12_800), (449, 30),
    ])
    func `a film says how long it lasts, to the tenth`(duration: Int, units: Int) {
        let tenths = (duration * 10 + units / 2) / units

        #expect(Self.length(Film.bytes(duration, per: units)) == .tenths(tenths))
        #expect(Self.length(Film.bytes(duration, per: units, isWide: true)) == .tenths(tenths))
        #expect(Self.length(Film.bytes(duration, per: units, before: 70_000)) == .tenths(tenths))
        #expect((Clip.problem(lasting: tenths) == nil) == (30...150).contains(tenths))
    }

    @Test func `a film that was sent while it was made does not say it`() {
        #expect(Self.length(Film.bytes(0, per: 1000)) == .unsaid)
        #expect(Self.length(Film.bytes(Int(UInt32.max), per: 1000)) == .unsaid)
        #expect(Self.length(Film.bytes(-1, per: 1000, isWide: true)) == .unsaid)
        #expect(Self.length(Film.bytes(5000, per: 0)) == .broken)
        #expect(Self.length(Film.bytes(.max, per: 1, isWide: true)) == .tenths(10_000_000))
    }

    @Test(arguments: [false, true])
    func `a film that ends anywhere too soon is broken`(isWide: Bool) {
        let whole = Film.bytes(5000, per: 1000, isWide: isWide)

        for end in 0..<whole.count {
            // The boxes claim more than is there.
            #expect(Self.length(Array(whole[..<end])) == .broken, "\(end)")
        }
    }

    @Test func `boxes that lie about their size end nowhere and cost little`() {
        let head = { (size: UInt32, type: String) -> [UInt8] in
            Film.number(UInt64(size), 4) + Array(type.utf8)
        }
        let small = [[UInt8]](repeating: head(8, "free"), count: 10_000).flatMap { $0 }
        var reads = 0
        let found = FilmLength.of(small.count) { start, count in
            reads += 1
            return Array(small[start..<(start + count)])
        }

        #expect(found == .broken && reads == FilmLength.boxesMax)
        #expect(Self.length(head(7, "moov") + head(0, "mvhd")) == .broken)
        #expect(Self.length(head(.max, "moov")) == .broken)
        #expect(Self.length(head(1, "moov") + Film.number(.max, 8)) == .broken)
        #expect(Self.length(head(1, "moov") + Film.number(15, 8)) == .broken)
        #expect(Self.length(head(0, "moov") + head(0, "moov")) == .broken)
        #expect(Self.length([]) == .broken)
    }
}

/// Films with only a head.
enum Film {
    static func number(_ number: UInt64, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(UInt64(body.count + 8), 4) + Array(type.utf8) + body
    }

    /// Returns an MP4 that lasts `duration` parts of a second; `before` bytes of the film precede its head.
    static func bytes(
        _ duration: Int, per units: Int, isWide: Bool = false, before: Int = 0
    ) -> [UInt8] {
        let width = isWide ? 8 : 4
        var header: [UInt8] = [isWide ? 1 : 0, 0, 0, 0]
        header += number(1, width)
        header += number(2, width)
        header += number(UInt64(units), 4)
        header += number(UInt64(bitPattern: Int64(duration)), width)
        let movie = box("moov", box("mvhd", header))
        let head: [UInt8] = box("ftyp", Array("isom".utf8) + number(512, 4))
        let data: [UInt8] = before == 0 ? [] : box("mdat", [UInt8](repeating: 7, count: before))
        return head + data + movie
    }
}
