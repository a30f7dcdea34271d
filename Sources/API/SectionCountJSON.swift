package import Domain

/// What became of the entries of one section of our own format.
package struct SectionCountJSON: Codable, Equatable, Sendable {
    /// `collections`, `tag_rules`, `follows`, `reactions`, `comments`, `unread` or `live_shares`.
    package var section: String
    package var added: Int
    /// Here already.
    package var skipped: Int
    /// About something that is not here, or that is not decided by a file.
    package var leftOut: Int
    package var refused: Int

    private enum CodingKeys: String, CodingKey {
        case section, added, skipped, refused
        case leftOut = "left_out"
    }

    /// What becomes of an entry.
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
