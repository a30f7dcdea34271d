package import CRDT
import Primitives

// The bodies of operations that concern authority. None contains dots or strings.

extension Open {
    //     audience u8, owner 32, certificate, incarnation 8, grant 8 (zeros: none)
    func write(to writer: inout ByteWriter) {
        writer.byte(audience)
        writer.bytes32(owner.key)
        certificate.write(to: &writer)
        writer.u64(incarnation)
        writer.u64(grant ?? 0)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let audience = try reader.byte()
        let owner = PersonID(try reader.bytes32())
        let certificate = try Certificate(ofAnyAlgorithmFrom: &reader)
        let incarnation = try reader.u64()
        let grant = try reader.u64()
        self.init(
            audience: audience, owner: owner, certificate: certificate, incarnation: incarnation,
            grant: grant == 0 ? nil : grant)
    }
}

extension Certificate {
    /// Writes person 32, device 32, agreement 32, signature 64; the algorithm is part of the signature.
    package func write(to writer: inout ByteWriter) {
        precondition(signature.count == 64, "an Ed25519 signature is 64 bytes")
        writer.bytes32(person.key)
        writer.bytes32(device.key)
        writer.bytes32(agreement)
        writer.raw(signature)
    }

    /// Reads the output of `write`; the signature is not verified.
    ///
    /// - Throws: `unknownAlgorithm` for any but Ed25519, before anything after it is read: other signatures may be
    ///   longer.
    package init(from reader: inout ByteReader) throws(WireError) {
        try self.init(ofAnyAlgorithmFrom: &reader)
        guard algorithm == 0 else { throw .unknownAlgorithm(algorithm) }
    }

    /// Reads a certificate in an operation, where every version must validate a payload alike: versions without
    /// algorithms treated other signatures as not genuine, and so does this one.
    init(ofAnyAlgorithmFrom reader: inout ByteReader) throws(WireError) {
        self.init(
            person: PersonID(try reader.bytes32()), device: DeviceID(try reader.bytes32()),
            agreement: try reader.bytes32(), signature: Array(try reader.take(64)))
    }
}

extension Decertification {
    //     person 32, device 32, audience u8, owner 32, chains, signature 64
    func write(to writer: inout ByteWriter) {
        precondition(signature.count == 64, "an Ed25519 signature is 64 bytes")
        writeUnsigned(to: &writer)
        writer.raw(signature)
    }

    /// Writes everything but the signature.
    func writeUnsigned(to writer: inout ByteWriter) {
        writer.bytes32(person.key)
        writer.bytes32(device.key)
        writer.byte(audience)
        writer.bytes32(owner.key)
        writer.lengths(chains)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            person: PersonID(try reader.bytes32()), device: DeviceID(try reader.bytes32()),
            audience: try reader.byte(), owner: PersonID(try reader.bytes32()),
            chains: try reader.lengths(), signature: Array(try reader.take(64)))
    }
}

extension Grant {
    //     id 8 (not zero), person 32, role u8, with its top bit set the replaced 8 (not zero)
    func write(to writer: inout ByteWriter) {
        writer.u64(id)
        writer.bytes32(person.key)
        guard let replaces else { return writer.byte(role.rawValue) }
        writer.byte(role.rawValue | Self.replacesBit)
        writer.u64(replaces)
    }

    private static let replacesBit: UInt8 = 0x80

    init(from reader: inout ByteReader) throws(WireError) {
        let start = reader.offset
        let id = try reader.u64()
        guard id != 0 else { throw .notCanonical(offset: start) }
        let person = PersonID(try reader.bytes32())
        let roleStart = reader.offset
        let byte = try reader.byte()
        guard let role = Role(rawValue: byte & ~Self.replacesBit) else {
            throw .unknownKind(offset: roleStart)
        }
        guard byte & Self.replacesBit != 0 else {
            self.init(id: id, person: person, role: role)
            return
        }
        let replaced = try reader.u64()
        guard replaced != 0 else { throw .notCanonical(offset: roleStart + 1) }
        self.init(id: id, person: person, role: role, replaces: replaced)
    }
}

extension Cut {
    //     grant 8 (0: the founder's), chains
    func write(to writer: inout ByteWriter) {
        writer.u64(grant)
        writer.lengths(chains)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        self.init(grant: try reader.u64(), chains: try reader.lengths())
    }
}

