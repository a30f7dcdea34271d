import Domain

/// A text inside a search, so that it means itself.
enum SearchSyntax {
    /// A tag with all that is below it: `#name`, in quotation marks where it needs them.
    static func tag(_ name: String) -> String {
        SearchQuery(.term(.tag(name, scope: .withSubtree))).spelled
    }

    /// Finds the things of a person by their name here: `by:@name`, likewise.
    static func by(_ name: String) -> String { SearchQuery(.term(.by(.name(name)))).spelled }

    /// `qualifier:"value"`; a quotation mark inside is written twice.
    static func exactly(_ value: String, of qualifier: String) -> String {
        "\(qualifier)\"\(value.replacing("\"", with: "\"\""))\""
    }

    /// `value` means itself without quotation marks: letters, digits and hyphens of ASCII.
    static func isPlain(_ value: String) -> Bool {
        value.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x2D
        }
    }
}
