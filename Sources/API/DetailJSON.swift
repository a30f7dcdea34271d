import Domain

// Between details and JSON: a detail is a member of its thing's object (`DetailName.member`), a text, or an
// array of texts where several values stand side by side.
extension Kind {
    /// Those of its details that are texts to whoever asks.
    var typedDetails: [DetailForm] { details.filter(\.value.isTyped) }
}

// As OpenAPI describes a detail.
extension DetailForm {
    /// Its value, or its list of values.
    var schema: Schema {
        guard case .choice(let words) = value else { return isList ? .list(.string) : .string }
        return isList ? .list(.word(words)) : .word(words)
    }

    /// The member of a new thing.
    var member: ObjectSchema.Member {
        ObjectSchema.Member(
            name: name.member, schema: schema, isRequired: whyNeeded != nil, about: name.about)
    }

    /// The members of a change: what is to stand there, and of a list what comes and goes.
    var changeMembers: [ObjectSchema.Member] {
        // What takes a value away stands in no list of words.
        let schema = isList ? self.schema : .string
        let whole = ObjectSchema.Member(
            name: name.member, schema: mayGo ? .clearable(schema) : schema, isRequired: false,
            about: name.about)
        guard isList else { return [whole] }
        return [whole]
            + [("add_", "add to"), ("remove_", "remove from")].map { start, words in
                ObjectSchema.Member(
                    name: start + name.member, schema: .clearable(schema), isRequired: false,
                    about: "Values to \(words) the list: " + name.about)
            }
    }
}

extension DetailName {
    /// Those that are texts to whoever asks.
    fileprivate static var typed: [DetailName] { allCases.filter(\.value.isTyped) }
}

extension Fields {
    /// Names the details of a thing: every list that its kind has, and of the other details those that it has.
    func details(_ details: inout [Detail], of kind: Kind?) {
        if isReading { return self.details(said: &details, of: nil) }
        for form in kind?.details ?? [] where form.value.isTyped {
            visit(form.name, details[form.name], isListed: true)
        }
    }

    /// Names the details in a request, and nothing else.
    ///
    /// - Parameter kind: the kind of the thing; nil if it is not known.
    func details(said details: inout [Detail], of kind: Kind?) {
        for form in kind?.typedDetails ?? [] { describe(form.member) }
        if isReading {
            details = DetailName.typed.compactMap { name in
                let values = read(name, of: kind) ?? []
                return values.isEmpty ? nil : Detail(name, values)
            }
        }
        for detail in details where !isReading && detail.name.value.isTyped {
            visit(detail.name, detail.values, isListed: true)
        }
    }

    /// Names the changes of the details of a thing. A detail that goes is a text without a character, or an empty list.
    ///
    /// - Parameter kind: the kind of the thing; nil if it is not known.
    func details(changes: inout [DetailChange], of kind: Kind?) {
        for form in kind?.typedDetails ?? [] { form.changeMembers.forEach(describe) }
        if isReading {
            changes = DetailName.typed.compactMap { name in
                let change = DetailChange(
                    name, values: read(name, of: kind), add: list("add_", name),
                    remove: list("remove_", name))
                return change == DetailChange(name) ? nil : change
            }
        }
        for change in changes where !isReading {
            let name = change.name
            if let values = change.values { visit(name, values, isListed: false) }
            write(change.add, "add_" + name.member)
            write(change.remove, "remove_" + name.member)
        }
    }

    // Nil if the member is absent, empty if the detail goes. A detail that has to stay is never null.
    private func read(_ name: DetailName, of kind: Kind?) -> [String]? {
        let form = kind?.form(of: name)
        let isLasting = form?.whyNeeded != nil || (isChange && form?.mayGo == false)
        if name.isList {
            var values: [String]?
            isLasting
                ? lasting(name.member, &values) : clearable(name.member, &values, nothing: [])
            return values
        }
        var value: String?
        isLasting ? lasting(name.member, &value) : clearable(name.member, &value, nothing: "")
        return value.map { $0.isEmpty ? [] : [$0] }
    }

    private func list(_ start: String, _ name: DetailName) -> [String] {
        guard name.isList else { return [] }
        var values: [String]?
        clearable(start + name.member, &values, nothing: [])
        return values ?? []
    }

    // A text that is absent is left out where the whole thing is listed.
    private func visit(_ name: DetailName, _ values: [String], isListed: Bool) {
        var values = values
        if name.isList {
            member(name.member, &values)
        } else if var value = values.first ?? (isListed ? nil : "") {
            member(name.member, &value)
        }
    }

    private func write(_ values: [String], _ name: String) {
        var values = values
        if !values.isEmpty { member(name, &values) }
    }
}
