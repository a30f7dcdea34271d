import CRDT
import Primitives

extension Message {
    /// The encoded message, the plain text of a frame.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 64)
        switch self {
        case .certificate(let certificate, let proof):
            precondition(proof.count == DeviceProof.byteCount, "a proof is a signature")
            writer.byte(1)
            certificate.write(to: &writer)
            writer.raw(proof)
        case .keys(let keys, let isFriend):
            writer.byte(2)
            writer.byte(isFriend ? 1 : 0)
            for key in keys {
                writer.bytes16(key.name)
                writer.bytes32(key.key)
            }
        case .interest(let tags):
            writer.byte(3)
            for tag in tags { writer.bytes16(tag) }
        case .digests(let digests):
            writer.byte(4)
            for entry in digests {
                writer.byte(entry.audience)
                writer.bytes16(entry.digest)
            }
        case .frontier(let part):
            writer.byte(5)
            writer.byte(part.audience)
            writer.byte(
                (part.isWhole ? 1 : 0) | (part.isLast ? 2 : 0) | (part.isAsking ? 4 : 0)
                    | (part.isPruning ? 8 : 0))
            for entry in part.entries {
                writer.bytes16(entry.chain.bytes)
                writer.u64(entry.length)
            }
        case .run(let run):
            writer.byte(6)
            run.write(to: &writer)
        case .more(let isLast, let deltas):
            writer.byte(9)
            writer.byte(isLast ? 1 : 0)
            writer.raw(deltas)
        case .credit(let bytes):
            writer.byte(7)
            writer.u32(bytes)
        case .close(let reason):
            writer.byte(8)
            writer.byte(reason.rawValue)
        case .introduction(let text):
            writer.byte(10)
            writer.raw(text.utf8)
        case .farewell(let farewell):
            writer.byte(13)
            writer.raw(farewell.bytes)
        case .fork(let audience, let proof):
            writer.byte(11)
            writer.byte(audience)
            writer.raw(proof.bytes)
        case .checkpoint(let audience, let proof):
            writer.byte(14)
            writer.byte(audience)
            writer.raw(proof.bytes)
        case .recall(let audience, let place):
            writer.byte(15)
            writer.byte(audience)
            writer.bytes16(place.chain.bytes)
            writer.u64(place.length)
        case .branch(let run):
            writer.byte(16)
            run.write(to: &writer)
        case .mailbox(let request):
            writer.byte(17)
            request.write(to: &writer)
        case .kept(let answer):
            writer.byte(18)
            answer.write(to: &writer)
        case .piece(let isPut, let bytes):
            writer.byte(19)
            writer.byte(isPut ? 1 : 0)
            writer.raw(bytes)
        case .want(let want):
            writer.byte(20)
            want.write(to: &writer)
        case .leaves(let leaves):
            writer.byte(21)
            leaves.write(to: &writer)
        case .hasNot(let name):
            writer.byte(22)
            writer.bytes32(name)
        case .declined(let audience, let chains):
            writer.byte(23)
            writer.byte(audience)
            for chain in chains { writer.bytes16(chain.bytes) }
        case .shown(let entries):
            writer.byte(24)
            for entry in entries {
                writer.byte(entry.audience)
                writer.bytes16(entry.log)
                writer.bytes16(entry.shown)
            }
        case .heads(let heads):
            writer.byte(12)
            writer.byte(heads.audience)
            for entry in heads.entries {
                writer.bytes16(entry.chain.bytes)
                writer.u64(entry.sequence)
                writer.bytes16(entry.id)
            }
        }
        return writer.bytes
    }

    /// Decodes a frame's plain text.
    ///
    /// - Throws: for anything that `bytes` would not have produced.
    package init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        switch try reader.byte() {
        case 1:
            let certificate = try Certificate(from: &reader)
            self = .certificate(
                certificate, proof: Array(try reader.take(DeviceProof.byteCount)))
        case 2:
            let isFriend = try reader.flag()
            self = .keys(try Self.keys(from: &reader), isFriend: isFriend)
        case 3: self = .interest(try Self.tags(from: &reader))
        case 4: self = .digests(try Self.digests(from: &reader))
        case 5: self = .frontier(try FrontierPart(from: &reader))
        case 6: self = .run(try Run(from: &reader))
        case 7: self = .credit(try reader.u32())
        case 8:
            guard let reason = CloseReason(rawValue: try reader.byte()) else {
                throw .unknownKind(offset: 1)
            }
            self = .close(reason)
        case 9: self = .more(isLast: try reader.flag(), deltas: Array(reader.takeRest()))
        case 10: self = .introduction(text: try Self.pasted(reader.takeRest()))
        case 13: self = .farewell(try Farewell(from: &reader))
        case 11:
            self = .fork(audience: try reader.byte(), try ForkProof(from: &reader))
        case 12: self = .heads(try Heads(from: &reader))
        case 14:
            self = .checkpoint(
                audience: try reader.byte(), try CheckpointProof(from: &reader))
        case 15:
            self = .recall(
                audience: try reader.byte(),
                Frontier.Entry(
                    chain: ChainID(try reader.bytes16()), length: try reader.u64()))
        case 16: self = .branch(try Run(from: &reader))
        case 17: self = .mailbox(try MailboxRequest(from: &reader))
        case 18: self = .kept(try MailboxAnswer(from: &reader))
        case 19:
            let isPut = try reader.flag()
            guard reader.remaining > 0 else { throw .truncated(offset: reader.offset) }
            guard reader.remaining <= MailboxRequest.pieceBytes else {
                throw .tooLong(offset: reader.offset)
            }
            self = .piece(isPut: isPut, Array(reader.takeRest()))
        case 20: self = .want(try BlobWant(from: &reader))
        case 21: self = .leaves(try BlobLeaves(from: &reader))
        case 22: self = .hasNot(name: try reader.bytes32())
        case 23:
            self = .declined(
                audience: try reader.byte(), try Self.declinedChains(from: &reader))
        case 24: self = .shown(try Self.shown(from: &reader))
        default: throw .unknownKind(offset: 0)
        }
        try reader.finish()
    }

    private static func keys(
        from reader: inout ByteReader
    ) throws(WireError) -> [EpochKey.Followed] {
        try padded(reader.remaining, bytesEach: 48)
        var keys: [EpochKey.Followed] = []
        while !reader.isAtEnd {
            keys.append(
                EpochKey.Followed(name: try reader.bytes16(), key: try reader.bytes32()))
        }
        return keys
    }

    private static func tags(from reader: inout ByteReader) throws(WireError) -> [Bytes16] {
        try padded(reader.remaining, bytesEach: 16)
        var tags: [Bytes16] = []
        while !reader.isAtEnd { tags.append(try reader.bytes16()) }
        return tags
    }

    private static func declinedChains(
        from reader: inout ByteReader
    ) throws(WireError) -> [ChainID] {
        guard reader.remaining <= 16 * declinedMax else { throw .tooLong(offset: reader.offset) }
        var chains: [ChainID] = []
        while !reader.isAtEnd {
            let start = reader.offset
            let chain = ChainID(try reader.bytes16())
            guard chains.last.map({ $0 < chain }) ?? true else {
                throw .notCanonical(offset: start)
            }
            chains.append(chain)
        }
        return chains
    }

    /// Reads text as people paste it, without whitespace.
    private static func pasted(_ bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        guard bytes.count <= introductionBytesMax else { throw .tooLong(offset: 1) }
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .notCanonical(offset: 1)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func padded(_ count: Int, bytesEach: Int) throws(WireError) {
        guard count > 0, count % (bytesEach * padding) == 0 else { throw .notCanonical(offset: 1) }
        guard count <= bytesEach * audiencesMax else { throw .tooLong(offset: 1) }
    }

    private static func shown(from reader: inout ByteReader) throws(WireError) -> [Shown] {
        var entries: [Shown] = []
        while !reader.isAtEnd {
            let start = reader.offset
            let entry = Shown(
                audience: try reader.byte(), log: try reader.bytes16(),
                shown: try reader.bytes16())
            guard entries.last.map({ $0.audience < entry.audience }) ?? true else {
                throw .notCanonical(offset: start)
            }
            entries.append(entry)
        }
        return entries
    }

    private static func digests(
        from reader: inout ByteReader
    ) throws(WireError) -> [AudienceDigest] {
        var digests: [AudienceDigest] = []
        while !reader.isAtEnd {
            let start = reader.offset
            let entry = AudienceDigest(
                audience: try reader.byte(), digest: try reader.bytes16())
            guard digests.last.map({ $0.audience < entry.audience }) ?? true else {
                throw .notCanonical(offset: start)
            }
            digests.append(entry)
        }
        return digests
    }
}

