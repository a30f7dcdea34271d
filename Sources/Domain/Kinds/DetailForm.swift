package import CRDT

/// The definition of one detail of a kind: its field on the wire, and its permitted values.
package struct DetailForm: Equatable, Sendable {
    /// The name of the detail.
    package let name: DetailName
    /// A set if there are several values at a time, else a register.
    package let field: Field
    /// The form of its values.
    package let value: DetailValue
    /// The reason why a person must give this detail and cannot remove its last value; nil if it is optional. Enforced
    /// when writing, never when merging.
    package let whyNeeded: Problem?
    /// Whether a person may remove the last value. Enforced when writing, never when merging.
    package let mayGo: Bool
    private let most: Int?

    /// Creates a detail in `field`.
    ///
    /// - Parameters:
    ///   - whyNeeded: the problem reported where it is missing; nil if it is optional.
    ///   - stays: whether a person may only replace it.
    ///   - most: the maximum number of values of a list; nil for that of the form.
    package init(
        _ name: DetailName, _ field: Field, _ value: DetailValue, whyNeeded: Problem? = nil,
        stays: Bool = false, most: Int? = nil
    ) {
        self.name = name
        self.field = field
        self.value = value
        self.whyNeeded = whyNeeded
        mayGo = whyNeeded == nil && !stays
        self.most = most
    }

    /// Whether it has several values at a time.
    package var isList: Bool { field.isSet }

    /// Whether it is personal, and left out of copies.
    package var isPersonal: Bool { Schema.isPersonal(field) }

    /// The maximum number of values that a person may add; enforced when writing, never when merging.
    package var valuesMax: Int {
        guard isList else { return 1 }
        if let most { return most }
        switch value {
        case .day: return Limits.detailDaysMax
        // Each layer has five aspects, and the set may hold as many again of layers removed while they were moved.
        case .mark: return 10 * Canvas.layersMax
        case .reference: return Limits.closetThingsMax
        default: return Limits.detailValuesMax
        }
    }
}

/// The values of one detail of one thing.
package struct Detail: Hashable, Sendable {
    /// The name of the detail.
    package var name: DetailName
    /// The values, at least one; those of a list are sorted and unique.
    package var values: [String]

    /// Creates the detail `name` with these values.
    package init(_ name: DetailName, _ values: [String]) {
        self.name = name
        self.values = values
    }
}

extension [Detail] {
    /// The values of a detail; empty if there are none.
    package subscript(_ name: DetailName) -> [String] {
        first { $0.name == name }?.values ?? []
    }
}

extension Bookmark {
    /// The details searched for words: brand, color and the like, without numbers.
    package var detailTexts: [String] {
        details.filter { kind.form(of: $0.name)?.value.isText == true }.flatMap(\.values)
    }
}

/// A change to one detail of a thing.
package struct DetailChange: Equatable, Sendable {
    /// The name of the detail.
    package var name: DetailName
    /// The new values, empty to remove all; nil leaves the values as they are.
    package var values: [String]?
    /// Values to add to a list.
    package var add: [String]
    /// Values to remove from a list.
    package var remove: [String]

    /// Creates a change of `name`; what is left out stays as it is.
    package init(
        _ name: DetailName, values: [String]? = nil, add: [String] = [], remove: [String] = []
    ) {
        self.name = name
        self.values = values
        self.add = add
        self.remove = remove
    }
}
