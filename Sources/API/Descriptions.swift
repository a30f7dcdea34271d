/// What the members of the shapes mean, for the reader of OpenAPI.
enum Descriptions {
    /// What a member holds: of this shape if it means something of its own there, else of what is asked for
    /// or answered.
    static func member(_ name: String, of schema: String) -> String? {
        let isAsked = Schemas.ofRequests.contains(schema)
        let known = isAsked ? [ofRequests, ofThings, ofAnswers] : [ofThings, ofAnswers]
        for key in [schema + "." + name, name] {
            if let text = known.lazy.compactMap({ $0[key] }).first { return text }
        }
        // What comes to a list, and what goes.
        for (start, words) in [("add_", "come to"), ("remove_", "go from")] {
            guard name.hasPrefix(start), let text = ofThings[String(name.dropFirst(start.count))]
            else { continue }
            return "What is to \(words) the list: " + text
        }
        return nil
    }
}
