package import CRDT

/// The name of a detail: one word for one thing, whatever kind has it, in searches, on the command
/// line and in the API. The raw value is a column of this node's tables alone.
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

    /// As it is typed.
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

/// One detail of a kind: where it stands on the wire, and what may stand in it.
package struct DetailForm: Equatable, Sendable {
    /// Its name.
    package let name: DetailName
    /// A set if several values stand side by side, else a register.
    package let field: Field
    /// How a value is written.
    package let value: DetailValue

    /// A detail in `field`.
    package init(_ name: DetailName, _ field: Field, _ value: DetailValue) {
        self.name = name
        self.field = field
        self.value = value
    }

    /// Several values at a time.
    package var isList: Bool { field.isSet }

    /// A person's own business, which no copy has.
    package var isPersonal: Bool { Schema.isPersonal(field) }

    /// Why a person says it of each thing that he keeps, and takes the last value from none; nil if he
    /// need not. Binds the writer, never the merge.
    package var whyNeeded: Problem? { name == .categories ? PlaceDetails.noCategory : nil }

    /// A person may take the last value away. Binds the writer, never the merge.
    package var mayGo: Bool { whyNeeded == nil && name != .film && name != .duration }

    /// Most values that a person puts in; binds the writer, never the merge.
    package var valuesMax: Int {
        guard isList else { return 1 }
        if name == .categories { return PlaceDetails.categoriesMax }
        switch value {
        case .day: return Limits.detailDaysMax
        // Five aspects of each, and as many of what was taken off at once with being moved.
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
    /// Its name.
    package var name: DetailName
    /// At least one; of a list sorted, each once.
    package var values: [String]

    /// `name` with these values.
    package init(_ name: DetailName, _ values: [String]) {
        self.name = name
        self.values = values
    }
}

extension [Detail] {
    /// The values of a detail; empty if nothing is said.
    package subscript(_ name: DetailName) -> [String] {
        first { $0.name == name }?.values ?? []
    }
}

extension Bookmark {
    /// The details in which a search for words looks: brand, color and the like, and no numbers.
    package var detailTexts: [String] {
        details.filter { kind.form(of: $0.name)?.value.isText == true }.flatMap(\.values)
    }
}

/// What a person changes about one detail.
package struct DetailChange: Equatable, Sendable {
    /// Which one.
    package var name: DetailName
    /// What is to stand there from now on, empty for nothing; nil leaves what is there.
    package var values: [String]?
    /// Of a list: values to put in.
    package var add: [String]
    /// Of a list: values to take out.
    package var remove: [String]

    /// A change of `name`; what is left out stays as it is.
    package init(
        _ name: DetailName, values: [String]? = nil, add: [String] = [], remove: [String] = []
    ) {
        self.name = name
        self.values = values
        self.add = add
        self.remove = remove
    }
}
