/// A text inside a search, so that it means itself.
enum SearchWord {
    /// `qualifier:"value"`; a quotation mark inside is written twice.
    static func exactly(_ value: String, of qualifier: String) -> String {
        "\(qualifier)\"\(value.replacing("\"", with: "\"\""))\""
    }
}