extension Message.Run {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.byte(isLast ? 1 : 0)
        writer.byte(audience)
        writer.bytes16(chain.bytes)
        writer.varint(sequence)
        writer.raw(deltas)
    }

    fileprivate init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            isLast: try reader.flag(), audience: try reader.byte(),
            chain: ChainID(try reader.bytes16()), sequence: try reader.varint(),
            deltas: Array(reader.takeRest()))
    }
}

extension Message.FrontierPart {
    fileprivate init(from reader: inout ByteReader) throws(WireError) {
        let audience = try reader.byte()
        let start = reader.offset
        let flags = try reader.byte()
        guard flags < 12 else { throw .unknownKind(offset: start) }
        var entries: [Frontier.Entry] = []
        while !reader.isAtEnd {
            let start = reader.offset
            let entry = Frontier.Entry(
                chain: ChainID(try reader.bytes16()), length: try reader.u64())
            guard entry.length > 0, entries.last.map({ $0.chain < entry.chain }) ?? true else {
                throw .notCanonical(offset: start)
            }
            entries.append(entry)
        }
        self.init(
            audience: audience, isWhole: flags & 1 != 0, isLast: flags & 2 != 0,
            isAsking: flags & 4 != 0, isPruning: flags & 8 != 0, entries: entries)
    }
}

extension Message.Heads {
    fileprivate init(from reader: inout ByteReader) throws(WireError) {
        let audience = try reader.byte()
        var entries: [Message.Head] = []
        repeat {
            let start = reader.offset
            let entry = Message.Head(
                chain: ChainID(try reader.bytes16()), sequence: try reader.u64(),
                id: try reader.bytes16())
            if let last = entries.last,
                (last.chain, last.sequence) >= (entry.chain, entry.sequence)
            {
                throw .notCanonical(offset: start)
            }
            entries.append(entry)
        } while !reader.isAtEnd
        self.init(audience: audience, entries: entries)
    }
}

extension ByteReader {
    /// Reads a byte that must be 0 or 1.
    fileprivate mutating func flag() throws(WireError) -> Bool {
        let start = offset
        let byte = try byte()
        guard byte <= 1 else { throw .notCanonical(offset: start) }
        return byte == 1
    }
}
