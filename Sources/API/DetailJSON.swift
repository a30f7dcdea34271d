package import Domain

// The one table between details and JSON: a detail is a member of its thing's object, a text, or an
// array of texts where several values stand side by side.
extension DetailName {
    /// The member that holds it.
    package var member: String {
        switch self {
        case .color, .fabric, .style, .season, .photo, .occasion, .snapshot: return word + "s"
        // Told by members of their own shape.
        case .layers, .things: return word
        case .categories, .position, .address, .hours, .contact, .place, .film, .duration, .theme:
            return word
        case .category, .brand, .price, .barcode, .state, .wearer, .fit, .worn, .prefix, .suffix,
            .thumbnail:
            return word
        }
    }
}

extension DetailName {
    /// What it means, for the reader of OpenAPI.
    var about: String {
        switch self {
        case .category:
            return "What sort it is, with what that is under before it: `clothes/shirts`."
        case .brand: return "Who made it."
        case .price: return "An amount and a currency, such as `49.90 EUR`."
        case .barcode: return "The digits under its bars (GTIN)."
        case .state: return "How it is: `clean`, `wash`, `repair`, `retired` or `gone`."
        case .color: return "Its colors, each in a word."
        case .wearer: return "Who wears it: `women`, `men` or `all`."
        case .fit: return "The size on its label."
        case .fabric: return "What it is made of."
        case .style: return "Words for how it looks."
        case .season: return "When it is worn."
        case .worn:
            return "Days on which it was worn, such as `2026-01-31`; its person's own business."
        case .photo: return "References to its photos, as `Blob.photo` told them."
        case .occasion: return "What it is worn for."
        case .layers: return "What lies where in it, the lowest first."
        case .things: return "What is in it."
        case .prefix: return "The text before the passage."
        case .suffix: return "The text after the passage."
        case .categories: return "What sort of place it is, one to three."
        case .position: return "Its latitude and longitude, such as `52.520008,13.404954`."
        case .address: return "Where it is, in words."
        case .hours: return "When it is open, such as `mo-fr 09:00-18:00; sa 10:00-14:00`."
        case .contact: return "How to reach it."
        case .place: return "The place that it names: asked for by its id, told as a reference."
        case .film: return "A reference to its film."
        case .duration: return "How long the film is, in seconds."
        case .theme: return "What it is about, at most 40 characters."
        case .thumbnail: return "A reference to the picture of its page; absent if it has none."
        case .snapshot: return "References to saved copies of its page, the earliest first."
        }
    }
}

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
            + [("add_", "come to"), ("remove_", "go from")].map { start, words in
                ObjectSchema.Member(
                    name: start + name.member, schema: .clearable(schema), isRequired: false,
                    about: "What is to \(words) the list: " + name.about)
            }
    }
}

extension DetailName {
    /// Those that are texts to whoever asks.
    fileprivate static var typed: [DetailName] { allCases.filter(\.value.isTyped) }
}

extension Fields {
    /// What is said of a thing: every list that its kind has, and of the other details those that are said.
    func details(_ details: inout [Detail], of kind: Kind?) {
        if isReading { return self.details(said: &details, of: nil) }
        for form in kind?.details ?? [] where form.value.isTyped {
            visit(form.name, details[form.name], isListed: true)
        }
    }

    /// What a request says of a thing, nothing else.
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

    /// What is to change of a thing. A detail that goes is a text without a character, or an empty list.
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
