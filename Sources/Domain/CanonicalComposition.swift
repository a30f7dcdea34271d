/// Unicode normalisation form C: two spellings of the same characters become the same bytes.
///
/// The standard library compares strings by canonical equivalence, but offers the normal form only through an
/// underscored interface that a macOS SDK does not ship. The tables are therefore here: combining classes come from the
/// standard library, pairs from `NormalizationPairs`.
/// - Law: idempotent; the result equals the argument as a `String` (`CanonicalCompositionTests`), except where U+0F73,
///   U+0F75 or U+0F81 follow a mark, which the library does not reorder.
/// - Source: Unicode Standard Annex 15; Hangul by chapter 3.12 of the standard.
package enum CanonicalComposition {
    /// Returns the normal form of `text`. ASCII is returned unchanged, without a table lookup.
    package static func compose(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0xC0 }) else { return text }
        return spell(composed(decomposed(text.unicodeScalars)))
    }

    private typealias Scalars = [Unicode.Scalar]

    /// Decomposes fully, with marks in the order of their combining classes.
    private static func decomposed(_ scalars: String.UnicodeScalarView) -> Scalars {
        var result: Scalars = []
        result.reserveCapacity(scalars.underestimatedCount)
        var runStart = 0
        for scalar in scalars {
            let before = result.count
            takeApart(scalar, into: &result)
            for index in before..<result.count where combiningClass(result[index]) == 0 {
                sortMarks(&result, from: runStart, to: index)
                runStart = index + 1
            }
        }
        sortMarks(&result, from: runStart, to: result.count)
        return result
    }

    private static func takeApart(_ scalar: Unicode.Scalar, into result: inout Scalars) {
        if let parts = Tables.shared.expansions[scalar] {
            // Parts of an expansion are final; parts of a pair may be decomposed further.
            result += parts
        } else if let pair = Tables.shared.parts[scalar] {
            takeApart(pair.first, into: &result)
            takeApart(pair.second, into: &result)
        } else if let jamo = Hangul.takeApart(scalar) {
            result += jamo
        } else {
            result.append(scalar)
        }
    }

    /// Sorts a run of marks by combining class; the sort is stable.
    private static func sortMarks(_ scalars: inout Scalars, from start: Int, to end: Int) {
        guard end - start > 1 else { return }
        let marks = scalars[start..<end].enumerated().sorted { left, right in
            (combiningClass(left.element), left.offset)
                < (combiningClass(right.element), right.offset)
        }
        scalars.replaceSubrange(start..<end, with: marks.map(\.element))
    }

    private static func composed(_ scalars: Scalars) -> Scalars {
        var result: Scalars = []
        result.reserveCapacity(scalars.count)
        var starter: Int?
        var lastClass: UInt8 = 0
        for scalar in scalars {
            let ownClass = combiningClass(scalar)
            // A mark is blocked by another of the same or a higher class between it and its starter.
            if let place = starter, result.count == place + 1 || (lastClass < ownClass),
                let both = pair(result[place], scalar)
            {
                result[place] = both
                continue
            }
            if ownClass == 0 { starter = result.count }
            lastClass = ownClass
            result.append(scalar)
        }
        return result
    }

    private static func pair(
        _ first: Unicode.Scalar, _ second: Unicode.Scalar
    ) -> Unicode.Scalar? {
        Hangul.compose(first, second)
            ?? Tables.shared.pairs[UInt64(first.value) << 32 | UInt64(second.value)]
    }

    private static func combiningClass(_ scalar: Unicode.Scalar) -> UInt8 {
        scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
    }

    private static func spell(_ scalars: Scalars) -> String {
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }
}

/// The two tables, parsed once.
private struct Tables: Sendable {
    static let shared = Tables()

    private(set) var pairs: [UInt64: Unicode.Scalar] = [:]
    private(set) var parts: [Unicode.Scalar: (first: Unicode.Scalar, second: Unicode.Scalar)] = [:]
    private(set) var expansions: [Unicode.Scalar: [Unicode.Scalar]] = [:]

    private init() {
        for (whole, parts) in Self.entries(NormalizationPairs.text) where parts.count == 2 {
            pairs[UInt64(parts[0].value) << 32 | UInt64(parts[1].value)] = whole
            self.parts[whole] = (parts[0], parts[1])
        }
        for (whole, parts) in Self.entries(NormalizationExpansions.text) {
            expansions[whole] = parts
        }
    }

    private static func entries(_ text: String) -> [(Unicode.Scalar, [Unicode.Scalar])] {
        text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.compactMap {
            let scalars = $0.split { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "+") }
                .compactMap { UInt32(Substring($0), radix: 16).flatMap(Unicode.Scalar.init) }
            guard let whole = scalars.first else { return nil }
            return (whole, Array(scalars.dropFirst()))
        }
    }
}

/// Hangul syllables, which are decomposed by arithmetic.
private enum Hangul {
    private static let syllables: UInt32 = 0xAC00
    private static let leads: UInt32 = 0x1100
    private static let vowels: UInt32 = 0x1161
    private static let trails: UInt32 = 0x11A7
    private static let syllableCount: UInt32 = 11_172

    static func takeApart(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard scalar.value >= syllables, scalar.value - syllables < syllableCount else {
            return nil
        }
        let index = scalar.value - syllables
        let values = [leads + index / 588, vowels + index % 588 / 28, trails + index % 28]
        return values.filter { $0 != trails }.compactMap(Unicode.Scalar.init)
    }

    static func compose(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        let (left, right) = (first.value, second.value)
        if (leads..<leads + 19).contains(left), (vowels..<vowels + 21).contains(right) {
            return Unicode.Scalar(syllables + (left - leads) * 588 + (right - vowels) * 28)
        }
        guard left >= syllables, left - syllables < syllableCount, (left - syllables) % 28 == 0,
            (trails + 1..<trails + 28).contains(right)
        else { return nil }
        return Unicode.Scalar(left + right - trails)
    }
}
