/// One change, as it stands in a delta's payload. What the numbers of kinds and fields mean to
/// people is Domain's; how they are spelled is Wire's.
package enum Operation: Equatable, Sendable {
    /// First of every chain: who writes it, and by what right.
    case open(Open)
    /// A device belongs to a person.
    case certify(Certificate)
    /// A device belongs to him no longer, with what it had written here by then; wins over
    /// `certify` for ever.
    case decertify(Decertification)
    /// Somebody may do something in this audience.
    case grant(Grant)
    /// A grant ends, with what was written by it by then.
    case cut(Cut)
    /// A new epoch's key; alone in a delta whose payload is not sealed.
    case rotate(Rotation)
    /// A device is let into an epoch; alone in a delta whose payload is not sealed.
    case admit(Admission)
    /// What of a chain is dead.
    case checkpoint(Checkpoint)
    /// An object comes to be.
    case create(Creation)
    /// A register is written.
    case write(FieldWrite)
    /// An element enters a set.
    case add(ElementAddition)
    /// An element leaves a set, as far as the writer saw it.
    case remove(ElementRemoval)
    /// A copy leaves an audience.
    case withdraw(Withdrawal)
    /// An object is placed in an audience, or taken out of it.
    case place(Placement)
    /// Of a newer version: kept, relayed, without effect.
    case unknown(kind: UInt8, body: [UInt8])
}

/// An operation with the dot it first had.
package struct OriginedOperation: Equatable, Sendable {
    /// The origin it carries; nil if it stands at its first place.
    package let origin: Dot?
    /// What it does.
    package let operation: Operation

    /// `operation`, written here for the first time unless it carries an origin.
    package init(origin: Dot? = nil, _ operation: Operation) {
        self.origin = origin
        self.operation = operation
    }

    /// The dot by which it takes effect: its origin, else its place in the chain that carries it.
    ///
    /// - Parameter index: which one of its delta it is.
    package func dot(in chain: ChainID, at sequence: UInt64, _ index: Int) -> Dot {
        origin ?? .position(chain: chain, sequence: sequence, index: UInt32(index))
    }
}

/// How an operation names an object.
package enum ObjectRef: Hashable, Sendable {
    /// By the dot of its creation, at home: four bytes as a rule.
    case creation(Dot)
    /// By its id, in copies.
    case id(ObjectID)
}

/// The number of a field within its kind of object.
///
/// Numbers 5, 13, 21 … (5 modulo 8) are sets, 0 is the deletion, all others are registers: so a
/// reader knows how to merge a field of which it knows nothing else.
package struct Field: Hashable, Comparable, Sendable {
    /// 0...63.
    package let number: UInt8

    /// One more than the highest number a field may have: what a mask of 64 bits holds.
    package static let numbersEnd: UInt8 = 64
    /// The register of deletion, which every object has: empty or `[1]`.
    package static let deletion = Field(0)

    /// The field with this number, below `numbersEnd`.
    package init(_ number: UInt8) {
        precondition(number < Self.numbersEnd, "a field's number is below 64")
        self.number = number
    }

    /// It holds elements instead of one value.
    package var isSet: Bool { number % 8 == 5 }

    package static func < (left: Field, right: Field) -> Bool { left.number < right.number }
}

/// An object comes to be, with its first values.
package struct Creation: Equatable, Sendable {
    /// What it is: see Domain's kinds; 1...31.
    package let kind: UInt8
    /// Only with an origin: its id, which can then not be derived from the place.
    package let id: ObjectID?
    /// First values of registers, rising by field, none of them empty or the deletion.
    package let values: [FieldValue]
    /// First elements of sets, rising by field, elements sorted by bytes, none empty.
    package let elements: [FieldElements]

    /// A new object.
    package init(
        kind: UInt8, id: ObjectID? = nil, values: [FieldValue], elements: [FieldElements]
    ) {
        self.kind = kind
        self.id = id
        self.values = values
        self.elements = elements
    }
}

/// A register's first value.
package struct FieldValue: Equatable, Sendable {
    package let field: Field
    package let value: [UInt8]

    /// `value` in `field`.
    package init(_ field: Field, _ value: [UInt8]) {
        self.field = field
        self.value = value
    }
}

/// A set's first elements.
package struct FieldElements: Equatable, Sendable {
    package let field: Field
    package let elements: [[UInt8]]

    /// `elements` in `field`.
    package init(_ field: Field, _ elements: [[UInt8]]) {
        self.field = field
        self.elements = elements
    }
}

/// A register is written.
package struct FieldWrite: Equatable, Sendable {
    package let object: ObjectRef
    package let field: Field
    package let value: [UInt8]
    /// Sorted: the writes that this one replaces.
    package let replaces: [Dot]

    /// `value` in `field` of `object` instead of what `replaces` wrote.
    package init(object: ObjectRef, field: Field, value: [UInt8], replaces: [Dot]) {
        self.object = object
        self.field = field
        self.value = value
        self.replaces = replaces
    }
}

/// An element enters a set.
package struct ElementAddition: Equatable, Sendable {
    package let object: ObjectRef
    package let field: Field
    package let element: [UInt8]

    /// `element` into `field` of `object`.
    package init(object: ObjectRef, field: Field, element: [UInt8]) {
        self.object = object
        self.field = field
        self.element = element
    }
}

/// An element leaves a set.
package struct ElementRemoval: Equatable, Sendable {
    package let object: ObjectRef
    package let field: Field
    package let element: [UInt8]
    /// Sorted: the additions that the writer saw.
    package let dots: [Dot]

    /// `element`, as `dots` added it, out of `field` of `object`.
    package init(object: ObjectRef, field: Field, element: [UInt8], dots: [Dot]) {
        self.object = object
        self.field = field
        self.element = element
        self.dots = dots
    }
}

/// A copy leaves an audience: an object whose creations are all named does not exist there.
package struct Withdrawal: Equatable, Sendable {
    package let object: ObjectRef
    /// Sorted: the creations that end.
    package let dots: [Dot]

    /// The copy of `object` that `dots` created ends.
    package init(object: ObjectRef, dots: [Dot]) {
        self.object = object
        self.dots = dots
    }
}

/// The register of one object and one audience, in the owner's `private`.
package struct Placement: Equatable, Sendable {
    package let object: ObjectRef
    package let audience: AudienceName
    package let isIn: Bool
    /// Sorted: the placements that this one replaces.
    package let replaces: [Dot]

    /// `object` into or out of `audience`.
    package init(object: ObjectRef, audience: AudienceName, isIn: Bool, replaces: [Dot]) {
        self.object = object
        self.audience = audience
        self.isIn = isIn
        self.replaces = replaces
    }
}
