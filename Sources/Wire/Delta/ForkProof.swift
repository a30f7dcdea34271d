package import CRDT
package import Primitives
import Sodium

/// A proof that a device signed two deltas for one position of a chain: two branches after the same header, each given
/// by its headers up to and including the first signed one.
///
///     chain        16
///     device       32   the device that signs the chain
///     incarnation  u64  as in the chain's opening; with the first secret both give the chain's id
///     sequence     u64  of the first delta that exists twice
///     previous     32   id of the header before; zeros at 0
///     branch       twice, the one whose first header has the smaller id first:
///       count      u8   headers, 1...64
///       header     61   count times: without chain, sequence and previous
///       signature  64   over the last of them
///
/// - Shape: 348 to 8034 bytes, with one encoding.
/// - Identity: `fork`, which is what it proves. Two proofs of the same position are equivalent, whatever their
///   branches.
package struct ForkProof: Equatable, Sendable {
    package let chain: ChainID
    package let device: DeviceID
    package let incarnation: UInt64
    package let sequence: UInt64
    package let previous: Bytes32
    /// The two branches, ascending by the id of the first header.
    package let branches: [Branch]

    /// What the device signed from the fork on, up to the first signature.
    package struct Branch: Equatable, Sendable {
        /// Consecutive headers; 1 to `headersMax`.
        package let headers: [DeltaHeader]
        /// The signature over the last header, 64 bytes.
        package let signature: [UInt8]

        /// Creates a branch of consecutive headers with the signature over the last.
        package init(headers: [DeltaHeader], signature: [UInt8]) {
            self.headers = headers
            self.signature = signature
        }
    }

    /// The maximum number of headers in a branch: every delta whose sequence is a multiple of 64 is signed, so the
    /// first signature is no further away.
    package static let headersMax = Int(WireLimits.anchorEvery)
    /// The maximum length of a proof.
    package static let bytesMax = 96 + 2 * (1 + headersMax * branchHeaderBytes + 64)
    private static let branchHeaderBytes = 61

    /// What is proven: the chain is void from this sequence on.
    package var fork: Frontier.Entry { Frontier.Entry(chain: chain, length: sequence) }

    /// Creates the proof of two branches, in any order.
    ///
    /// - Returns: nil if they do not diverge at one position of one chain, or are too long.
    package init?(
        device: DeviceID, incarnation: UInt64, _ first: Branch, _ second: Branch
    ) {
        guard let one = first.headers.first, let other = second.headers.first,
            one.chain == other.chain, one.sequence == other.sequence,
            one.previous == other.previous, one.id != other.id,
            first.isInARow, second.isInARow
        else { return nil }
        chain = one.chain
        self.device = device
        self.incarnation = incarnation
        sequence = one.sequence
        previous = one.previous
        branches = one.id < other.id ? [first, second] : [second, first]
    }

    /// Whether the device that owns the chain signed both branches.
    ///
    /// - Parameter secret: the first secret of the chain's audience.
    package func isGenuine(secret: Bytes32) -> Bool {
        chain == Derivation.chain(secret: secret, device: device, incarnation: incarnation)
            && branches.allSatisfy { branch in
                guard let last = branch.headers.last else { return false }
                return Signature.verify(branch.signature, of: last.signedBytes, by: device.key)
            }
    }

    // MARK: Bytes

    /// The encoded proof, as transferred and stored.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 1024)
        writer.bytes16(chain.bytes)
        writer.bytes32(device.key)
        writer.u64(incarnation)
        writer.u64(sequence)
        writer.bytes32(previous)
        for branch in branches {
            branch.write(to: &writer)
        }
        return writer.bytes
    }

    /// Decodes a proof; whether it is genuine is checked separately.
    ///
    /// - Throws: for anything that `bytes` would not have produced.
    package init(from reader: inout ByteReader) throws(WireError) {
        chain = ChainID(try reader.bytes16())
        device = DeviceID(try reader.bytes32())
        incarnation = try reader.u64()
        let start = reader.offset
        sequence = try reader.u64()
        // Nothing could follow the maximum sequence.
        guard sequence < .max - UInt64(Self.headersMax) else { throw .tooLong(offset: start) }
        previous = try reader.bytes32()
        guard sequence > 0 || previous == .zero else { throw .notCanonical(offset: start) }
        let middle = reader.offset
        var branches: [Branch] = []
        for _ in 0..<2 {
            branches.append(
                try Branch(of: chain, at: sequence, behind: previous, from: &reader))
        }
        guard branches[0].firstID < branches[1].firstID else {
            throw .notCanonical(offset: middle)
        }
        self.branches = branches
    }
}

extension ForkProof.Branch {
    /// Decodes the count, headers and signature of deltas after `previous`.
    init(
        of chain: ChainID, at sequence: UInt64, behind previous: Bytes32,
        from reader: inout ByteReader
    ) throws(WireError) {
        let start = reader.offset
        let count = Int(try reader.byte())
        guard count > 0 else { throw .notCanonical(offset: start) }
        guard count <= ForkProof.headersMax else { throw .tooLong(offset: start) }
        var headers: [DeltaHeader] = []
        for index in 0..<count {
            headers.append(
                try DeltaHeader(
                    inBranchOf: chain, at: sequence + UInt64(index),
                    behind: headers.last?.id ?? previous, from: &reader))
        }
        self.init(headers: headers, signature: Array(try reader.take(64)))
    }

    /// Writes the count, headers and signature.
    func write(to writer: inout ByteWriter) {
        writer.byte(UInt8(headers.count))
        for header in headers { header.writeInBranch(to: &writer) }
        writer.raw(signature)
    }

    fileprivate var firstID: Bytes32 { headers.first?.id ?? .zero }

    /// Whether it can be encoded: the headers are consecutive and not too many.
    var isInARow: Bool {
        guard let first = headers.first, headers.count <= ForkProof.headersMax,
            signature.count == 64, first.sequence > 0 || first.previous == .zero,
            first.sequence < .max - UInt64(ForkProof.headersMax)
        else { return false }
        return zip(headers, headers.dropFirst()).allSatisfy { before, next in
            next.chain == before.chain && next.sequence == before.sequence + 1
                && next.previous == before.id
        }
    }
}

extension DeltaHeader {
    /// Writes the fields of a header that do not follow from its position in a branch.
    fileprivate func writeInBranch(to writer: inout ByteWriter) {
        writer.byte(Self.version | (isPlain ? 0x80 : 0))
        writer.u64(stamp.rawValue)
        writer.bytes16(epoch)
        writer.u32(payloadLength)
        writer.bytes32(payloadHash)
    }

    fileprivate init(
        inBranchOf chain: ChainID, at sequence: UInt64, behind previous: Bytes32,
        from reader: inout ByteReader
    ) throws(WireError) {
        let version = try reader.byte()
        guard version & 0x7F == Self.version else { throw .unknownVersion(version & 0x7F) }
        self.init(
            chain: chain, sequence: sequence, previous: previous,
            stamp: HybridTime(rawValue: try reader.u64()), epoch: try reader.bytes16(),
            isPlain: version & 0x80 != 0, payloadLength: try reader.u32(),
            payloadHash: try reader.bytes32())
    }
}
