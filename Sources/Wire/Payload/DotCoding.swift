import CRDT
import Primitives

// The encoding of dots and objects inside a payload.
//
//     dot     form varint, then
//         0    24 bytes                         derived
//         1    back varint, index varint        this chain, `back` deltas before this one
//         2    nothing                          the dot by which this operation names its object
//         3+n  sequence varint, index varint    foreign chain n of the payload
//     object  form varint, then
//         0    16 bytes                         by id
//         1, 3+n  as a dot                      by the dot of its creation
extension ByteWriter {
    mutating func dot(_ dot: Dot, in context: PayloadContext, object: ObjectRef? = nil) {
        if case .creation(let named) = object, named == dot {
            varint(2)
            return
        }
        switch dot {
        case .derived(let bytes):
            varint(0)
            bytes24(bytes)
        case .position(let chain, let sequence, let index):
            if chain == context.chain, sequence <= context.sequence {
                varint(1)
                varint(context.sequence - sequence)
            } else {
                guard let place = context.chains.firstIndex(of: chain) else {
                    preconditionFailure("a chain of this payload, or an earlier place in its own")
                }
                varint(3 + place)
                varint(sequence)
            }
            varint(UInt64(index))
        }
    }

    /// Writes a count and the dots, which must strictly ascend.
    mutating func dots(_ dots: [Dot], in context: PayloadContext, object: ObjectRef) {
        varint(dots.count)
        for dot in dots { self.dot(dot, in: context, object: object) }
    }

    mutating func object(_ object: ObjectRef, in context: PayloadContext) {
        switch object {
        case .id(let id):
            varint(0)
            bytes16(id.bytes)
        case .creation(let dot):
            guard case .position = dot else {
                preconditionFailure("copies are named by id, not by a derived dot")
            }
            self.dot(dot, in: context)
        }
    }
}

extension ByteReader {
    mutating func dot(
        in context: PayloadContext, object: ObjectRef? = nil
    ) throws(WireError) -> Dot {
        let start = offset
        let form = try varint(atMost: 2 + WireLimits.chainsMax)
        if form == 0 { return .derived(try bytes24()) }
        if form == 2 {
            guard case .creation(let dot) = object else { throw .unknownKind(offset: start) }
            return dot
        }
        let dot = try position(form: form, start: start, in: context)
        if case .creation(dot) = object { throw .notCanonical(offset: start) }
        return dot
    }

    /// Reads dots, which must strictly ascend.
    mutating func dots(
        in context: PayloadContext, object: ObjectRef
    ) throws(WireError) -> [Dot] {
        let count = try count(bytesEach: 1, most: WireLimits.dotsMax)
        var dots: [Dot] = []
        for _ in 0..<count {
            let start = offset
            let dot = try dot(in: context, object: object)
            if let last = dots.last, last >= dot { throw .notCanonical(offset: start) }
            dots.append(dot)
        }
        return dots
    }

    mutating func object(in context: PayloadContext) throws(WireError) -> ObjectRef {
        let start = offset
        let form = try varint(atMost: 2 + WireLimits.chainsMax)
        if form == 0 { return .id(ObjectID(try bytes16())) }
        guard form != 2 else { throw .unknownKind(offset: start) }
        return .creation(try position(form: form, start: start, in: context))
    }

    private mutating func position(
        form: Int, start: Int, in context: PayloadContext
    ) throws(WireError) -> Dot {
        let chain: ChainID
        let sequence: UInt64
        if form == 1 {
            let back = try varint()
            guard back <= context.sequence else { throw .tooLong(offset: start) }
            (chain, sequence) = (context.chain, context.sequence - back)
        } else {
            guard form - 3 < context.chains.count else { throw .unknownKind(offset: start) }
            (chain, sequence) = (context.chains[form - 3], try varint())
        }
        let index = try varint(atMost: WireLimits.operationsMax)
        return .position(chain: chain, sequence: sequence, index: UInt32(index))
    }
}
