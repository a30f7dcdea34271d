import Domain
import Primitives
import Testing

/// Tests positions, distances, opening hours and categories of places.
@Suite struct PlaceTests {
    private static func point(_ text: String) throws -> GeoPosition {
        try GeoPosition.parse(text).get()
    }

    @Test(arguments: [
        ("52.52,13.405", "52.520000,13.405000"), (" 52.5200066 , -13.4 ", "52.520007,-13.400000"),
        ("geo:0,0", "0.000000,0.000000"), ("-0.0000001,+5", "0.000000,5.000000"),
        ("90,180", "90.000000,180.000000"), ("-90,-180", "-90.000000,180.000000"),
        ("1.99999949,1.9999995", "1.999999,2.000000"),
    ])
    func `a point is written in one way`(typed: String, text: String) throws {
        let point = try Self.point(typed)

        #expect(point.text == text)
        #expect(GeoPosition(text: text) == point)
        #expect(DetailValue.position.shows(Array(text.utf8)))
        if typed != text { #expect(!DetailValue.position.shows(Array(typed.utf8))) }
    }

    @Test(arguments: [
        "", ",", "52.52", "52.52,", "52.52,13,5", "nan,1", "inf,1", "1e1,2", "0x1,2", "1.2.3,4",
        "90.000001,0", "-90.0000005,0", "0,180.000001", "0,-180.0000005", "1000,0", "--1,0",
        "1,1 1", "1.,2", ".5,2", "52,13 N", "1,\(String(repeating: "0", count: 90))",
    ])
    func `an invalid position is refused with a fix`(typed: String) {
        guard case .failure(let problem) = GeoPosition.parse(typed) else {
            Issue.record("\(typed) is a point")
            return
        }
        #expect(problem.code == .invalidValue)
        #expect(problem.fix.contains("atitude") || problem.fix.contains("degrees"))
    }

    // Expected values from an independent program: geographiclib's on a sphere of this radius, in
    // metres.
    @Test(arguments: [
        ("0,0", "0,0", 0), ("0,0", "0,0.000001", 0), ("0,0", "0,1", 111_195),
        ("0,179.5", "0,-179.5", 111_195), ("90,0", "90,77", 0), ("90,0", "-90,0", 20_015_115),
        ("0,0", "0,180", 20_015_115), ("89.5,0", "89.5,180", 111_195),
        ("52.520008,13.404954", "48.856614,2.352222", 877_464),
        ("-33.8688,151.2093", "37.7749,-122.4194", 11_947_000),
    ])
    func `distances are those of the great circle`(one: String, other: String, metres: Int) throws {
        let (one, other) = (try Self.point(one), try Self.point(other))

        let found = one.distance(to: other)

        let allowed = metres > 500_000 ? metres / 1000 : 1
        #expect(abs(Int(found / 1000) - metres) <= allowed, "\(found)")
        #expect(other.distance(to: one) == found)
        #expect(found <= Int64(GeoPosition.distanceMetresMax) * 1000)
    }

    @Test func `a metre more is farther`() throws {
        let here = try Self.point("52.52,13.405")
        var last = here.distance(to: here)

        for step in 1...2000 {
            let there = try #require(
                GeoPosition(latitude: 52_520_000 + step, longitude: 13_405_000))
            let distance = here.distance(to: there)
            #expect(distance > last)
            last = distance
        }
        #expect(last == 222_390)
    }

