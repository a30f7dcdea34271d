import API

/// The lines after something was added: its audience, and the next command.
enum AddedLines {
    /// Audiences that the person has not just typed.
    static func tellPlaces(_ kept: KeptJSON, isNamed: Bool, _ output: Output) {
        if !isNamed, kept.audience != "private", kept.outcomes.contains(where: \.isAdded) {
            output.say("  in \(kept.audience), your default audience")
        }
        for place in kept.placed where place.count > 0 {
            output.say("  a live share also shared \(place.count) with \(place.audience)")
        }
    }

    /// The next command: who sees it, or how others would; `otherwise` where nobody is to.
    static func proposeNext(
        _ audience: String, tags: [String], otherwise: (why: TerminalText, command: TerminalText),
        _ output: Output
    ) {
        if let search = AudienceText.search(audience) {
            output.next("list its contents", "weft ls \(search)")
        } else if audience != "private" {
            output.next("check who can see a thing", "weft who-can-see ID")
        } else if let tag = tags.first {
            output.next(
                "share them", "weft share \(ShellText.quoted(SearchSyntax.tag(tag))) --with friends"
            )
        } else {
            output.next(otherwise.why, otherwise.command)
        }
    }
}

extension KeptJSON.Outcome {
    fileprivate var isAdded: Bool { outcome == "added" }
}
