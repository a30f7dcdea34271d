import CRDT
import Domain
import Primitives
import Wire

/// The dots and stamps of an object's fields, packed in one column of its row.
///
///     form 0  one creation wrote everything, and nothing was replaced since:
///             writer, fields varint (bit n: field n + 1 was written)
///     form 2  form 0 followed by placements: the usual state of shared things
///     form 1  creations, withdrawn, registers, sets, placements
///     form 3  form 1 followed by the time of the last change of a set, stamp u64
///     writer  dot, chain's row varint, stamp u64
///     dot     0, 24 bytes · 1, chain's row varint, sequence varint, index varint
///             · 2, chain 16, sequence varint, index varint (nothing of that chain is held)
///
/// Text is stored once: a value in a column of the object's table is marked here and not repeated, and
/// tags are rows of `tags`. The encoding is local, so chains are named by their rows.
struct StateCoding {
    /// Map chains to their rows and back.
    let rowOfChain: (ChainID) throws(StorageError) -> Int64?
    let chainOfRow: (Int64) throws(StorageError) -> ChainID

    /// The contents of the columns in the object's own table.
    struct Columns {
        /// The shown value of each field, rising by field.
        var values: [(field: Field, value: [UInt8])] = []
        /// The elements of the set of tags.
        var tags: [[UInt8]] = []
    }

    /// Returns the blob of an object that one creation has just made.
    func simple(
        dot: Dot, carrier: Carrier, fields: UInt64
    ) throws(StorageError) -> [UInt8] {
        var writer = ByteWriter(capacity: 24)
        writer.byte(0)
        try write(dot, carrier, to: &writer)
        writer.varint(fields)
        return writer.bytes
    }

    /// Packs `state`; `shown` is what the columns will hold.
    func encode(_ state: ObjectState, shown: Columns) throws(StorageError) -> [UInt8] {
        var writer = ByteWriter()
        if let (creation, fields) = Self.soleCreation(of: state, shown: shown) {
            writer.byte(state.placements.isEmpty ? 0 : 2)
            try write(creation.dot, creation.carrier, to: &writer)
            writer.varint(fields)
            if !state.placements.isEmpty { try writePlacements(state, to: &writer) }
            return writer.bytes
        }
        writer.byte(state.setsChanged == nil ? 1 : 3)
        writer.varint(state.creations.count)
        for creation in state.creations {
            try write(creation.dot, creation.carrier, to: &writer)
            writer.raw(creation.value)
        }
        try write(state.withdrawn, to: &writer)
        writer.varint(state.registers.count)
        for (field, register) in state.registers {
            writer.byte(field.number)
            let column = shown.values.first { $0.field == field }?.value
            try write(register, column: column, to: &writer)
        }
        writer.varint(state.sets.count)
        for (field, set) in state.sets {
            writer.byte(field.number)
            try write(set.additions, to: &writer)
            try write(set.removed, to: &writer)
        }
        try writePlacements(state, to: &writer)
        if let stamp = state.setsChanged { writer.u64(stamp.rawValue) }
        return writer.bytes
    }

    // Returns the creation that wrote the whole state and the mask of its fields; nil if other operations
    // took part.
    private static func soleCreation(
        of state: ObjectState, shown: Columns
    ) -> (Register.Survivor, UInt64)? {
        guard state.creations.count == 1, state.withdrawn.isEmpty,
            state.setsChanged == nil,
            state.creations[0].value.first.flatMap(Kind.init(rawValue:)) != nil
        else { return nil }
        let creation = state.creations[0]
        var fields: UInt64 = 0
        for (field, register) in state.registers {
            guard (1...7).contains(field.number), register.replaced.isEmpty,
                register.survivors.count == 1, register.survivors[0].dot == creation.dot,
                register.survivors[0].carrier == creation.carrier,
                shown.values.contains(where: {
                    $0.field == field && $0.value == register.survivors[0].value
                })
            else { return nil }
            fields |= 1 << UInt64(field.number - 1)
        }
        for (field, set) in state.sets {
            guard field == Schema.Thing.tags, set.removed.isEmpty,
                set.additions.allSatisfy({ $0.dot == creation.dot }), set.elements == shown.tags
            else { return nil }
            fields |= 1 << UInt64(field.number - 1)
        }
        return (creation, fields)
    }

