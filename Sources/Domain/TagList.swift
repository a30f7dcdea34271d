/// Tags as people type them, with commas between them: `a,b` or `#c`.
package enum TagList {
    /// The names, without marks, blanks and empty ones; in their order.
    package static func parted(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",") }.compactMap { part in
            let name = part.drop(while: \.isWhitespace).drop { $0 == "#" }
            let end = name.lastIndex { !$0.isWhitespace }
            return end.map { String(name[...$0]) }
        }
    }
}
