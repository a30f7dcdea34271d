extension SearchReading {
    /// Parses `latitude,longitude,km`; the distance is optional.
    static func near(_ value: SearchValue) throws(Problem) -> SearchTerm {
        let parts = value.plain.split(separator: ",", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else {
            throw .search(
                "\(Problem.quote(value.plain)) is not a point", column: value.column,
                fix: "write latitude, longitude and km: \(SearchQualifier.near.example)")
        }
        let position: GeoPosition
        switch GeoPosition.parse(parts[0] + "," + parts[1]) {
        case .failure(let problem):
            throw .search(problem.detail, column: value.column, fix: problem.fix)
        case .success(let found): position = found
        }
        guard parts.count == 3 else { return .near(position, metres: Limits.nearMetresUsual) }
        let typed = parts[2].filter { $0 != " " }
        guard let metres = Price.amount(typed), metres <= GeoPosition.distanceMetresMax else {
            throw .search(
                "\(Problem.quote(String(parts[2]))) is not a radius from 0 to "
                    + "\(GeoPosition.distanceMetresMax / 1000) km", column: value.column,
                fix: "try \(SearchQualifier.near.example)")
        }
        return .near(position, metres: Int(metres))
    }
}

extension SearchQuery {
    /// Whether the query names a point, so that results can be sorted by distance.
    package var namesPoint: Bool {
        expression.contains { term in
            if case .near = term { return true }
            return false
        }
    }
}

extension DetailName {
    /// The details that a search by this name looks in.
    package var asked: [DetailName] { self == .category ? [.category, .categories] : [self] }
}
