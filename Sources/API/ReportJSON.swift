import CRDT
package import Domain

/// What became of links that were sent.
package struct KeptJSON: Codable, Equatable, Sendable {
    /// One for each, in the order they were sent.
    package var outcomes: [Outcome]
    /// What `undo` takes; absent if nothing was written.
    package var act: Int?
    /// Links that a live share placed in an audience as well, from the narrowest audience on;
    /// groups last, by name.
    package var placed: [PlacedJSON]
    /// Where the new ones went: the audience that was named, else the default one.
    package var audience: String

    /// What became of one link.
    package struct Outcome: Codable, Equatable, Sendable {
        /// `added`, `merged`, `skipped` or `refused`.
        package var outcome: String
        /// The link as it is here now; absent if it was refused.
        package var id: String?
        package var shortID: String?
        /// Why it was refused.
        package var problem: ProblemJSON?

        private enum CodingKeys: String, CodingKey {
            case outcome, id, problem
            case shortID = "short_id"
        }

        /// The outcome as a client sees it.
        package init(_ outcome: KeptReport.Outcome) {
            switch outcome {
            case .added(let kept):
                self.outcome = "added"
                id = kept.text
                shortID = kept.short
            case .merged(let kept):
                self.outcome = "merged"
                id = kept.text
                shortID = kept.short
            case .skipped(let kept):
                self.outcome = "skipped"
                id = kept.text
                shortID = kept.short
            case .refused(let refusal):
                self.outcome = "refused"
                problem = ProblemJSON(refusal)
            }
        }
    }

    /// So many links in this audience.
    package struct PlacedJSON: Codable, Equatable, Sendable {
        package var audience: String
        package var count: Int
    }

    /// The report as a client sees it.
    package init(_ report: KeptReport) {
        outcomes = report.outcomes.map(Outcome.init)
        act = report.act
        placed = report.placed.sorted { $0.key < $1.key }.map { audience, count in
            PlacedJSON(audience: audience.name, count: count)
        }
        audience = report.audience.name
    }
}

/// What a command did.
package struct DoneJSON: Codable, Equatable, Sendable {
    /// How many things it touched; on a dry run, how many it would.
    package var count: Int
    /// What `undo` takes; absent if there is nothing to take back.
    package var act: Int?
    /// One line for a person.
    package var summary: String

    /// The report as a client sees it.
    package init(_ report: DoneReport) {
        count = report.count
        act = report.act
        summary = report.summary
    }

    /// A report of what was done, or would be.
    package init(count: Int, act: Int? = nil, summary: String) {
        self.count = count
        self.act = act
        self.summary = summary
    }
}

/// A command that can be undone.
package struct ActJSON: Codable, Equatable, Sendable {
    package var number: Int
    package var summary: String
    package var at: String
    package var undone: Bool

    /// The act as a client sees it.
    package init(_ act: Act) {
        number = act.number
        summary = act.summary
        at = Timestamp.text(act.at)
        undone = act.isUndone
    }
}
