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
    /// Those that are texts to whoever asks.
    fileprivate static var typed: [DetailName] { allCases.filter(\.value.isTyped) }
}

/// A member of an object whose members no enum can name, for they depend on the kind.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral text: String) {
        stringValue = text
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        return nil
    }

    static func value(of name: DetailName) -> MemberName { MemberName(stringValue: name.member) }

    static func additions(to name: DetailName) -> MemberName {
        MemberName(stringValue: "add_" + name.member)
    }

    static func removals(from name: DetailName) -> MemberName {
        MemberName(stringValue: "remove_" + name.member)
    }
}

extension KeyedDecodingContainer<MemberName> {
    /// What is said of a thing.
    func details() throws -> [Detail] {
        try DetailName.typed.compactMap { name in
            let values = try values(of: name) ?? []
            return values.isEmpty ? nil : Detail(name, values)
        }
    }

    /// What is to change of a thing: a text without a character takes the detail away.
    func detailChanges() throws -> [DetailChange] {
        try DetailName.typed.compactMap { name in
            let change = DetailChange(
                name, values: try values(of: name),
                add: try texts(.additions(to: name), ifListed: name),
                remove: try texts(.removals(from: name), ifListed: name))
            return change == DetailChange(name) ? nil : change
        }
    }

    // Empty if they are to go; nil if the member is absent.
    private func values(of name: DetailName) throws -> [String]? {
        let member = MemberName.value(of: name)
        guard name.isList else {
            return try decodeIfPresent(String.self, forKey: member).map { $0.isEmpty ? [] : [$0] }
        }
        return try decodeIfPresent([String].self, forKey: member)
    }

    private func texts(_ member: MemberName, ifListed name: DetailName) throws -> [String] {
        guard name.isList else { return [] }
        return try decodeIfPresent([String].self, forKey: member) ?? []
    }
}

extension KeyedEncodingContainer<MemberName> {
    /// Every list that things of a kind have, and of the other details those that are said.
    mutating func encode(_ details: [Detail], of kind: Kind?) throws {
        for form in kind?.details ?? [] where form.value.isTyped {
            try encode(details[form.name], as: form.name, .value(of: form.name))
        }
    }

    /// Of a request: what is said, nothing else.
    mutating func encode(said details: [Detail]) throws {
        for detail in details where detail.name.value.isTyped {
            try encode(detail.values, as: detail.name, .value(of: detail.name))
        }
    }

    /// Of a request: a detail that goes is a text without a character, or an empty list.
    mutating func encode(_ changes: [DetailChange]) throws {
        for change in changes {
            let (name, values) = (change.name, change.values)
            if let values, !name.isList {
                try encode(values.first ?? "", forKey: .value(of: name))
            } else if let values {
                try encode(values, forKey: .value(of: name))
            }
            if !change.add.isEmpty { try encode(change.add, forKey: .additions(to: name)) }
            if !change.remove.isEmpty {
                try encode(change.remove, forKey: .removals(from: name))
            }
        }
    }

    private mutating func encode(
        _ values: [String], as name: DetailName, _ member: MemberName
    ) throws {
        if name.isList {
            try encode(values, forKey: member)
        } else if let value = values.first {
            try encode(value, forKey: member)
        }
    }
}
