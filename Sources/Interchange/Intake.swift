import Domain

/// Brings entries within the limits: invalid entries are refused, long texts are cut with a warning.
struct Intake {
    var report = ImportReport()
    private let options: ImportOptions
    private var entry = 0
    /// The shortened folder paths that were reported already.
    private var shortened: Set<[UInt8]> = []

    init(options: ImportOptions) {
        self.options = options
    }

    /// Returns the thing to import; nil if it was refused.
    mutating func admit(_ raw: RawLink) -> ImportedLink? {
        if raw.isAgain, !(raw.isInCollection && options.folders == .asCollections) { return nil }
        if !raw.isPassage { entry += 1 }
        if let why = raw.refusal {
            return refuse(raw, raw.url.bytes.isEmpty ? raw.title : raw.url, why)
        }
        guard !raw.isWorkWithoutAddress else {
            report.worksWithoutAddress.add(raw.title, line: raw.line)
            return nil
        }
        let word = String(decoding: raw.kind.bytes, as: UTF8.self)
        guard let kind = word.isEmpty ? .link : Kind(word: word) else {
            return refuse(raw, raw.title, "this version does not support \(Problem.quote(word))")
        }
        guard kind.isAddressed || !raw.url.bytes.isEmpty else { return admit(raw, kind, url: "") }
        guard Self.scheme(of: raw.url) != "place" else {
            report.leftOutCount += 1
            return nil
        }
        guard Self.scheme(of: raw.url) != "javascript" else {
            report.bookmarklets.add(raw.title, line: raw.line)
            return nil
        }
        if raw.url.wasCut {
            return refuse(raw, raw.url, "the address is longer than \(Limits.urlBytesMax) bytes")
        }
        let address = raw.url.repaired()
        guard !address.wasBroken else {
            return refuse(raw, raw.url, "the address is not valid UTF-8, or contains a NUL")
        }
        let url: String
        switch BookmarkRules.address(address.text, audience: .private) {
        case .failure(let problem): return refuse(raw, raw.url, problem.detail)
        case .success(let checked): url = checked
        }
        return admit(raw, kind, url: url)
    }

    private mutating func admit(_ raw: RawLink, _ kind: Kind, url: String) -> ImportedLink? {
        var draft = BookmarkDraft(
            url: url,
            title: fitted(
                raw.title, raw.isPassage ? "passage" : "title", Limits.titleBytesMax, raw),
            note: fitted(raw.note, "note", Limits.noteBytesMax, raw), tags: tags(of: raw),
            size: raw.size, isUnread: raw.isUnread, added: raw.added, wasShared: raw.wasShared,
            kind: kind, details: details(of: raw, kind))
        draft = draft.withPassageInLine
        draft.isFromFile = true
        draft.isByWords = raw.isPassage
        if raw.added == nil, !raw.strangeDate.bytes.isEmpty {
            if raw.isDateAmbiguous {
                report.ambiguousDates.add(raw.strangeDate, line: raw.line)
            } else {
                report.strangeDates.add(raw.strangeDate, line: raw.line)
            }
        }
        if kind != .link,
            case .failure(let problem) = BookmarkRules.check(draft, audience: .private)
        {
            return refuse(raw, raw.url.bytes.isEmpty ? raw.title : raw.url, problem.detail)
        }
        if raw.passagesBeyond > 0 {
            warn(
                raw, raw.url,
                "\(Counted.words(raw.passagesBeyond, "passage")) left out: of one page at most "
                    + "\(RawLink.passageBytesMax >> 20) MiB are read")
        }
        report.linkCount += 1
        let folders =
            options.folders == .asCollections
            ? raw.folders.map { fitted($0, "folder's name", Limits.nameBytesMax, raw) } : []
        let author = String(decoding: raw.author.bytes, as: UTF8.self)
        return ImportedLink(
            draft: draft, folders: folders, placement: raw.placement, line: raw.line,
            reference: ThingReference(text: String(decoding: raw.reference.bytes, as: UTF8.self)),
            author: author,
            origin: ThingOrigin(
                author: author, id: String(decoding: raw.id.bytes, as: UTF8.self)))
    }

    /// Returns the valid details of its kind; others are left out with a warning.
    private mutating func details(of raw: RawLink, _ kind: Kind) -> [Detail] {
        var kept: [Detail] = []
        for (word, values) in raw.details {
            let name = String(decoding: word.bytes, as: UTF8.self)
            guard let form = kind.details.first(where: { $0.name.word == name }) else {
                warn(raw, word, "left out: \(kind.named) has no \(Problem.quote(name))")
                continue
            }
            var said: [String] = []
            for value in values {
                let text = value.repaired().text
                switch DetailRules.check([Detail(form.name, [text])], of: kind) {
                case .failure(let problem): warn(raw, value, "left out: \(problem.detail)")
                case .success: said.append(text)
                }
            }
            if said.count > form.valuesMax {
                warn(raw, word, "of \(said.count) values the first \(form.valuesMax) are kept")
            }
            if !said.isEmpty {
                kept.append(Detail(form.name, Array(said.prefix(form.valuesMax))))
            }
        }
        // The canonical forms; each value was checked above.
        return (try? DetailRules.check(kept, of: kind).get()) ?? []
    }

