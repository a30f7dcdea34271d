import API
import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import Primitives

// Files come in and go out slice by slice, so that none needs more memory than a slice.
extension Service {
    /// Takes in a file as it comes, and names it.
    func putBlob(
        _ put: PutBlob.Upload, _ request: HummingbirdCore.Request
    ) async throws -> Response {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > put.use.bytesMax
        {
            throw ProblemJSON(tooLarge: put.use)
        }
        let known = put.reference
        let begun = TypedRequest<BlobDraft>.command { reply in
            .blob(known.map { BlobCommand.restore($0, reply) } ?? BlobCommand.begin(reply))
        }
        let draft = try await ask(begun)
        do {
            var intake = BlobIntake(
                self, draft, as: put.use, keepsMetadata: put.keepsMetadata)
            for try await part in request.body {
                try await intake.take(Array(part.readableBytesView))
            }
            try await intake.finish()
            var reference = try await ask(.command { .blob(.end(draft, as: put.use, $0)) })
            reference.thumbnail = put.thumbnail
            if let known { reference = known }
            return Replies.json(
                JSONText.encode(BlobJSON(kept: reference, title: intake.title)), status: 201)
        } catch {
            // Nothing is left of an upload that failed. The node ignores a draft that it has dropped
            // already.
            _ = await door.ask(.command(.blob(.drop(draft))))
            throw Self.brokenBody(error)
        }
    }

    /// Answers the bytes of a file that is all here, or those that are.
    func readBlob(
        _ wanted: BlobParameters, _ request: HummingbirdCore.Request
    ) async throws -> Response {
        let name = try wanted.key()
        let meant = try wanted.meant()
        return try await file(name, as: meant, request, MediaType.bytesWanted) { head, name, tag in
            // The bytes say what the file is, not the friend whose thing refers to it.
            var fields = Replies.fields(of: MediaType(beginning: head), named: name, tag: tag)
            // Its name is the hash of what is in it.
            fields[.cacheControl] = "private, max-age=31536000, immutable"
            return fields
        }
    }

    /// The file of this name, or some of it, with what goes with it.
    ///
    /// - Parameters:
    ///   - meant: the reference to it that counts; nil for the one that fits best.
    ///   - fields: made of so many first bytes of the file, its name and its tag.
    func file(
        _ name: Bytes32, as meant: BlobReference?, _ request: HummingbirdCore.Request,
        _ bytesWanted: Int, _ fields: (_ head: [UInt8], _ name: String, _ tag: String) -> HTTPFields
    ) async throws -> Response {
        let state = try await ask(.query { .blob(.about(name: name, as: meant, $0)) })
        let file = state.reference
        let size = file.size
        let tag = "\"\(file.nameText)\""
        // A date, which may stand there too, never is the tag.
        let isCurrent = request.headers[.ifRange].map { $0 == tag } ?? true
        let wanted = ByteRange(isCurrent ? request.headers[.range] : nil, of: size)
        guard state.isHere else {
            let (head, range, bytes) = try await piecesHere(wanted, of: state, bytesWanted)
            let fields = fields(head ?? [], file.nameText, tag)
            return Replies.part(range, of: size, fields) { writer in
                try await writer.write(ByteBuffer(bytes: bytes))
                try await writer.finish(nil)
            }
        }
        let head = try await read(file, 0..<min(size, bytesWanted))
        let fields = fields(head, file.nameText, tag)
        if Self.names(tag, in: request.headers[.ifNoneMatch]) {
            var unchanged = Replies.unchanged(tag)
            // What a browser kept takes on what comes with this.
            unchanged.headers[.contentSecurityPolicy] = fields[.contentSecurityPolicy]
            return unchanged
        }
        switch wanted {
        case .whole: return Replies.file(0..<size, .ok, fields, try await parts(of: file, 0..<size))
        case .part(let range):
            return Replies.part(range, of: size, fields, try await parts(of: file, range))
        case .unsatisfiable:
            throw RangeProblem(size: size)
        }
    }

