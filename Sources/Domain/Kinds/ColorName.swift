/// A color with a common name.
package struct ColorName: Hashable, Sendable {
    /// Six hexadecimal digits: red, green, blue.
    package let hex: String
    /// Whether it goes with any other color.
    package let isNeutral: Bool

    /// Looks up the color called `name`, ignoring case; `light blue` is the color of its last known word. Nil if there
    /// is none.
    package init?(_ name: String) {
        let folded = SearchText.folded(name)
        let words = [folded] + folded.split { !$0.isLetter }.reversed().map { String($0) }
        guard let found = words.lazy.compactMap({ Self.known[$0] }).first else { return nil }
        (hex, isNeutral) = found
    }

    private static let known: [String: (String, Bool)] = [
        "black": ("1a1a1a", true), "white": ("fdfdfd", true), "grey": ("8a8a8a", true),
        "gray": ("8a8a8a", true), "silver": ("c0c0c0", true), "beige": ("e3d5b8", true),
        "cream": ("f7f0dc", true), "ivory": ("f8f4e3", true), "navy": ("1f2a55", true),
        "denim": ("3f5f8f", true), "brown": ("6f4a2d", true), "tan": ("c8a678", true),
        "khaki": ("9a8f66", true), "red": ("c62828", false), "blue": ("1e5fbf", false),
        "green": ("2e7d32", false), "yellow": ("f2c230", false), "orange": ("ef7d1a", false),
        "pink": ("ec7fa9", false), "purple": ("7b3fa0", false), "violet": ("7b3fa0", false),
        "turquoise": ("1fa8a0", false), "teal": ("117a7a", false), "olive": ("6b7033", false),
        "burgundy": ("7a1530", false), "gold": ("c9a227", false), "mint": ("9fdcc0", false),
        "coral": ("f2745f", false), "lilac": ("b79ad8", false), "mustard": ("c99a1d", false),
    ]
}