//     chains  varint count, each: chain 16, length varint (not 0), last header's id 32
extension ByteWriter {
    fileprivate mutating func lengths(_ chains: [ChainLength]) {
        varint(chains.count)
        for entry in chains {
            bytes16(entry.chain.bytes)
            varint(entry.length)
            bytes32(entry.last)
        }
    }
}

extension ByteReader {
    fileprivate mutating func lengths() throws(WireError) -> [ChainLength] {
        let count = try count(bytesEach: 49, most: WireLimits.chainsMax)
        var chains: [ChainLength] = []
        for _ in 0..<count {
            let start = offset
            let entry = ChainLength(
                chain: ChainID(try bytes16()), length: try varint(), last: try bytes32())
            guard entry.length > 0, chains.last.map({ $0.chain < entry.chain }) ?? true else {
                throw .notCanonical(offset: start)
            }
            chains.append(entry)
        }
        return chains
    }
}

extension Checkpoint {
    //     chain 16, length varint
    //     living  varint count, each: start varint, count varint (not 0), previous 32, last 32
    //     seen    varint count, each: chain 16, length varint (not 0)
    func write(to writer: inout ByteWriter) {
        writer.bytes16(chain.bytes)
        writer.varint(length)
        writer.varint(living.count)
        for range in living {
            writer.varint(range.start)
            writer.varint(range.end - range.start)
            writer.bytes32(range.previous)
            writer.bytes32(range.last)
        }
        writer.varint(seen.count)
        for entry in seen {
            writer.bytes16(entry.chain.bytes)
            writer.varint(entry.length)
        }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let chain = ChainID(try reader.bytes16())
        let length = try reader.varint()
        var living: [Range] = []
        for _ in 0..<(try reader.count(bytesEach: 66, most: WireLimits.chainsMax)) {
            let start = reader.offset
            let first = try reader.varint()
            let (end, overflow) = first.addingReportingOverflow(try reader.varint())
            let range = Range(
                start: first, end: end, previous: try reader.bytes32(),
                last: try reader.bytes32())
            guard !overflow, end > first, end <= length,
                living.last.map({ $0.end < first }) ?? true
            else { throw .notCanonical(offset: start) }
            living.append(range)
        }
        var seen: [Frontier.Entry] = []
        for _ in 0..<(try reader.count(bytesEach: 17, most: WireLimits.chainsMax)) {
            let start = reader.offset
            let entry = Frontier.Entry(
                chain: ChainID(try reader.bytes16()), length: try reader.varint())
            guard entry.length > 0, seen.last.map({ $0.chain < entry.chain }) ?? true else {
                throw .notCanonical(offset: start)
            }
            seen.append(entry)
        }
        self.init(chain: chain, living: living, length: length, seen: seen)
    }
}

extension Rotation {
    //     check 32, ephemeral 32, deliveries, sealed to the end
    func write(to writer: inout ByteWriter) {
        writer.bytes32(check)
        writer.bytes32(ephemeral)
        writer.deliveries(deliveries)
        writer.raw(sealed)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            check: try reader.bytes32(), ephemeral: try reader.bytes32(),
            deliveries: try reader.deliveries(), sealed: Array(reader.takeRest()))
    }
}

extension Admission {
    //     epoch 16, ephemeral 32, deliveries, sealed to the end
    func write(to writer: inout ByteWriter) {
        writer.bytes16(epoch)
        writer.bytes32(ephemeral)
        writer.deliveries(deliveries)
        writer.raw(sealed)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            epoch: try reader.bytes16(), ephemeral: try reader.bytes32(),
            deliveries: try reader.deliveries(), sealed: Array(reader.takeRest()))
    }
}

//     deliveries  varint count, each: tag 4, masked key 32
extension ByteWriter {
    mutating func deliveries(_ deliveries: [KeyDelivery]) {
        varint(deliveries.count)
        for delivery in deliveries {
            u32(delivery.tag)
            bytes32(delivery.masked)
        }
    }
}

extension ByteReader {
    mutating func deliveries(
        most: Int = WireLimits.deliveriesMax
    ) throws(WireError) -> [KeyDelivery] {
        let count = try count(bytesEach: 36, most: most)
        var deliveries: [KeyDelivery] = []
        for _ in 0..<count {
            deliveries.append(KeyDelivery(tag: try u32(), masked: try bytes32()))
        }
        return deliveries
    }
}