    @Test(arguments: 1...60)
    func `nothing near lies outside the rectangles`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let centres = [
            (
                dice.roll(below: 180_000_001) - 90_000_000,
                dice.roll(below: 360_000_000) - 179_999_999
            ),
            (90_000_000, 5), (-90_000_000, 0), (89_990_000, 179_999_000), (10, 180_000_000),
            (-60_000_000, -179_999_999),
        ]
        let radii = [0, 1, 999, 10_000, 500_000, 9_000_000, GeoPosition.distanceMetresMax]
        for (latitude, longitude) in centres {
            let centre = try #require(GeoPosition(latitude: latitude, longitude: longitude))
            for metres in radii {
                let boxes = centre.boxes(within: metres)
                #expect((1...2).contains(boxes.count))
                for _ in 0..<40 {
                    let there = try #require(Self.beside(centre, metres, by: &dice))
                    guard centre.distance(to: there) <= Int64(metres) * 1000 else { continue }
                    #expect(
                        boxes.count {
                            $0.latitudes.contains(there.latitude)
                                && $0.longitudes.contains(there.longitude)
                        } >= 1, "\(centre.text) \(metres) \(there.text)")
                }
            }
        }
    }

    // Returns a point at about the distance of the radius, in any direction, over poles and the
    // date line.
    private static func beside(
        _ centre: GeoPosition, _ metres: Int, by dice: inout Dice
    ) -> GeoPosition? {
        let reach = metres * 9 + 3
        var latitude = Int(centre.latitude) + dice.roll(below: 2 * reach + 1) - reach
        var longitude = Int(centre.longitude) + dice.roll(below: 2 * reach + 1) - reach
        if latitude > 90_000_000 {
            (latitude, longitude) = (180_000_000 - latitude, longitude + 180_000_000)
        }
        if latitude < -90_000_000 {
            (latitude, longitude) = (-180_000_000 - latitude, longitude + 180_000_000)
        }
        latitude = min(max(latitude, -90_000_000), 90_000_000)
        longitude = (longitude % 360_000_000 + 540_000_000) % 360_000_000 - 180_000_000
        return GeoPosition(latitude: latitude, longitude: longitude)
    }

    @Test(arguments: [
        ("Mo-Fr 9-18", "mo-fr 09:00-18:00"), ("24 / 7", "24/7"),
        (
            "mo - fr 09:00 - 18:00 ; sa 10:00-14:00; su,ph off",
            "mo-fr 09:00-18:00; sa 10:00-14:00; su,ph off"
        ),
        ("mo, we 8:30-12:00, 14:00-24:00", "mo,we 08:30-12:00,14:00-24:00"),
        ("fr 22:00-02:00", "fr 22:00-02:00"), ("10:00-20:00", "10:00-20:00"),
    ])
    func `hours are written in one way`(typed: String, text: String) throws {
        let hours = try OpeningHours.parse(typed).get()

        #expect(hours == text)
        #expect(try OpeningHours.parse(hours).get() == hours)
        #expect(DetailValue.hours.shows(Array(text.utf8)))
    }

    @Test(arguments: [
        "", ";", "mo", "mo-", "monday 9-18", "mo-fr 18", "mo-fr 9-25", "mo-fr 24:01-5",
        "mo-fr 09:60-10:00", "mo-fr 9-9", "mo-fr 09:00-18:00 sa", "mo-fr 24:00-05:00",
        "mo-fr 09:00–18:00", "mo fr 9-18", "mo-fr 009:00-10:00", "mo-fr -", "off", "7/24",
    ])
    func `invalid opening hours are refused with an example`(typed: String) {
        guard case .failure(let problem) = OpeningHours.parse(typed) else {
            Issue.record("\(typed) says times")
            return
        }
        #expect(problem.fix.contains("mo-fr 09:00-18:00"))
    }

    @Test func `hours have at most as many bytes as any detail`() {
        let rule = "mo 09:00-10:00"
        let (fits, tooMany) = (8, 9)
        let text = { (count: Int) in Array(repeating: rule, count: count).joined(separator: ";") }

        #expect(throws: Never.self) { try OpeningHours.parse(text(fits)).get() }
        #expect(throws: Problem.self) { try OpeningHours.parse(text(tooMany)).get() }
    }

    @Test(arguments: [(0, false), (1, true), (3, true), (4, false)])
    func `a place is of one to three categories`(count: Int, isKept: Bool) {
        let paths = (0..<count).map { "food/c\($0)" }
        let draft = BookmarkDraft(
            url: "", title: "Café", kind: .place, details: [Detail(.categories, paths)])

        let checked = BookmarkRules.check(draft, audience: .private)

        #expect(((try? checked.get()) != nil) == isKept)
        if case .failure(let problem) = checked {
            #expect(problem.code == (count == 0 ? .invalidValue : .tooMany))
            #expect(!problem.fix.isEmpty)
        }
    }

    @Test func `a typed place needs a category, and a place from a file does not`() {
        var draft = BookmarkDraft(
            url: "", title: "Café", kind: .place, details: [Detail(.position, ["1,2"])])

        let typed = BookmarkRules.check(draft, audience: .private)
        draft.isFromFile = true
        let read = BookmarkRules.check(draft, audience: .private)

        guard case .failure(let problem) = typed else {
            Issue.record("it is kept")
            return
        }
        #expect(problem.fix.contains("--category food/cafe"))
        #expect((try? read.get())?.details == [Detail(.position, ["1.000000,2.000000"])])
    }

    // MARK: Searching

    @Test(arguments: [
        ("near:52.52,13.405", "near:52.520000,13.405000,10"),
        ("near:\"52.52, 13.405, 0.5\"", "near:52.520000,13.405000,0.5"),
        ("NEAR:-33.86,151.2,0", "near:-33.860000,151.200000,0"),
        ("near:0,0,20037", "near:0.000000,0.000000,20037"),
        (
            "place:\"Corner Shop\" theme:Opening duration:<=7.5",
            "place:\"corner shop\" theme:opening duration:<=7.50"
        ),
        ("near:1,2 sort:near", "near:1.000000,2.000000,10 sort:near"),
    ])
    func `a search for nearby places has one canonical spelling`(typed: String, spelled: String)
        throws
    {
        let query = try SearchQuery.parse(typed).get()

        #expect(query.spelled == spelled)
        #expect(try SearchQuery.parse(query.spelled).get() == query)
    }

    @Test(arguments: [
        "near:", "near:52.52", "near:52.52,13.405,5,6", "near:91,0,5", "near:0,181,5",
        "near:0,0,20037.001", "near:0,0,-1", "near:0,0,x", "near:nan,nan,5", "near:(1,2)",
        "place:\" \"", "duration:x", "theme:",
    ])
    func `an invalid search for places is refused with a fix`(typed: String) {
        guard case .failure(let problem) = SearchQuery.parse(typed) else {
            Issue.record("\(typed) is understood")
            return
        }
        #expect(problem.code == .invalidQuery)
        #expect(!problem.fix.isEmpty)
    }
}
