/// A point on the earth, in millionths of a degree, about a tenth of a metre.
///
///     52.520008,13.404954     latitude, then longitude, each with a point and six decimals
///
/// - Shape: one text for each point; the antimeridian is 180, never -180.
package struct GeoPosition: Hashable, Sendable {
    /// Degrees north in millionths, -90,000,000...90,000,000.
    package let latitude: Int32
    /// Degrees east in millionths, -179,999,999...180,000,000.
    package let longitude: Int32

    /// Creates the point with these coordinates in millionths; nil if they are out of range.
    package init?(latitude: Int, longitude: Int) {
        guard (-90_000_000...90_000_000).contains(latitude),
            (-180_000_000...180_000_000).contains(longitude)
        else { return nil }
        self.latitude = Int32(latitude)
        self.longitude = longitude == -180_000_000 ? 180_000_000 : Int32(longitude)
    }

    /// The canonical text form.
    package var text: String { "\(Self.spelled(latitude)),\(Self.spelled(longitude))" }

    /// The `geo:` URI, for map programs (RFC 5870).
    package var link: String { "geo:" + text }

    /// Parses `52.52,13.405`, with or without spaces around the comma, also with a `geo:` prefix; digits beyond the
    /// sixth decimal are rounded.
    package static func parse(_ raw: String) -> Result<GeoPosition, Problem> {
        let text = raw.utf8.starts(with: "geo:".utf8) ? raw.dropFirst(4) : raw[...]
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard raw.utf8.count <= 80, parts.count == 2, let latitude = millionths(parts[0]),
            let longitude = millionths(parts[1])
        else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(raw)) is not a position",
                    fix: "write latitude,longitude in degrees: 52.520008,13.404954"))
        }
        guard let position = GeoPosition(latitude: latitude, longitude: longitude) else {
            let isFarNorth = !(-90_000_000...90_000_000).contains(latitude)
            return .failure(
                Problem(
                    .invalidValue,
                    "\(Problem.quote(raw)) is not a position on Earth: its "
                        + (isFarNorth ? "latitude is beyond 90" : "longitude is beyond 180"),
                    fix: "latitude comes first, -90 to 90; then longitude, -180 to 180"))
        }
        return .success(position)
    }

    /// Parses the canonical form only.
    package init?(text: some StringProtocol) {
        let text = String(text)
        guard case .success(let found) = Self.parse(text), found.text == text else { return nil }
        self = found
    }

    // Accepts digits alone: no exponents, and no words for infinities or NaN.
    private static func millionths(_ part: Substring) -> Int? {
        let scalars = part.unicodeScalars
        guard let first = scalars.firstIndex(where: { $0 != " " }),
            let last = scalars.lastIndex(where: { $0 != " " })
        else { return nil }
        var digits = Array(String(part[first...last]).utf8)[...]
        let sign = digits.first == UInt8(ascii: "-") ? -1 : 1
        if let mark = digits.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+") {
            digits.removeFirst()
        }
        let halves = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), (1...3).contains(halves[0].count),
            halves.count == 1 || (1...20).contains(halves[1].count),
            halves.allSatisfy({ $0.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        var value = halves[0].reduce(0) { $0 * 10 + Int($1 - 48) }
        let behind = halves.count == 1 ? [] : Array(halves[1])
        for place in 0..<6 {
            value = value * 10 + (place < behind.count ? Int(behind[place] - 48) : 0)
        }
        if behind.count > 6, behind[6] >= 53 { value += 1 }
        return sign * value
    }

    private static func spelled(_ millionths: Int32) -> String {
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(String(1_000_000 + rest).dropFirst())
        return "\(millionths < 0 ? "-" : "")\(whole).\(digits)"
    }
}