    /// Unpacks what `encode` or `simple` packed.
    ///
    /// - Throws: `corrupt` if the blob is malformed.
    func decode(
        _ blob: [UInt8], kind: UInt8, columns: Columns
    ) throws(StorageError) -> ObjectState {
        var reader = ByteReader(blob)
        do {
            var state: ObjectState
            switch try reader.byte() {
            case 0: state = try decodeSimple(&reader, kind: kind, columns: columns)
            case 1: state = try decodeFull(&reader, columns: columns)
            case 2:
                state = try decodeSimple(&reader, kind: kind, columns: columns)
                try readPlacements(&reader, into: &state)
            case 3:
                state = try decodeFull(&reader, columns: columns)
                state.setsChanged = HybridTime(rawValue: try reader.u64())
            default: throw StorageError.corrupt
            }
            try reader.finish()
            return state
        } catch let error as StorageError {
            throw error
        } catch {
            throw .corrupt
        }
    }

    // MARK: Forms

    private func decodeSimple(
        _ reader: inout ByteReader, kind: UInt8, columns: Columns
    ) throws -> ObjectState {
        let (dot, carrier) = try readWriter(&reader)
        let fields = try reader.varint()
        var state = ObjectState()
        let values = columns.values.filter { fields >> UInt64($0.field.number - 1) & 1 == 1 }
        let hasTags = fields >> UInt64(Schema.Thing.tags.number - 1) & 1 == 1
        let elements =
            hasTags ? [FieldElements(Schema.Thing.tags, columns.tags)] : []
        let creation = Creation(
            kind: kind, values: values.map { FieldValue($0.field, $0.value) }, elements: elements)
        state.apply(.create(creation), dot: dot, carrier: carrier)
        return state
    }

    private func decodeFull(_ reader: inout ByteReader, columns: Columns) throws -> ObjectState {
        var state = ObjectState()
        for _ in 0..<(try reader.varint()) {
            let (dot, carrier) = try readWriter(&reader)
            state.creations.append(
                Register.Survivor(dot: dot, carrier: carrier, value: [try reader.byte()]))
        }
        state.withdrawn = try readDots(&reader)
        for _ in 0..<(try reader.varint()) {
            let field = try readField(&reader)
            let column = columns.values.first { $0.field == field }?.value
            state.registers.append((field, try readRegister(&reader, column: column)))
        }
        for _ in 0..<(try reader.varint()) {
            let field = try readField(&reader)
            let additions = try readAdditions(&reader)
            let removed = try readAdditions(&reader)
            state.sets.append((field, ObservedRemoveSet(additions: additions, removed: removed)))
        }
        try readPlacements(&reader, into: &state)
        return state
    }

    // MARK: Parts

    private func writePlacements(
        _ state: ObjectState, to writer: inout ByteWriter
    ) throws(StorageError) {
        writer.varint(state.placements.count)
        for (audience, register) in state.placements {
            writer.audience(audience)
            try write(register, column: nil, to: &writer)
        }
    }

    private func readPlacements(
        _ reader: inout ByteReader, into state: inout ObjectState
    ) throws {
        for _ in 0..<(try reader.varint()) {
            let audience = try reader.audience()
            state.placements.append((audience, try readRegister(&reader, column: nil)))
        }
    }

    private func readField(_ reader: inout ByteReader) throws -> Field {
        let number = try reader.byte()
        guard number < Field.numbersEnd else { throw StorageError.corrupt }
        return Field(number)
    }

    private func readRow(_ reader: inout ByteReader) throws -> ChainID {
        try chainOfRow(Int64(clamping: try reader.varint()))
    }

