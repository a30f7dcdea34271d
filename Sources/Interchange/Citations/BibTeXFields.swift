import Domain

/// Maps fields of BibTeX to details of a paper and back.
///
/// The venue of a paper is the journal of an article, the book that a part is of, the school of a thesis, the institution
/// of a report, and else the publisher.
enum BibTeXFields {
    /// The details that are a field each.
    static let plain: [(name: DetailName, field: String)] = [
        (.volume, "volume"), (.issue, "number"), (.pages, "pages"), (.publisher, "publisher"),
    ]

    // The first that an entry has says where it was published.
    private static let venues = [
        "journal", "journaltitle", "booktitle", "school", "institution", "organization",
        "publisher",
    ]

    /// Returns the venue, and the field in which it was found; empty if there is none.
    static func venue(of entry: BibTeXScanner.Entry) -> (text: String, field: String) {
        for name in venues {
            guard let value = entry.fields.first(where: { $0.name == name })?.value else {
                continue
            }
            let text = line(value)
            if !text.isEmpty { return (text, name) }
        }
        return ("", "")
    }

    /// Returns the field for the venue of an entry of this sort.
    static func venueField(in entry: String, hasPublisher: Bool) -> String {
        switch entry {
        case "article": return "journal"
        case "inproceedings", "incollection", "inbook": return "booktitle"
        case "mastersthesis", "phdthesis": return "school"
        case "techreport": return "institution"
        default: return hasPublisher ? "booktitle" : "publisher"
        }
    }

    /// Returns a value as text on one line.
    static func line(_ value: [UInt8]) -> String {
        let text = LaTeXText.decode(value, bytesMax: 300).repaired().text
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
