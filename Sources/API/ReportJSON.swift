import CRDT
package import Domain

/// The outcomes of links that were sent.
package struct KeptJSON: JSONShape {
    package var outcomes: [Outcome] = []
    package var act: Int?
    package var placed: [PlacedJSON] = []
    package var audience = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "outcomes", &outcomes,
            "The outcome of each, in the order in which they were sent.")
        fields.member(
            "act", &act,
            "The number that `undo` takes; absent if there is nothing to undo.")
        fields.member("placed", &placed, "Links that live shares have placed elsewhere as well.")
        fields.member("audience", &audience, as: .audience, "The audience of the new ones.")
    }

    /// The outcome of one link.
    package struct Outcome: JSONShape {
        package var outcome = ""
        package var id: String?
        package var shortID: String?
        package var problem: ProblemJSON?

        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member(
                "outcome", &outcome, as: .word(["added", "merged", "skipped", "refused"]),
                "The outcome: `added`, `merged`, `skipped` or `refused`.")
            fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
            fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
            fields.member("problem", &problem, "The reason why it was refused; else absent.")
        }

        /// The outcome as a client sees it.
        package init(_ outcome: AdditionReport.Outcome) {
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

    /// The number of links placed in one audience.
    package struct PlacedJSON: JSONShape {
        package var audience = ""
        package var count = 0

        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member("audience", &audience, as: .audience, "The audience, by its name.")
            fields.member("count", &count, "The number of links placed there.")
        }

        init(_ audience: String, _ count: Int) {
            (self.audience, self.count) = (audience, count)
        }
    }

    /// The report as a client sees it.
    package init(_ report: AdditionReport) {
        outcomes = report.outcomes.map(Outcome.init)
        act = report.act
        placed = report.placed.sorted { $0.key < $1.key }.map { audience, count in
            PlacedJSON(audience.name, count)
        }
        audience = report.audience.name
    }
}

/// The result of a command.
package struct DoneJSON: JSONShape {
    package var count = 0
    package var act: Int?
    package var summary = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "count", &count,
            "The number of things it has changed; of a dry run, would change.")
        fields.member(
            "act", &act,
            "The number that `undo` takes; absent if there is nothing to undo.")
        fields.member("summary", &summary, "A summary of the changes, in a line for a person.")
    }

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
package struct ActJSON: JSONShape {
    package var number = 0
    package var summary = ""
    package var at = ""
    package var undone = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("number", &number, "By which number it is named.")
        fields.member("summary", &summary, "A summary of the changes, in a line for a person.")
        fields.member("at", &at, as: .time, "The time of it.")
        fields.member("undone", &undone, "It was taken back.")
    }

    /// The act as a client sees it.
    package init(_ act: Act) {
        number = act.number
        summary = act.summary
        at = Timestamp.text(act.at)
        undone = act.isUndone
    }
}