    /// Returns the scheme of an address in lower case, at most 10 letters; empty if it has none. `place:` is a search
    /// that Firefox runs on its own database, `javascript:` a script that a browser runs in the open page; both mean
    /// nothing here.
    /// - Source: Mozilla, "Places query URIs".
    private static func scheme(of url: RawText) -> String {
        let text = url.bytes.drop { $0 <= 0x20 }.prefix(11)
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        return String(decoding: text[..<colon], as: UTF8.self).lowercased()
    }

    /// Returns the text, repaired and cut at a whole character.
    private mutating func fitted(
        _ raw: RawText, _ field: String, _ bytesMax: Int, _ link: RawLink
    ) -> String {
        let (text, wasBroken) = raw.repaired()
        if wasBroken { warn(link, raw, "the \(field) is not valid UTF-8; replaced by U+FFFD") }
        guard text.utf8.count > bytesMax || raw.wasCut else { return text }
        warn(link, raw, "the \(field) is longer than \(bytesMax) bytes and was cut")
        return text.cut(toBytes: bytesMax)
    }

    /// Returns the tags of the entry, of its folders and of the options, each once.
    private mutating func tags(of raw: RawLink) -> [String] {
        var candidates = raw.tags
        if options.folders == .asTags, !raw.isInCollection, let folders = folderTag(raw) {
            candidates.append(folders)
        }
        candidates += options.extraTags.map { RawText($0) }
        var kept: [String] = []
        var seen: Set<String> = []
        for candidate in candidates {
            let (text, wasBroken) = candidate.repaired()
            if wasBroken {
                warn(raw, candidate, "the tag is not valid UTF-8; replaced by U+FFFD")
            }
            // Lists such as `a,,b` need no warning.
            guard text.utf8.contains(where: { $0 > 0x20 }) else { continue }
            switch TagName.normalise(text) {
            case .failure(let problem):
                warn(raw, candidate, "left out: \(problem.detail)")
            case .success(let tag):
                if seen.insert(tag.folded).inserted { kept.append(tag.name) }
            }
        }
        guard kept.count > Limits.tagsPerObjectMax else { return kept }
        warn(raw, raw.url, "of \(kept.count) tags the first \(Limits.tagsPerObjectMax) are kept")
        return Array(kept.prefix(Limits.tagsPerObjectMax))
    }

    /// Returns the path as one tag; a `/` inside a name would nest and becomes `-`. Of a path that is too long the
    /// innermost folders are kept.
    private mutating func folderTag(_ raw: RawLink) -> RawText? {
        // A blank name would make an empty level.
        let folders = raw.folders.filter { $0.bytes.contains { $0 > 0x20 } }
        let names = folders.map { folder in
            folder.bytes.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
        }
        guard let innermost = names.last else { return nil }
        var path = innermost
        for name in names.dropLast().reversed() {
            let longer = name + [UInt8(ascii: "/")] + path
            guard longer.count <= Limits.tagBytesMax else {
                warnOnce(raw, path)
                break
            }
            path = longer
        }
        return RawText(path[...], bytesMax: RawText.tagMax)
    }

    // Warns once for each path, however many links are in it.
    private mutating func warnOnce(_ raw: RawLink, _ path: [UInt8]) {
        guard shortened.count < ImportReport.remarksMax, shortened.insert(path).inserted else {
            return
        }
        warn(
            raw, RawText(path[...], bytesMax: RawText.tagMax),
            "the outer folders are left out of the tag, which holds at most \(Limits.tagBytesMax) "
                + "bytes"
        )
    }

    private mutating func refuse(_ link: RawLink, _ what: RawText, _ why: String) -> ImportedLink? {
        report.refusedCount += 1
        if report.refused.count < ImportReport.remarksMax {
            report.refused.append(remark(link, what, why))
        }
        return nil
    }

    private mutating func warn(_ link: RawLink, _ what: RawText, _ why: String) {
        report.warningCount += 1
        if report.warnings.count < ImportReport.remarksMax {
            report.warnings.append(remark(link, what, why))
        }
    }

    private func remark(_ link: RawLink, _ what: RawText, _ why: String) -> ImportRemark {
        let text = String(decoding: what.bytes.prefix(330), as: UTF8.self)
        return ImportRemark(line: link.line, entry: entry, what: Problem.quote(text), why: why)
    }
}
