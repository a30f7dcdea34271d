// Endpoints whose requests say little more than what they are about.

/// An endpoint that names one object in its path, by its id or address, and says nothing else.
package protocol IDEndpoint: ServedEndpoint {
    /// The id, the end of it, or an address.
    var id: String { get set }
}

extension IDEndpoint {
    package mutating func visit(_ fields: Fields) { fields.path("id", &id) }

    /// The object with this id or address.
    package init(_ id: String) {
        self.init()
        self.id = id
    }
}

/// An endpoint that names a person or device in its path, and says nothing else.
package protocol ReferenceEndpoint: ServedEndpoint {
    /// A name, or the beginning of an id.
    var ref: String { get set }
}

extension ReferenceEndpoint {
    package mutating func visit(_ fields: Fields) { fields.path("ref", &ref) }

    /// Creates a request for the person or device with this name.
    package init(_ ref: String) {
        self.init()
        self.ref = ref
    }
}

/// An endpoint that gives a person or device another name.
package protocol RenamingEndpoint: Endpoint {
    /// A name, or the beginning of an id.
    var ref: String { get set }
    /// The new name.
    var name: String { get set }
}

extension RenamingEndpoint {
    package static var shape: String { "RenameTo" }
    package mutating func visit(_ fields: Fields) {
        fields.path("ref", &ref)
        fields.member("name", &name, as: .name, "The new name.")
    }

    /// Creates a renaming of the person or device with this name.
    package init(_ ref: String, to name: String) {
        self.init()
        self.ref = ref
        self.name = name
    }
}

/// An endpoint that names a group or collection in its path, and says nothing else.
package protocol NameEndpoint: ServedEndpoint {
    /// The name.
    var name: String { get set }
}

extension NameEndpoint {
    package mutating func visit(_ fields: Fields) { fields.path("name", &name) }

    /// The group or collection with this name.
    package init(_ name: String) {
        self.init()
        self.name = name
    }
}
