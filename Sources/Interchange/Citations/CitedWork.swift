/// What a bibliography says of one work, before it is a link: the same for BibTeX, RIS and CSL JSON.
///
/// A work is a link if it has an address or a DOI. Who wrote it and where it came out stand in front of
/// its note, because a link has no fields for that:
///
///     Authors: Anna Miller, Bo Li
///     Published: Journal of Looms, 2019
///     DOI: 10.1000/182                      (if the address is another)
///     See also: https://b.example/          (each address behind the first)
///
///     the abstract, and below it the notes
struct CitedWork {
    /// The line that it begins on.
    var line: Int
    /// Its addresses; the first is that of the link.
    var urls: [RawText] = []
    var doi: DOI?
    var title = RawText()
    /// As people say them: the given name first.
    var authors: [String] = []
    /// The journal, book or publisher.
    var venue = ""
    /// Four digits as a rule.
    var year = ""
    /// The abstract and the notes, in the order of the file.
    var texts: [RawText] = []
    var tags: [RawText] = []
    /// When somebody put it into the bibliography, where the format has a word for that.
    var added = RawText()
    /// What we wrote beside it.
    var exact: ExactFields?
    /// Why it is not as its format demands; nil if it is.
    var refusal: String?

    /// Addresses and authors beyond these are counted only.
    static let urlsMax = 20
    static let authorsMax = 50

    init(line: Int) {
        self.line = line
    }

    /// Takes `text` for another address, if it is one with a scheme and not there yet.
    mutating func addURL(_ text: RawText) {
        guard urls.count < Self.urlsMax, let url = Self.url(text), !urls.contains(url) else {
            return
        }
        urls.append(url)
    }

    /// The address in `text`, without blanks around it; nil if it has no scheme.
    static func url(_ text: RawText) -> RawText? {
        let trimmed = text.bytes.trimmed
        guard hasScheme(trimmed) else { return nil }
        var url = RawText(trimmed, bytesMax: RawText.urlMax)
        url.wasCut = url.wasCut || text.wasCut
        return url
    }

    /// Takes what `text` is a list of for tags.
    mutating func addTags(_ list: RawText, partedBy marks: [UInt8]) {
        for part in list.bytes.split(whereSeparator: { marks.contains($0) || $0 == 0x0A }) {
            guard tags.count < RawText.tagCountMax else { return }
            let tag = part.trimmed
            if !tag.isEmpty { tags.append(RawText(tag, bytesMax: RawText.tagMax)) }
        }
    }

    /// Takes an author; `name` may be empty.
    mutating func addAuthor(_ name: String) {
        if !name.isEmpty, authors.count <= Self.authorsMax { authors.append(name) }
    }

    /// The link that it is. Without address and DOI it has no address, and says so.
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
    /// Without the blanks at its ends.
    var trimmed: SubSequence {
        var rest = self[...]
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return rest
    }
}
