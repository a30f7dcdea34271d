package import Domain

/// The outcomes of the entries of one section of our own format.
package struct SectionCountJSON: JSONShape {
    package var section = ""
    package var added = 0
    package var skipped = 0
    package var leftOut = 0
    package var refused = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "section", &section, as: .words(ExportSection.self),
            "The part of an export that it is.")
        fields.member("added", &added, "The number that were added.")
        fields.member("skipped", &skipped, "The number that already existed.")
        fields.member(
            "left_out", &leftOut,
            "The number that are about things that are not here, or not this person's.")
        fields.member("refused", &refused, "The number that were refused.")
    }

    /// The outcome of an entry.
    package enum Outcome: Sendable {
        case added, skipped, leftOut, refused
    }

    init(_ section: ExportSection) {
        self.section = section.rawValue
        added = 0
        skipped = 0
        leftOut = 0
        refused = 0
    }

    fileprivate mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .added: added += 1
        case .skipped: skipped += 1
        case .leftOut: leftOut += 1
        case .refused: refused += 1
        }
    }
}

extension ImportJobJSON {
    /// One more entry of `section`, of which this became.
    package mutating func count(_ outcome: SectionCountJSON.Outcome, in section: ExportSection) {
        let place: Int
        if let known = sections.firstIndex(where: { $0.section == section.rawValue }) {
            place = known
        } else {
            let order = ExportSection.allCases.map(\.rawValue)
            let behind = order.drop { $0 != section.rawValue }.dropFirst()
            place = sections.firstIndex { behind.contains($0.section) } ?? sections.count
            sections.insert(SectionCountJSON(section), at: place)
        }
        sections[place].count(outcome)
    }
}