    /// Reads the requested range of an incomplete file, up to the first gap and at most one slice; a player then
    /// requests more (RFC 9110, section 15.3.7). Each piece was proven to belong to the file before it was stored.
    ///
    /// - Returns: `head` tells what the file is; nil if it is not here, and then nothing is known.
    /// - Throws: how much is here, if nothing was asked for that is.
    private func piecesHere(
        _ wanted: ByteRange, of state: BlobState, _ bytesWanted: Int
    ) async throws -> (head: [UInt8]?, range: Range<Int>, bytes: [UInt8]) {
        let file = state.reference
        let asked: Range<Int>
        switch wanted {
        case .whole: throw ProblemJSON(notHere: state)
        case .part(let range): asked = range.prefix(GatewayLimits.blobSliceBytes)
        case .unsatisfiable: throw RangeProblem(size: file.size)
        }
        var bytes: [UInt8] = []
        while bytes.count < asked.count {
            let start = asked.lowerBound + bytes.count
            let piece = start / GatewayLimits.blobPieceBytes
            let end = min(asked.upperBound, (piece + 1) * GatewayLimits.blobPieceBytes)
            guard let more = try await readIfHere(file, start..<end) else { break }
            bytes += more
        }
        guard !bytes.isEmpty else { throw ProblemJSON(notHere: state) }
        let head = try await readIfHere(file, 0..<min(file.size, bytesWanted))
        return (head, asked.prefix(bytes.count), bytes)
    }

    /// The same as `read`; nil if some of it is not here.
    private func readIfHere(
        _ file: BlobReference, _ range: Range<Int>
    ) async throws(ProblemJSON) -> [UInt8]? {
        do throws(ProblemJSON) {
            return try await read(file, range)
        } catch {
            guard error.code == ProblemJSON.Code.notFound.rawValue else { throw error }
            return nil
        }
    }

    /// Writes these bytes. The first of them are read before: if they cannot be, that is a problem
    /// and no file that breaks off.
    private func parts(
        of file: BlobReference, _ range: Range<Int>
    ) async throws -> @Sendable (inout any ResponseBodyWriter) async throws -> Void {
        let first = try await read(file, range.prefix(GatewayLimits.blobSliceBytes))
        return { writer in
            try await writer.write(ByteBuffer(bytes: first))
            var place = range.lowerBound + first.count
            while place < range.upperBound {
                let end = min(place + GatewayLimits.blobSliceBytes, range.upperBound)
                try await writer.write(ByteBuffer(bytes: try await read(file, place..<end)))
                place = end
            }
            try await writer.finish(nil)
        }
    }

    private func read(
        _ file: BlobReference, _ range: Range<Int>
    ) async throws(ProblemJSON) -> [UInt8] {
        let part = try await ask(
            .query {
                .blob(
                    .read(
                        name: file.name, from: range.lowerBound, count: range.count, as: file, $0))
            })
        guard part.bytes.count == range.count else {
            throw ProblemJSON(.internalError, "the node gave another part of the file")
        }
        return part.bytes
    }
}

/// The bytes that were asked for lie behind the end of a file of `size` bytes.
struct RangeProblem: Error {
    let size: Int

    var problem: ProblemJSON {
        ProblemJSON(
            .rangeNotSatisfiable, "the file has \(size) bytes, but none of the requested ones",
            fix: "request some of them: Range: bytes=0-\(size - 1)")
    }
}

extension ProblemJSON {
    init(tooLarge use: BlobUse) {
        let problem = use.tooLarge
        self.init(.payloadTooLarge, problem.detail, fix: problem.fix)
    }

    fileprivate init(notHere state: BlobState) {
        let name = state.reference.nameText
        self.init(
            .notFound,
            "only \(state.bytesHere) of \(state.reference.size) bytes of the file are here",
            fix: state.isWanted
                ? "it downloads when a node that has it connects"
                : "fetch it: POST /v1/blobs/\(name)/get, or weft \(state.reference.type.getter)")
    }
}

extension MediaType {
    // The command that fetches a file of this type.
    fileprivate var getter: String {
        switch self {
        case .html: return "snapshot get"
        case .pdf: return "paper file ID --out FILE"
        default: return "photo get"
        }
    }
}
