/// One change, as it stands in a delta's payload. Domain defines what the numbers of kinds and fields mean,
/// Wire how they are encoded.
package enum Operation: Equatable, Sendable {
    /// The first operation of every chain: states who writes it and by what right.
    case open(Open)
    /// Adds a device to a person.
    case certify(Certificate)
    /// Removes a device from its person, and bounds what it wrote in this audience. Wins over `certify` for
    /// ever.
    case decertify(Decertification)
    /// Gives a person a role in this audience.
    case grant(Grant)
    /// Ends a grant, and bounds what was written by it.
    case cut(Cut)
    /// Begins an epoch with a new key; alone in a delta whose payload is not sealed.
    case rotate(Rotation)
    /// Lets devices into an epoch; alone in a delta whose payload is not sealed.
    case admit(Admission)
    /// Declares what of a chain is dead.
    case checkpoint(Checkpoint)
    /// Creates an object.
    case create(Creation)
    /// Writes a register.
    case write(FieldWrite)
    /// Adds an element to a set.
    case add(ElementAddition)
    /// Removes an element from a set, as far as the writer saw it.
    case remove(ElementRemoval)
    /// Removes a copy from an audience.
    case withdraw(Withdrawal)
    /// Places an object in an audience, or takes it out.
    case place(Placement)
    /// An operation of a newer version, which is stored and relayed without effect.
    case unknown(kind: UInt8, body: [UInt8])
}

/// An operation with the dot it first had.
package struct OriginedOperation: Equatable, Sendable {
    /// The origin that the operation carries; nil if it stands at its first place.
    package let origin: Dot?
    /// The change itself.
    package let operation: Operation

    /// Creates an operation that is new, or a rewrite or copy if it carries an origin.
    package init(origin: Dot? = nil, _ operation: Operation) {
        self.origin = origin
        self.operation = operation
    }

    /// The dot by which the operation takes effect: its origin, else its place in the chain that carries it.
    ///
    /// - Parameter index: The operation's index in its delta, from 0.
    package func dot(in chain: ChainID, at sequence: UInt64, _ index: Int) -> Dot {
        origin ?? .position(chain: chain, sequence: sequence, index: UInt32(index))
    }
}

/// The name of an object in an operation.
package enum ObjectRef: Hashable, Sendable {
    /// By the dot of its creation, at home; usually four bytes.
    case creation(Dot)
    /// By its id, in copies.
    case id(ObjectID)
}

/// The number of a field within its kind of object.
///
/// Numbers 5, 13, 21 … (5 modulo 8) are sets, 0 is the deletion, all others are registers. So a reader can
/// merge a field of which it knows nothing else.
package struct Field: Hashable, Comparable, Sendable {
    /// In 0...63.
    package let number: UInt8

    /// One more than the highest field number: a mask of 64 bits holds them all.
    package static let numbersEnd: UInt8 = 64
    /// The deletion register, which every object has: empty or `[1]`.
    package static let deletion = Field(0)

    /// Creates the field with this number, which is below `numbersEnd`.
    package init(_ number: UInt8) {
        precondition(number < Self.numbersEnd, "a field's number is below 64")
        self.number = number
    }

    /// Whether the field holds elements instead of one value.
    package var isSet: Bool { number % 8 == 5 }

    package static func < (left: Field, right: Field) -> Bool { left.number < right.number }
}

/// Creates an object with its first values.
package struct Creation: Equatable, Sendable {
    /// The object's kind, 1...31; Domain defines them.
    package let kind: UInt8
    /// The object's id, only with an origin: then it cannot be derived from the place.
    package let id: ObjectID?
    /// First values of registers, rising by field; none is empty, and none is of the deletion.
    package let values: [FieldValue]
    /// First elements of sets, rising by field; elements are sorted by bytes, none empty.
    package let elements: [FieldElements]

    /// Creates the operation from parts that have the shape above.
    package init(
        kind: UInt8, id: ObjectID? = nil, values: [FieldValue], elements: [FieldElements]
    ) {
        self.kind = kind
        self.id = id
        self.values = values
        self.elements = elements
    }
}

/// The first value of a register.
package struct FieldValue: Equatable, Sendable {
    package let field: Field
    package let value: [UInt8]

    /// Sets `field` to `value`.
    package init(_ field: Field, _ value: [UInt8]) {
        self.field = field
        self.value = value
    }
}

/// The first elements of a set.
package struct FieldElements: Equatable, Sendable {
    package let field: Field
    package let elements: [[UInt8]]

    /// Puts `elements` into `field`.
    package init(_ field: Field, _ elements: [[UInt8]]) {
        self.field = field
        self.elements = elements
    }
}

/// Writes a register.
package struct FieldWrite: Equatable, Sendable {
    package let object: ObjectRef
    package let field: Field
    package let value: [UInt8]
    /// The writes that this one replaces, sorted.
    package let replaces: [Dot]

    /// Writes `value` to `field` of `object`, in place of what `replaces` wrote.
    package init(object: ObjectRef, field: Field, value: [UInt8], replaces: [Dot]) {
        self.object = object
        self.field = field
        self.value = value
        self.replaces = replaces
    }
}

/// Adds an element to a set.
package struct ElementAddition: Equatable, Sendable {
    package let object: ObjectRef
    package let field: Field
    package let element: [UInt8]

    /// Adds `element` to `field` of `object`.
    package init(object: ObjectRef, field: Field, element: [UInt8]) {
        self.object = object
        self.field = field
        self.element = element
    }
}

/// Removes an element from a set.
package struct ElementRemoval: Equatable, Sendable {
    package let object: ObjectRef
    package let field: Field
    package let element: [UInt8]
    /// The additions that the writer saw, sorted.
    package let dots: [Dot]

    /// Removes from `field` of `object` the `element` that `dots` added.
    package init(object: ObjectRef, field: Field, element: [UInt8], dots: [Dot]) {
        self.object = object
        self.field = field
        self.element = element
        self.dots = dots
    }
}

/// Removes a copy from an audience. An object whose creations are all named does not exist there.
package struct Withdrawal: Equatable, Sendable {
    package let object: ObjectRef
    /// The creations that end, sorted.
    package let dots: [Dot]

    /// Ends the copy of `object` that `dots` created.
    package init(object: ObjectRef, dots: [Dot]) {
        self.object = object
        self.dots = dots
    }
}

/// Writes the placement register of one object and one audience, in the owner's `private`.
package struct Placement: Equatable, Sendable {
    package let object: ObjectRef
    package let audience: AudienceName
    package let isIn: Bool
    /// The placements that this one replaces, sorted.
    package let replaces: [Dot]

    /// Places `object` in `audience`, or takes it out.
    package init(object: ObjectRef, audience: AudienceName, isIn: Bool, replaces: [Dot]) {
        self.object = object
        self.audience = audience
        self.isIn = isIn
        self.replaces = replaces
    }
}
