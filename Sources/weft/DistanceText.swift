/// Distances, as people say them.
enum DistanceText {
    /// `350 m`, `1.2 km`, `17 km`.
    static func shown(_ metres: Int) -> TerminalText {
        if metres < 1000 { return "\("\(metres)") m" }
        let hundreds = (metres + 50) / 100
        guard hundreds < 100 else { return "\("\((metres + 500) / 1000)") km" }
        return "\("\(hundreds / 10).\(hundreds % 10)") km"
    }
}
