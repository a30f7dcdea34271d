/// Validates the details that a person entered for a thing of a kind.
package enum DetailRules {
    /// Validates details and returns them as they are stored, by name: values in canonical form, lists sorted and
    /// unique.
    ///
    /// - Returns: on failure, the first rule that is broken: the kind has no such detail, a value is invalid, there are
    ///   several values where one is allowed, or too many.
    package static func check(
        _ details: [Detail], of kind: Kind
    ) -> Result<[Detail], Problem> {
        do throws(Problem) {
            var kept: [Detail] = []
            for name in DetailName.allCases {
                let typed = details.filter { $0.name == name }.flatMap(\.values)
                guard !typed.isEmpty else { continue }
                let form = try form(of: name, in: kind)
                kept.append(Detail(name, try values(typed, of: form)))
            }
            return .success(kept)
        } catch {
            return .failure(error)
        }
    }

    /// Validates changes by the same rules and returns them as they are made.
    package static func check(
        changes: [DetailChange], of kind: Kind
    ) -> Result<[DetailChange], Problem> {
        do throws(Problem) {
            return .success(
                try changes.map { (change) throws(Problem) in
                    let form = try form(of: change.name, in: kind)
                    let word = form.name.word
                    guard form.isList || (change.add.isEmpty && change.remove.isEmpty) else {
                        throw Problem(
                            .invalidValue,
                            "\(word) has only one value; nothing can be added or removed",
                            fix: "set the new value")
                    }
                    var kept = change
                    if let typed = change.values { kept.values = try values(typed, of: form) }
                    kept.add = try values(change.add, of: form)
                    kept.remove = try values(change.remove, of: form)
                    return kept
                })
        } catch {
            return .failure(error)
        }
    }

    /// Returns the reason why a thing with only these details cannot be added; nil if it can.
    package static func missing(in details: [Detail], of kind: Kind) -> Problem? {
        kind.details.filter { details[$0.name].isEmpty }.compactMap(\.whyNeeded).first
    }

    /// The problem reported when a change would exceed the number of values of `form`.
    package static func tooMany(_ form: DetailForm) -> Problem {
        Problem(
            .tooMany,
            form.isList
                ? "\(form.name.word) can have at most \(form.valuesMax) values"
                : "\(form.name.word) can have only one value", fix: "give fewer values")
    }

    private static func form(of name: DetailName, in kind: Kind) throws(Problem) -> DetailForm {
        guard let form = kind.form(of: name) else {
            let known = kind.details.map(\.name.word).joined(separator: ", ")
            throw Problem(
                .invalidValue, "\(kind.named) has no \(name.word)",
                fix: known.isEmpty ? "use a tag or the note" : "use one of \(known)")
        }
        return form
    }

    private static func values(
        _ typed: [String], of form: DetailForm
    ) throws(Problem) -> [String] {
        var kept: [String] = []
        var seen: Set<String> = []
        for raw in typed {
            let value = try form.value.canonical(raw, of: form.name.word).get()
            if seen.insert(form.value.folded(value)).inserted { kept.append(value) }
            guard kept.count <= form.valuesMax else { throw tooMany(form) }
        }
        return kept.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
