// Distances between points. Sines are computed from sums and products alone, so that every platform gets the same
// millimetre and the same order.
extension GeoPosition {
    /// Returns the great-circle distance in millimetres, on a sphere.
    package func distance(to other: GeoPosition) -> Int64 {
        let (here, there) = (unit, other.unit)
        let apart = Self.length(here.x - there.x, here.y - there.y, here.z - there.z) / 2
        let together = Self.length(here.x + there.x, here.y + there.y, here.z + there.z) / 2
        // The sine and the cosine of half the angle: each is accurate where the other is not.
        let half =
            apart <= together ? Angle.arcSine(apart) : Angle.quarter - Angle.arcSine(together)
        return Int64((2 * half * Self.radiusMillimetres).rounded())
    }

    /// The greatest possible distance in metres: half the equator, which is longer than half the circumference of any
    /// sphere used for the earth.
    package static let distanceMetresMax = 20_037_000

    /// Returns a rectangle, or two on either side of the date line, containing every point within so many metres.
    package func boxes(within metres: Int) -> [GeoBox] {
        // One metre is added for rounding.
        let angle = (Double(metres) + 1) * 1000 / Self.radiusMillimetres
        let north = Double(latitude) + angle * Self.millionthsEach
        let south = Double(latitude) - angle * Self.millionthsEach
        let latitudes =
            Int32(
                max(south, -90_000_000).rounded(.down))...Int32(
                min(north, 90_000_000).rounded(.up))
        let everyLongitude = [GeoBox(latitudes, -180_000_000...180_000_000)]
        // Around a pole every meridian is near.
        guard north < 90_000_000, south > -90_000_000 else { return everyLongitude }
        let ratio = Angle.sine(angle) / Angle.cosine(Self.radians(latitude))
        guard angle < Angle.quarter, ratio < 1 else { return everyLongitude }
        let width = Angle.arc(ofSine: ratio) * Self.millionthsEach + 1
        let west = Int64((Double(longitude) - width).rounded(.down))
        let east = Int64((Double(longitude) + width).rounded(.up))
        guard east - west < 360_000_000 else { return everyLongitude }
        if west < -180_000_000 {
            return [
                GeoBox(latitudes, -180_000_000...Int32(east)),
                GeoBox(latitudes, Int32(west + 360_000_000)...180_000_000),
            ]
        }
        if east > 180_000_000 {
            return [
                GeoBox(latitudes, Int32(west)...180_000_000),
                GeoBox(latitudes, -180_000_000...Int32(east - 360_000_000)),
            ]
        }
        return [GeoBox(latitudes, Int32(west)...Int32(east))]
    }

    // The mean radius. - Source: Moritz 2000, "Geodetic Reference System 1980", R1.
    private static let radiusMillimetres = 6_371_008_771.4
    private static let millionthsEach = 180_000_000 / (2 * Angle.quarter)

    private static func radians(_ millionths: Int32) -> Double {
        Double(millionths) / millionthsEach
    }

    private var unit: (x: Double, y: Double, z: Double) {
        let (north, east) = (Self.radians(latitude), Self.radians(longitude))
        let across = Angle.cosine(north)
        return (across * Angle.cosine(east), across * Angle.sine(east), Angle.sine(north))
    }

    private static func length(_ x: Double, _ y: Double, _ z: Double) -> Double {
        (x * x + y * y + z * z).squareRoot()
    }
}

/// A rectangle in millionths of a degree.
package struct GeoBox: Equatable, Sendable {
    /// The latitudes, from south to north.
    package let latitudes: ClosedRange<Int32>
    /// The longitudes, from west to east; a box never crosses the date line.
    package let longitudes: ClosedRange<Int32>

    /// Creates the box of these ranges.
    init(_ latitudes: ClosedRange<Int32>, _ longitudes: ClosedRange<Int32>) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }
}

/// Trigonometric functions, in radians.
private enum Angle {
    /// A right angle.
    static let quarter = Double.pi / 2

    /// The sine of an angle between -π and π.
    static func sine(_ angle: Double) -> Double {
        guard angle >= 0 else { return -sine(-angle) }
        let acute = angle > quarter ? 2 * quarter - angle : angle
        return acute <= quarter / 2 ? sineSeries(acute) : cosineSeries(quarter - acute)
    }

    /// The cosine of an angle in the same range.
    static func cosine(_ angle: Double) -> Double { sine(quarter - angle.magnitude) }

    /// The arc sine, for sines up to that of half a right angle.
    static func arcSine(_ sine: Double) -> Double {
        var angle = sine
        // Newton's method: each step doubles the correct digits, and the initial value has one or two.
        for _ in 0..<6 { angle -= (self.sine(angle) - sine) / cosine(angle) }
        return angle
    }

    /// The acute angle with any sine below 1.
    static func arc(ofSine sine: Double) -> Double {
        guard sine * sine > 0.5 else { return arcSine(sine) }
        return quarter - arcSine((1 - sine * sine).squareRoot())
    }

    // Taylor series up to half a right angle; the error is below 1e-16.
    private static func sineSeries(_ angle: Double) -> Double {
        let square = angle * angle
        var (sum, term) = (angle, angle)
        for step in stride(from: 2.0, through: 16, by: 2) {
            term *= -square / (step * (step + 1))
            sum += term
        }
        return sum
    }

    private static func cosineSeries(_ angle: Double) -> Double {
        let square = angle * angle
        var (sum, term) = (1.0, 1.0)
        for step in stride(from: 1.0, through: 17, by: 2) {
            term *= -square / (step * (step + 1))
            sum += term
        }
        return sum
    }
}