    private func write(
        _ register: Register, column: [UInt8]?, to writer: inout ByteWriter
    ) throws(StorageError) {
        writer.varint(register.survivors.count)
        var isColumnTaken = column == nil
        for survivor in register.survivors {
            try write(survivor.dot, survivor.carrier, to: &writer)
            if !isColumnTaken, survivor.value == column {
                writer.byte(1)
                isColumnTaken = true
            } else {
                writer.byte(0)
                writer.lengthed(survivor.value)
            }
        }
        try write(register.replaced, to: &writer)
    }

    private func readRegister(
        _ reader: inout ByteReader, column: [UInt8]?
    ) throws -> Register {
        var survivors: [Register.Survivor] = []
        for _ in 0..<(try reader.varint()) {
            let (dot, carrier) = try readWriter(&reader)
            let value: [UInt8]
            if try reader.byte() == 1 {
                guard let column else { throw StorageError.corrupt }
                value = column
            } else {
                value = Array(try reader.lengthed(atMost: WireLimits.operationBytesMax))
            }
            survivors.append(Register.Survivor(dot: dot, carrier: carrier, value: value))
        }
        return Register(survivors: survivors, replaced: try readDots(&reader))
    }

    private func write(
        _ additions: [ObservedRemoveSet.Addition], to writer: inout ByteWriter
    ) throws(StorageError) {
        writer.varint(additions.count)
        for addition in additions {
            writer.lengthed(addition.element)
            try write(addition.dot, to: &writer)
        }
    }

    private func readAdditions(
        _ reader: inout ByteReader
    ) throws -> [ObservedRemoveSet.Addition] {
        var additions: [ObservedRemoveSet.Addition] = []
        for _ in 0..<(try reader.varint()) {
            let element = Array(try reader.lengthed(atMost: WireLimits.elementBytesMax))
            additions.append(.init(element: element, dot: try readDot(&reader)))
        }
        return additions
    }

    private func write(_ dots: [Dot], to writer: inout ByteWriter) throws(StorageError) {
        writer.varint(dots.count)
        for dot in dots { try write(dot, to: &writer) }
    }

    private func readDots(_ reader: inout ByteReader) throws -> [Dot] {
        var dots: [Dot] = []
        for _ in 0..<(try reader.varint()) { dots.append(try readDot(&reader)) }
        return dots
    }

    private func write(
        _ dot: Dot, _ carrier: Carrier, to writer: inout ByteWriter
    ) throws(StorageError) {
        try write(dot, to: &writer)
        guard let row = try rowOfChain(carrier.chain) else {
            preconditionFailure("what was folded came in a chain that is held")
        }
        writer.varint(UInt64(row))
        writer.u64(carrier.stamp.rawValue)
    }

    private func readWriter(_ reader: inout ByteReader) throws -> (Dot, Carrier) {
        let dot = try readDot(&reader)
        let chain = try readRow(&reader)
        return (dot, Carrier(chain: chain, stamp: HybridTime(rawValue: try reader.u64())))
    }

    private func write(_ dot: Dot, to writer: inout ByteWriter) throws(StorageError) {
        switch dot {
        case .derived(let bytes):
            writer.byte(0)
            writer.bytes24(bytes)
        case .position(let chain, let sequence, let index):
            if let row = try rowOfChain(chain) {
                writer.byte(1)
                writer.varint(UInt64(row))
            } else {
                writer.byte(2)
                writer.bytes16(chain.bytes)
            }
            writer.varint(sequence)
            writer.varint(UInt64(index))
        }
    }

    private func readDot(_ reader: inout ByteReader) throws -> Dot {
        let chain: ChainID
        switch try reader.byte() {
        case 0: return .derived(try reader.bytes24())
        case 1: chain = try readRow(&reader)
        case 2: chain = ChainID(try reader.bytes16())
        default: throw StorageError.corrupt
        }
        let sequence = try reader.varint()
        guard let index = UInt32(exactly: try reader.varint()) else { throw StorageError.corrupt }
        return .position(chain: chain, sequence: sequence, index: index)
    }
}
