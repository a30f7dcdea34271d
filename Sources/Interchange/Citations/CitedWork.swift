/// A work of a bibliography, before it becomes a link: common to BibTeX, RIS and CSL JSON.
///
/// A work becomes a link if it has an address or a DOI. Its authors and publication go to the beginning of the note,
/// because a link has no fields for them:
///
///     Authors: Anna Miller, Bo Li
///     Published: Journal of Looms, 2019
///     DOI: 10.1000/182                      (if the address is another)
///     See also: https://b.example/          (each further address)
///
///     the abstract, followed by the notes
struct CitedWork {
    /// The line on which it begins.
    var line: Int
    /// The addresses; the first becomes that of the link.
    var urls: [RawText] = []
    var doi: DOI?
    var title = RawText()
    /// The names in spoken order: the given name first.
    var authors: [String] = []
    /// The journal, book or publisher.
    var venue = ""
    /// Usually four digits.
    var year = ""
    /// The abstract and the notes, in the order of the file.
    var texts: [RawText] = []
    var tags: [RawText] = []
    /// The time when it was added to the bibliography, where the format records that.
    var added = RawText()
    /// The exact values that this program wrote beside it.
    var exact: ExactFields?
    /// The reason why it violates its format; nil if it does not.
    var refusal: String?

    /// The maximum numbers of addresses and authors; further ones are only counted.
    static let urlsMax = 20
    static let authorsMax = 50

    init(line: Int) {
        self.line = line
    }

    /// Adds an address, if it has a scheme and is not there yet.
    mutating func addURL(_ text: RawText) {
        guard urls.count < Self.urlsMax, let url = Self.url(text), !urls.contains(url) else {
            return
        }
        urls.append(url)
    }

    /// Returns the address in `text`, without surrounding spaces; nil if it has no scheme.
    static func url(_ text: RawText) -> RawText? {
        let trimmed = text.bytes.trimmed
        guard hasScheme(trimmed) else { return nil }
        var url = RawText(trimmed, bytesMax: RawText.urlMax)
        url.wasCut = url.wasCut || text.wasCut
        return url
    }

    /// Adds the tags in `list`, which are separated by `marks` or line ends.
    mutating func addTags(_ list: RawText, partedBy marks: [UInt8]) {
        for part in list.bytes.split(whereSeparator: { marks.contains($0) || $0 == 0x0A }) {
            guard tags.count < RawText.tagCountMax else { return }
            let tag = part.trimmed
            if !tag.isEmpty { tags.append(RawText(tag, bytesMax: RawText.tagMax)) }
        }
    }

    /// Adds an author; an empty name is ignored.
    mutating func addAuthor(_ name: String) {
        if !name.isEmpty, authors.count <= Self.authorsMax { authors.append(name) }
    }

    /// The resulting link. Without an address and a DOI it has no address, and is flagged.
    var link: RawLink {
        var link = RawLink(line: line)
        link.title = title
        link.tags = tags
        link.refusal = refusal
        if !added.bytes.isEmpty { link.date(added.bytes) }
        if let url = urls.first {
            link.url = url
        } else if let doi {
            link.url = RawText(doi.address[...], bytesMax: RawText.urlMax)
        } else {
            link.isWorkWithoutAddress = refusal == nil
        }
        let head = self.head(of: link)
        if !head.isEmpty { link.addNote(RawText(head)) }
        for text in texts where text.bytes.contains(where: { $0 > 0x20 }) { link.addNote(text) }
        if let exact { exact.apply(to: &link) }
        return link
    }

    private func head(of link: RawLink) -> String {
        var lines: [String] = []
        if !authors.isEmpty {
            let shown = authors.prefix(Self.authorsMax).joined(separator: ", ")
            let rest = authors.count > Self.authorsMax ? " and others" : ""
            lines.append((authors.count == 1 ? "Author: " : "Authors: ") + shown + rest)
        }
        let published = [venue, year].filter { !$0.isEmpty }.joined(separator: ", ")
        if !published.isEmpty { lines.append("Published: " + published) }
        if let doi, DOI(link.url.bytes) != doi, link.url.bytes != doi.address {
            lines.append("DOI: " + String(decoding: doi.name, as: UTF8.self))
        }
        for url in urls.dropFirst() where DOI(url.bytes) == nil || DOI(url.bytes) != doi {
            lines.append("See also: " + String(decoding: url.bytes, as: UTF8.self))
        }
        return lines.joined(separator: "\n")
    }

    private static func hasScheme(_ text: ArraySlice<UInt8>) -> Bool {
        let scheme = text.prefix {
            (0x61...0x7A).contains($0 | 0x20) || (0x2B...0x39).contains($0) && $0 != 0x2F
        }
        return scheme.count > 1 && text.dropFirst(scheme.count).first == UInt8(ascii: ":")
    }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
    /// The bytes without surrounding whitespace.
    var trimmed: SubSequence {
        var rest = self[...]
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return rest
    }
}
