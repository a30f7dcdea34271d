import CRDT
import Primitives

/// The numbers of operations in the wire format. 32...63 are creations of object kind 0...31, of which 0 is invalid.
/// Unknown numbers are stored and relayed unchanged.
enum OperationKind {
    static let open: UInt8 = 1
    static let certify: UInt8 = 2
    static let decertify: UInt8 = 3
    static let grant: UInt8 = 4
    static let cut: UInt8 = 5
    static let rotate: UInt8 = 6
    static let admit: UInt8 = 7
    static let checkpoint: UInt8 = 8
    static let write: UInt8 = 9
    static let add: UInt8 = 10
    static let remove: UInt8 = 11
    static let withdraw: UInt8 = 12
    static let place: UInt8 = 13
    static let create: UInt8 = 32
    /// The bit of the kind byte that says that an origin follows.
    static let origin: UInt8 = 0x80
}

extension OriginedOperation {
    func write(to writer: inout ByteWriter, in context: PayloadContext) {
        if case .unknown(let kind, let body) = operation {
            writer.byte(kind)
            writer.raw(body)
            return
        }
        writer.byte(operation.wireKind | (origin == nil ? 0 : OperationKind.origin))
        if let origin { writer.dot(origin, in: context) }
        switch operation {
        case .open(let open): open.write(to: &writer)
        case .certify(let certificate): certificate.write(to: &writer)
        case .decertify(let end): end.write(to: &writer)
        case .grant(let grant): grant.write(to: &writer)
        case .cut(let cut): cut.write(to: &writer)
        case .rotate(let rotation): rotation.write(to: &writer)
        case .admit(let admission): admission.write(to: &writer)
        case .checkpoint(let checkpoint): checkpoint.write(to: &writer)
        case .create(let creation): creation.write(to: &writer, in: context)
        case .write(let write): write.write(to: &writer, in: context)
        case .add(let addition): addition.write(to: &writer, in: context)
        case .remove(let removal): removal.write(to: &writer, in: context)
        case .withdraw(let withdrawal): withdrawal.write(to: &writer, in: context)
        case .place(let placement): placement.write(to: &writer, in: context)
        case .unknown: break
        }
    }

    init(from reader: inout ByteReader, in context: PayloadContext) throws(WireError) {
        let byte = try reader.byte()
        let kind = byte & ~OperationKind.origin
        guard OperationKind.isKnown(kind) else {
            self.init(.unknown(kind: byte, body: Array(reader.takeRest())))
            return
        }
        let start = reader.offset
        let origin = byte == kind ? nil : try reader.dot(in: context)
        if origin != nil, !OperationKind.mayCarryOrigin(kind) { throw .unknownKind(offset: start) }
        self.init(
            origin: origin,
            try Operation(kind: kind, hasOrigin: origin != nil, from: &reader, in: context))
    }
}

extension OperationKind {
    static func isKnown(_ kind: UInt8) -> Bool {
        (open...place).contains(kind) || (create + 1..<create + 32).contains(kind)
    }

    // Authority operations always stay where they were written; only operations on objects are derived or rewritten.
    static func mayCarryOrigin(_ kind: UInt8) -> Bool {
        (write...place).contains(kind) || kind > create
    }
}

extension Operation {
    fileprivate var wireKind: UInt8 {
        switch self {
        case .open: return OperationKind.open
        case .certify: return OperationKind.certify
        case .decertify: return OperationKind.decertify
        case .grant: return OperationKind.grant
        case .cut: return OperationKind.cut
        case .rotate: return OperationKind.rotate
        case .admit: return OperationKind.admit
        case .checkpoint: return OperationKind.checkpoint
        case .write: return OperationKind.write
        case .add: return OperationKind.add
        case .remove: return OperationKind.remove
        case .withdraw: return OperationKind.withdraw
        case .place: return OperationKind.place
        case .create(let creation): return OperationKind.create + creation.kind
        case .unknown(let kind, _): return kind
        }
    }

    fileprivate init(
        kind: UInt8, hasOrigin: Bool, from reader: inout ByteReader, in context: PayloadContext
    ) throws(WireError) {
        switch kind {
        case OperationKind.open: self = .open(try Open(from: &reader))
        case OperationKind.certify: self = .certify(try Certificate(ofAnyAlgorithmFrom: &reader))
        case OperationKind.decertify: self = .decertify(try Decertification(from: &reader))
        case OperationKind.grant: self = .grant(try Grant(from: &reader))
        case OperationKind.cut: self = .cut(try Cut(from: &reader))
        case OperationKind.rotate: self = .rotate(try Rotation(from: &reader))
        case OperationKind.admit: self = .admit(try Admission(from: &reader))
        case OperationKind.checkpoint: self = .checkpoint(try Checkpoint(from: &reader))
        case OperationKind.write: self = .write(try FieldWrite(from: &reader, in: context))
        case OperationKind.add: self = .add(try ElementAddition(from: &reader, in: context))
        case OperationKind.remove: self = .remove(try ElementRemoval(from: &reader, in: context))
        case OperationKind.withdraw:
            self = .withdraw(try Withdrawal(from: &reader, in: context))
        case OperationKind.place: self = .place(try Placement(from: &reader, in: context))
        default:
            self = .create(
                try Creation(
                    kind: kind - OperationKind.create, hasOrigin: hasOrigin, from: &reader,
                    in: context))
        }
    }
}
