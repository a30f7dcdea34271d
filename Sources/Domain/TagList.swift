/// Parses tags as people type them, separated by commas: `a,b` or `#c`.
package enum TagList {
    /// Returns the names in order, without `#`, surrounding spaces and empty names.
    package static func parted(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",") }.compactMap { part in
            let bare = part.drop(while: \.isWhitespace).drop { $0 == "#" }
            let name = bare.drop(while: \.isWhitespace)
            let end = name.lastIndex { !$0.isWhitespace }
            return end.map { String(name[...$0]) }
        }
    }
}
