package import CRDT

/// The name of a detail, the same for every kind that has it, in searches, on the command line and in the API. The raw
/// value is used only in this node's tables.
package enum DetailName: UInt8, CaseIterable, Sendable {
    case category = 1
    case brand = 2
    case price = 3
    case barcode = 4
    case state = 5
    case color = 6
    case wearer = 7
    case fit = 8
    case fabric = 9
    case style = 10
    case season = 11
    case worn = 12
    case photo = 40
    case occasion = 21
    case layers = 22
    case things = 23
    case prefix = 90
    case suffix = 91
    case categories = 64
    case position = 65
    case address = 66
    case hours = 67
    case contact = 68
    case place = 69
    case film = 70
    case duration = 71
    case theme = 72
    case thumbnail = 92
    case snapshot = 93

    /// The word that people type.
    package var word: String {
        switch self {
        case .category: return "category"
        case .brand: return "brand"
        case .price: return "price"
        case .barcode: return "barcode"
        case .state: return "state"
        case .color: return "color"
        case .wearer: return "for"
        case .fit: return "fit"
        case .fabric: return "fabric"
        case .style: return "style"
        case .season: return "season"
        case .worn: return "worn"
        case .photo: return "photo"
        case .occasion: return "occasion"
        case .layers: return "layers"
        case .things: return "things"
        case .prefix: return "prefix"
        case .suffix: return "suffix"
        case .categories: return "categories"
        case .position: return "position"
        case .address: return "address"
        case .hours: return "hours"
        case .contact: return "contact"
        case .place: return "place"
        case .film: return "film"
        case .duration: return "duration"
        case .theme: return "theme"
        case .thumbnail: return "thumbnail"
        case .snapshot: return "snapshot"
        }
    }
}

/// The definition of one detail of a kind: its field on the wire, and its permitted values.
package struct DetailForm: Equatable, Sendable {
    /// The name of the detail.
    package let name: DetailName
    /// A set if there are several values at a time, else a register.
    package let field: Field
    /// The form of its values.
    package let value: DetailValue

    /// Creates a detail in `field`.
    package init(_ name: DetailName, _ field: Field, _ value: DetailValue) {
        self.name = name
        self.field = field
        self.value = value
    }

    /// Whether it has several values at a time.
    package var isList: Bool { field.isSet }

    /// Whether it is personal, and left out of copies.
    package var isPersonal: Bool { Schema.isPersonal(field) }

    /// The reason why a person must give this detail and cannot remove its last value; nil if it is optional. Enforced
    /// when writing, never when merging.
    package var whyNeeded: Problem? { name == .categories ? PlaceDetails.noCategory : nil }

    /// Whether a person may remove the last value. Enforced when writing, never when merging.
    package var mayGo: Bool { whyNeeded == nil && name != .film && name != .duration }

    /// The maximum number of values that a person may add; enforced when writing, never when merging.
    package var valuesMax: Int {
        guard isList else { return 1 }
        if name == .categories { return PlaceDetails.categoriesMax }
        switch value {
        case .day: return Limits.detailDaysMax
        // Each layer has five aspects, and the set may hold as many again of layers removed while they were moved.
        case .mark: return 10 * Canvas.layersMax
        case .reference: return Limits.closetThingsMax
        case .text, .path, .choice, .price, .barcode, .photo, .position, .hours, .place, .film,
            .seconds, .theme, .page:
            return Limits.detailValuesMax
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
