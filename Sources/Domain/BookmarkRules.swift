/// Validates drafts and changes: the only place where they are checked.
package enum BookmarkRules {
    /// The schemes that may be stored and shared.
    package static let schemes = ["http", "https", "ftp", "gemini", "mailto", "magnet"]

    /// Validates a draft and returns it as it is stored: address trimmed, tags normalised and unique.
    ///
    /// - Parameter audience: the widest audience it goes to; `file:` is for `private` alone.
    /// - Returns: the first rule that is broken, on failure.
    package static func check(
        _ draft: BookmarkDraft, audience: Audience
    ) -> Result<BookmarkDraft, Problem> {
        var kept = draft.withPassageInLine
        do throws(Problem) {
            kept.url = try address(draft.url, of: draft.kind, audience: audience).get()
            try checkName(kept.title, of: draft.kind)
            try check(kept.title, title(of: draft.kind), at: Limits.titleBytesMax)
            try check(draft.note, "note", at: Limits.noteBytesMax)
            if let problem = draft.kind.problem(withNote: draft.note) { throw problem }
            kept.tags = try tags(draft.tags).get()
            guard kept.tags.count <= draft.kind.tagsMax else { throw draft.kind.tooManyTags }
            kept.details = try DetailRules.check(draft.details, of: draft.kind).get()
            // The details of an imported file cannot be completed now, so missing ones are allowed.
            if !draft.isFromFile,
                let problem = DetailRules.missing(in: kept.details, of: draft.kind)
            {
                throw problem
            }
            return .success(kept)
        } catch {
            return .failure(error)
        }
    }

    /// Validates a change by the same rules for each field it sets, and returns it as it is made.
    package static func check(
        change: BookmarkChange, of kind: Kind = .link, audience: Audience
    ) -> Result<BookmarkChange, Problem> {
        var kept = change.withPassageInLine(of: kind)
        do throws(Problem) {
            if let url = change.url {
                kept.url = try address(url, of: kind, audience: audience).get()
            }
            if let title = kept.title {
                try checkName(title, of: kind)
                try check(title, self.title(of: kind), at: Limits.titleBytesMax)
            }
            if let note = change.note {
                try check(note, "note", at: Limits.noteBytesMax)
                if let problem = kind.problem(withNote: note) { throw problem }
            }
            kept.addTags = try tags(change.addTags).get()
            kept.removeTags = try tags(change.removeTags).get()
            kept.details = try DetailRules.check(changes: change.details, of: kind).get()
            return .success(kept)
        } catch {
            return .failure(error)
        }
    }

    // Things other than links need no address.
    private static func address(
        _ url: String, of kind: Kind, audience: Audience
    ) -> Result<String, Problem> {
        if kind.isPassage, url.isEmpty {
            return .failure(.noPage(kind))
        }
        let isLeftOut = !kind.isAddressed && url.isEmpty
        return isLeftOut ? .success(url) : address(url, audience: audience)
    }

    private static func checkName(_ title: String, of kind: Kind) throws(Problem) {
        let isBlank = title.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        guard !kind.isAddressed, isBlank else { return }
        guard !kind.isPassage else { throw .noPassage(kind) }
        throw Problem(
            .invalidValue, "\(kind.named) needs a name", fix: "give it a name")
    }

    // The word for the title in an error message.
    private static func title(of kind: Kind) -> String { kind.isPassage ? "passage" : "title" }

    /// Returns `url` without outer whitespace, tabs and line ends, if it may be stored for `audience`.
    package static func address(_ url: String, audience: Audience) -> Result<String, Problem> {
        // An address may come from a file of any size, so a long one is refused before it is copied.
        guard url.utf8.count <= 2 * Limits.urlBytesMax else { return .failure(tooLong(url)) }
        let bytes = CanonicalURL.cleaned(url)
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.count <= Limits.urlBytesMax else { return .failure(tooLong(text)) }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return refused("the address \(Problem.quote(text)) contains control characters")
        }
        guard let colon = CanonicalURL.schemeEnd(bytes) else {
            return refused(
                "\(Problem.quote(text)) is not an address: it has no scheme",
                fix: bytes.isEmpty ? "give an address" : "write https:// before it")
        }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard schemes.contains(scheme) || scheme == "file" else {
            return refused(
                "addresses with \(Problem.quote(scheme + ":")) are not supported",
                fix: "use one of \(schemes.joined(separator: ", ")), or file if it is private")
        }
        guard scheme != "file" || audience == .private else {
            return refused(
                "\(Problem.quote(text)) is a file on this computer; others cannot open it",
                fix: "keep it private")
        }
        guard hasTarget(bytes[(colon + 1)...], scheme: scheme) else {
            return refused("the address \(Problem.quote(text)) has no host")
        }
        return .success(text)
    }

    /// Normalises tag names, and returns each tag once, in order.
    ///
    /// - Returns: on failure, the problem of the first invalid tag, or that there are too many.
    package static func tags(_ names: [String]) -> Result<[String], Problem> {
        var kept: [String] = []
        var seen: Set<String> = []
        for name in names {
            switch TagName.normalise(name) {
            case .failure(let problem): return .failure(problem)
            case .success(let tag):
                if seen.insert(tag.folded).inserted { kept.append(tag.name) }
            }
            guard kept.count <= Limits.tagsPerObjectMax else {
                return .failure(
                    Problem(
                        .tooMany, "a thing can have at most \(Limits.tagsPerObjectMax) tags",
                        fix: "use fewer tags"))
            }
        }
        return .success(kept)
    }

    private static func check(
        _ text: String, _ field: String, at bytesMax: Int
    ) throws(Problem) {
        guard text.utf8.count <= bytesMax else {
            throw Problem(
                .invalidValue,
                "the \(field) has \(text.utf8.count) bytes; the limit is \(bytesMax)",
                fix: "shorten it")
        }
        guard !text.utf8.contains(0) else {
            throw Problem(
                .invalidValue, "the \(field) contains a NUL character", fix: "remove it")
        }
    }

    /// Returns whether a target follows the scheme: a host; for `mailto`, `magnet` and `file` any text.
    private static func hasTarget(_ rest: ArraySlice<UInt8>, scheme: String) -> Bool {
        guard !["mailto", "magnet", "file"].contains(scheme) else { return !rest.isEmpty }
        guard rest.starts(with: Array("//".utf8)), rest.count > 2 else { return false }
        return !Array("/?#:".utf8).contains(rest[rest.startIndex + 2])
    }

    private static func tooLong(_ url: String) -> Problem {
        Problem(
            .invalidValue,
            "the address \(Problem.quote(url)) is longer than \(Limits.urlBytesMax) bytes",
            fix: "use a shorter address")
    }

    private static func refused(_ detail: String, fix: String = "") -> Result<String, Problem> {
        .failure(Problem(.invalidValue, detail, fix: fix))
    }
}
