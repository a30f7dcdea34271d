import Domain
import Interchange
import Primitives
import Testing

@Suite struct ImportFuzzTests {
    private static let fragments = [
        "<DT><A HREF=\"", "</A>", "<DL><p>", "</DL>", "<DD>", "<!--", "-->", "<H3>", "</H3>", "\"",
        "'", "&#x", "&amp;", ">", "<", "{", "}", "[", "]", ",", ":", "\\u", "\\", "\n", "\r",
        "\"children\":[", "\"roots\":{", "\"url\":", "\u{0}", "\u{301}", "\u{1F600}", "1e9",
        "[linkding-notes]", "[/linkding-notes]", "'=", "TAGS=", "@misc{k,", "@string{", "\n@",
        " = ",
        "#", "$", "\\'", "\\url{", "TY  - ", "\nER  - ", "\nU1  - weft {", "<folder>", "<bookmark ",
        "<post ", "\"custom\":{\"weft\":", "DATA-WEFT-FOLDER=\"tags\"",
    ].map { Array($0.utf8) }

    private static let files =
        Fixture.allCases.map(\.bytes) + BadInputTests.samples.map { Array($0.text.utf8) }

    @Test(arguments: 1...48)
    func `a mutated file is read to its end within the limits`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let file = Self.files[dice.roll(below: Self.files.count)]
        let original = file + Array(repeating: 0x20, count: 1)

        for _ in 0..<30 {
            let mutated = mutate(original, &dice)
            var formats: [Format?] = Format.allCases
            formats.append(nil)
            let format = formats[dice.roll(below: formats.count)]
            guard let reading = try? Importer.read(mutated, format: format) else { continue }

            for entry in reading.entries {
                let checked = BookmarkRules.check(entry.draft, audience: .private)
                #expect((try? checked.get()) == entry.draft, "seed \(seed)")
            }
        }
    }

    private func mutate(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
        var result = bytes
        for _ in 0...dice.roll(below: 6) {
            let place = dice.roll(below: result.count + 1)
            let end = min(result.count, place + dice.roll(below: 40))
            switch dice.roll(below: 4) {
            case 0: result.removeSubrange(place..<end)
            case 1:
                let fragment = Self.fragments[dice.roll(below: Self.fragments.count)]
                result.insert(contentsOf: fragment, at: place)
            case 2: result.insert(contentsOf: result[place..<end], at: place)
            default:
                for index in place..<end where dice.happens(Ratio(1, of: 8)) {
                    result[index] = UInt8(dice.roll(below: 256))
                }
            }
        }
        return result
    }
}
