package import CRDT
import Primitives

/// The encoding of one delta's operations.
///
///     chains      varint count, then 16 bytes each, strictly ascending: foreign chains that dots name
///     strings     see `StringTable`
///     operations  to the end, at least one, each:
///       length    varint   bytes that follow, 1...operationBytesMax
///       kind      u8       see `OperationKind`; the top bit says that an origin follows
///       origin    a dot, only if the top bit of `kind` is set
///       body      see the writer of each kind
package enum Payload {
    /// Encodes `operations` as the payload of delta `sequence` of `chain`.
    package static func encode(
        _ operations: [OriginedOperation], chain: ChainID, sequence: UInt64
    ) -> [UInt8] {
        let context = PayloadContext(naming: operations, chain: chain, sequence: sequence)
        var writer = ByteWriter(capacity: 64 + operations.count * 64)
        writer.varint(context.chains.count)
        for chain in context.chains { writer.bytes16(chain.bytes) }
        context.strings.write(to: &writer)
        for operation in operations {
            var body = ByteWriter()
            operation.write(to: &body, in: context)
            precondition(body.bytes.count <= WireLimits.operationBytesMax, "an operation fits")
            writer.lengthed(body.bytes)
        }
        return writer.bytes
    }

    /// Decodes `bytes`, the payload of delta `sequence` of `chain`.
    ///
    /// - Throws: for anything that `encode` would not have produced, except table entries that no operation uses: an
    ///   operation of an unknown kind may use them, and every version must validate a payload alike.
    package static func decode(
        _ bytes: [UInt8], chain: ChainID, sequence: UInt64
    ) throws(WireError) -> [OriginedOperation] {
        guard bytes.count <= WireLimits.payloadBytesMax else { throw .tooLong(offset: 0) }
        var reader = ByteReader(bytes)
        let context = try PayloadContext(from: &reader, chain: chain, sequence: sequence)
        var operations: [OriginedOperation] = []
        while !reader.isAtEnd || operations.isEmpty {
            let start = reader.offset
            let length = try reader.varint(atMost: WireLimits.operationBytesMax)
            guard length > 0 else { throw .truncated(offset: start) }
            guard operations.count < WireLimits.operationsMax else { throw .tooLong(offset: start) }
            var body = try reader.part(length)
            operations.append(try OriginedOperation(from: &body, in: context))
            try body.finish()
        }
        return operations
    }
}

/// The context that the short forms in a payload refer to.
package struct PayloadContext {
    /// The chain and sequence of the delta.
    let chain: ChainID
    let sequence: UInt64
    /// The foreign chains, strictly ascending.
    let chains: [ChainID]
    /// The elements, strictly ascending.
    let strings: StringTable

    init(naming operations: [OriginedOperation], chain: ChainID, sequence: UInt64) {
        self.chain = chain
        self.sequence = sequence
        var chains: [ChainID] = []
        var strings: [[UInt8]] = []
        for operation in operations {
            strings.append(contentsOf: operation.operation.elementsNamed)
            for case .position(let named, _, _) in operation.dotsNamed where named != chain {
                chains.append(named)
            }
        }
        self.chains = chains.sorted().reduce(into: []) { unique, chain in
            if unique.last != chain { unique.append(chain) }
        }
        self.strings = StringTable(strings)
    }

    init(from reader: inout ByteReader, chain: ChainID, sequence: UInt64) throws(WireError) {
        self.chain = chain
        self.sequence = sequence
        let count = try reader.count(bytesEach: 16, most: WireLimits.chainsMax)
        var chains: [ChainID] = []
        for _ in 0..<count {
            let start = reader.offset
            let named = ChainID(try reader.bytes16())
            guard named != chain, chains.last.map({ $0 < named }) ?? true else {
                throw .notCanonical(offset: start)
            }
            chains.append(named)
        }
        self.chains = chains
        strings = try StringTable(from: &reader)
    }
}

extension OriginedOperation {
    /// Every dot in the operation, in no particular order.
    fileprivate var dotsNamed: [Dot] {
        let object: ObjectRef?
        var dots: [Dot] = []
        switch operation {
        case .write(let write): (object, dots) = (write.object, write.replaces)
        case .add(let addition): object = addition.object
        case .remove(let removal): (object, dots) = (removal.object, removal.dots)
        case .withdraw(let withdrawal): (object, dots) = (withdrawal.object, withdrawal.dots)
        case .place(let placement): (object, dots) = (placement.object, placement.replaces)
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .create,
            .unknown:
            object = nil
        }
        if case .creation(let dot) = object { dots.append(dot) }
        if let origin { dots.append(origin) }
        return dots
    }
}

extension Operation {
    /// Every set element in the operation.
    fileprivate var elementsNamed: [[UInt8]] {
        switch self {
        case .create(let creation): return creation.elements.flatMap(\.elements)
        case .add(let addition): return [addition.element]
        case .remove(let removal): return [removal.element]
        case .place(let placement): return placement.audience.id.map { [$0.bytes] } ?? []
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .write,
            .withdraw, .unknown:
            return []
        }
    }
}
