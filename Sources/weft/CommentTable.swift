import API

/// Comments for people: a thread, or a line each.
enum CommentTable {
    /// Each below what it answers, in order of time.
    static func thread(_ comments: [CommentJSON]) -> [TerminalText] {
        var replies: [String: [CommentJSON]] = [:]
        let known = Set(comments.map(\.id))
        for comment in comments {
            let parent = comment.inReplyTo.flatMap { known.contains($0) ? $0 : nil }
            replies[parent ?? "", default: []].append(comment)
        }
        var lines: [TerminalText] = []
        // The deepest is taken from the end; nothing is its own ancestor, as replies are younger.
        var open = (replies[""] ?? []).reversed().map { (comment: $0, depth: 0) }
        while let (comment, depth) = open.popLast() {
            lines += self.lines(comment, depth: min(depth, deepest))
            open += (replies[comment.id] ?? []).reversed().map { ($0, depth + 1) }
        }
        return lines
    }

    /// One comment: who and when, then what.
    static func lines(_ comment: CommentJSON, depth: Int) -> [TerminalText] {
        let indent = String(repeating: "  ", count: depth)
        let edited: TerminalText = comment.editedAt == nil ? "" : "\(", edited", .faint)"
        let who: TerminalText = comment.author.me ? "you" : "\(AuthorLabel.shown(comment.author))"
        let head: TerminalText =
            "\(indent)\(comment.shortID, .faint)  " + who
            + "  \(TimeText.shown(comment.createdAt))" + edited
        return [head] + TerminalText.lines(of: comment.text).map { "\(indent)  " + $0 }
    }

    /// Id, what it answers, who, when, and its text.
    static func print(_ comments: [CommentJSON], to output: Output) {
        var table = Table(elastic: 4)
        for comment in comments {
            table.add([
                "\(comment.id)", "\(comment.inReplyTo ?? "")",
                "\(AuthorLabel.shown(comment.author))", "\(comment.createdAt)", "\(comment.text)",
            ])
        }
        table.print(to: output)
    }

    // Further in there is no room for words.
    private static let deepest = 8
}
