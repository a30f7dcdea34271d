import CRDT
import Primitives

// The bodies of operations on objects.

extension Creation {
    //     id      16 bytes, only with an origin
    //     fields  varint, bit n for field n + 1
    //     values  for each bit, ascending: length varint, bytes; for a set the indices of its elements
    //             in the string table, as varints, strictly ascending
    func write(to writer: inout ByteWriter, in context: PayloadContext) {
        if let id { writer.bytes16(id.bytes) }
        var parts = values.map { ($0.field, $0.value) }
        for elements in self.elements {
            var list = ByteWriter()
            for element in elements.elements { list.varint(context.strings.index(of: element)) }
            parts.append((elements.field, list.bytes))
        }
        parts.sort { $0.0 < $1.0 }
        var mask: UInt64 = 0
        for (field, _) in parts { mask |= 1 << UInt64(field.number - 1) }
        writer.varint(mask)
        for (_, bytes) in parts { writer.lengthed(bytes) }
    }

    init(
        kind: UInt8, hasOrigin: Bool, from reader: inout ByteReader, in context: PayloadContext
    ) throws(WireError) {
        let id = hasOrigin ? ObjectID(try reader.bytes16()) : nil
        let maskStart = reader.offset
        let mask = try reader.varint()
        guard mask >> 63 == 0 else { throw .tooLong(offset: maskStart) }
        var values: [FieldValue] = []
        var elements: [FieldElements] = []
        for bit in 0..<UInt8(63) where mask >> UInt64(bit) & 1 == 1 {
            let field = Field(bit + 1)
            let start = reader.offset
            let length = try reader.varint(atMost: WireLimits.operationBytesMax)
            guard length > 0 else { throw .notCanonical(offset: start) }
            if field.isSet {
                var list = try reader.part(length)
                elements.append(FieldElements(field, try list.elements(in: context)))
            } else {
                values.append(FieldValue(field, Array(try reader.take(length))))
            }
        }
        self.init(kind: kind, id: id, values: values, elements: elements)
    }
}

extension ByteReader {
    /// Reads strictly ascending indices into the string table, to the end.
    fileprivate mutating func elements(in context: PayloadContext) throws(WireError) -> [[UInt8]] {
        var elements: [[UInt8]] = []
        var previous = -1
        while !isAtEnd {
            let start = offset
            let index = try varint(atMost: WireLimits.operationsMax)
            guard index < context.strings.strings.count else { throw .unknownKind(offset: start) }
            guard index > previous else { throw .notCanonical(offset: start) }
            previous = index
            elements.append(context.strings.strings[index])
        }
        return elements
    }

    fileprivate mutating func element(in context: PayloadContext) throws(WireError) -> [UInt8] {
        let start = offset
        let index = try varint(atMost: WireLimits.operationsMax)
        guard index < context.strings.strings.count else { throw .unknownKind(offset: start) }
        return context.strings.strings[index]
    }

    /// Reads an audience; its id is in the string table, so a thousand things placed in one group store it once.
    fileprivate mutating func audience(
        in context: PayloadContext
    ) throws(WireError) -> AudienceName {
        let kind = try byte()
        guard kind >= AudienceName.idsBegin else { return AudienceName(kind) }
        let start = offset
        guard let id = Bytes32(try element(in: context)) else { throw .notCanonical(offset: start) }
        return AudienceName(kind, id: id)
    }

    fileprivate mutating func field(set isSet: Bool) throws(WireError) -> Field {
        let start = offset
        let number = try byte()
        guard number < Field.numbersEnd else { throw .tooLong(offset: start) }
        let field = Field(number)
        guard field.isSet == isSet else { throw .unknownKind(offset: start) }
        return field
    }
}

extension FieldWrite {
    //     object, field u8, replaced dots, value to the end
    func write(to writer: inout ByteWriter, in context: PayloadContext) {
        writer.object(object, in: context)
        writer.byte(field.number)
        writer.dots(replaces, in: context, object: object)
        writer.raw(value)
    }

    init(from reader: inout ByteReader, in context: PayloadContext) throws(WireError) {
        let object = try reader.object(in: context)
        let field = try reader.field(set: false)
        let replaces = try reader.dots(in: context, object: object)
        self.init(
            object: object, field: field, value: Array(reader.takeRest()), replaces: replaces)
    }
}

extension ElementAddition {
    //     object, field u8, element as an index into the string table
    func write(to writer: inout ByteWriter, in context: PayloadContext) {
        writer.object(object, in: context)
        writer.byte(field.number)
        writer.varint(context.strings.index(of: element))
    }

    init(from reader: inout ByteReader, in context: PayloadContext) throws(WireError) {
        let object = try reader.object(in: context)
        let field = try reader.field(set: true)
        self.init(object: object, field: field, element: try reader.element(in: context))
    }
}

extension ElementRemoval {
    //     object, field u8, element, removed dots
    func write(to writer: inout ByteWriter, in context: PayloadContext) {
        writer.object(object, in: context)
        writer.byte(field.number)
        writer.varint(context.strings.index(of: element))
        writer.dots(dots, in: context, object: object)
    }

    init(from reader: inout ByteReader, in context: PayloadContext) throws(WireError) {
        let object = try reader.object(in: context)
        let field = try reader.field(set: true)
        let element = try reader.element(in: context)
        let dots = try reader.dots(in: context, object: object)
        self.init(object: object, field: field, element: element, dots: dots)
    }
}

extension Withdrawal {
    //     object, dots of creations
    func write(to writer: inout ByteWriter, in context: PayloadContext) {
        writer.object(object, in: context)
        writer.dots(dots, in: context, object: object)
    }

    init(from reader: inout ByteReader, in context: PayloadContext) throws(WireError) {
        let object = try reader.object(in: context)
        self.init(object: object, dots: try reader.dots(in: context, object: object))
    }
}

extension Placement {
    //     object, audience u8 (4 and above: and its id, as an index into the string table), 1 in
    //     or 0 out, replaced dots
    func write(to writer: inout ByteWriter, in context: PayloadContext) {
        writer.object(object, in: context)
        writer.byte(audience.kind)
        if let id = audience.id { writer.varint(context.strings.index(of: id.bytes)) }
        writer.byte(isIn ? 1 : 0)
        writer.dots(replaces, in: context, object: object)
    }

    init(from reader: inout ByteReader, in context: PayloadContext) throws(WireError) {
        let object = try reader.object(in: context)
        let audience = try reader.audience(in: context)
        let start = reader.offset
        let isIn = try reader.byte()
        guard isIn <= 1 else { throw .notCanonical(offset: start) }
        let replaces = try reader.dots(in: context, object: object)
        self.init(object: object, audience: audience, isIn: isIn == 1, replaces: replaces)
    }
}
