import API
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange
import NIOCore
import Primitives

// Files come in and go out slice by slice, so that none needs more memory than a slice.
extension Service {
    /// Takes in a file as it comes, and names it.
    func putBlob(_ asking: Asking, _ request: HummingbirdCore.Request) async throws -> Response {
        let put = try PutBlobRequest(asking.parameters)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > put.use.bytesMax
        {
            throw ProblemJSON(tooLarge: put.use)
        }
        let begin = put.reference.map { BlobCommand.restore($0) } ?? .begin
        guard case .blob(.draft(let draft)) = try await ask(.command(.blob(begin))) else {
            throw ProblemJSON(.internalError, "the node gave a file no number")
        }
        do {
            try await pass(request.body, put, into: draft)
            let answer = try await ask(.command(.blob(.end(draft, as: put.use))))
            guard case .blob(.kept(var reference)) = answer else { throw unexpected(answer) }
            reference.thumbnail = put.thumbnail
            if let known = put.reference { reference = known }
            return Replies.json(
                try JSONText.encode(.blob(.kept(reference))), status: 201)
        } catch {
            // Whoever has gone comes for nothing any more; what the node has dropped it does not know.
            _ = await door.ask(.command(.blob(.drop(draft))))
            throw error
        }
    }

    private func pass(
        _ body: RequestBody, _ put: PutBlobRequest, into draft: BlobDraft
    ) async throws {
        var filter = put.keepsMetadata ? nil : MetadataFilter()
        var slice: [UInt8] = []
        var head: [UInt8] = []
        var count = 0
        for try await part in body {
            count += part.readableBytes
            guard count <= put.use.bytesMax else { throw ProblemJSON(tooLarge: put.use) }
            let isUndecided = head.count < MediaType.bytesWanted
            if isUndecided {
                head += part.readableBytesView.prefix(MediaType.bytesWanted - head.count)
                if head.count == MediaType.bytesWanted { try check(head, put.use) }
            }
            let bytes = Array(part.readableBytesView)
            slice += try filtered { (filter) throws(Problem) in try filter.take(bytes) } ?? bytes
            while slice.count >= GatewayLimits.blobSliceBytes {
                try await give(Array(slice.prefix(GatewayLimits.blobSliceBytes)), to: draft)
                slice.removeFirst(GatewayLimits.blobSliceBytes)
            }
        }
        try check(head, put.use)
        slice += try filtered { (filter) throws(Problem) in try filter.finish() } ?? []
        while !slice.isEmpty {
            let part = Array(slice.prefix(GatewayLimits.blobSliceBytes))
            try await give(part, to: draft)
            slice.removeFirst(part.count)
        }

        func filtered(
            _ step: (inout MetadataFilter) throws(Problem) -> [UInt8]
        ) throws(ProblemJSON) -> [UInt8]? {
            guard var current = filter else { return nil }
            filter = nil
            do throws(Problem) {
                let bytes = try step(&current)
                filter = current
                return bytes
            } catch {
                throw ProblemJSON(error)
            }
        }
    }

    // Before all of it has come, for what is no picture may be long.
    private func check(_ head: [UInt8], _ use: BlobUse) throws(ProblemJSON) {
        if case .failure(let problem) = use.type(beginning: head, size: head.count) {
            throw ProblemJSON(problem)
        }
    }

    private func give(_ bytes: [UInt8], to draft: BlobDraft) async throws(ProblemJSON) {
        _ = try await ask(.command(.blob(.put(bytes, into: draft))))
    }

    /// Gives the bytes of a file that is all here, or some of them.
    func readBlob(_ asking: Asking, _ request: HummingbirdCore.Request) async throws -> Response {
        let name = try asking.blobName()
        let answer = try await ask(.query(.blob(.about(name: name))))
        guard case .blob(.state(let state)) = answer else { throw unexpected(answer) }
        let size = state.reference.size
        guard state.isHere else { throw ProblemJSON(notHere: state) }
        let tag = "\"\(state.reference.nameText)\""
        if Self.names(tag, in: request.headers[.ifNoneMatch]) { return Replies.unchanged(tag) }
        // What a friend says of it is not what it is.
        let type = MediaType(
            beginning: try await read(name, 0..<min(size, MediaType.bytesWanted)))
        var fields = Replies.fields(of: type, named: state.reference.nameText, tag: tag)
        // A date, which may stand there too, never is the tag.
        let isCurrent = request.headers[.ifRange].map { $0 == tag } ?? true
        switch ByteRange(isCurrent ? request.headers[.range] : nil, of: size) {
        case .whole: return Replies.file(0..<size, .ok, fields, try await parts(of: name, 0..<size))
        case .part(let range):
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return Replies.file(range, .partialContent, fields, try await parts(of: name, range))
        case .unsatisfiable:
            throw RangeProblem(size: size)
        }
    }

    /// Writes these bytes. The first of them are read before: if they cannot be, that is a problem and no
    /// file that breaks off.
    private func parts(
        of name: Bytes32, _ range: Range<Int>
    ) async throws -> @Sendable (inout any ResponseBodyWriter) async throws -> Void {
        let first = try await read(name, range.prefix(GatewayLimits.blobSliceBytes))
        return { writer in
            try await writer.write(ByteBuffer(bytes: first))
            var place = range.lowerBound + first.count
            while place < range.upperBound {
                let end = min(place + GatewayLimits.blobSliceBytes, range.upperBound)
                try await writer.write(ByteBuffer(bytes: try await read(name, place..<end)))
                place = end
            }
            try await writer.finish(nil)
        }
    }

    private func read(_ name: Bytes32, _ range: Range<Int>) async throws(ProblemJSON) -> [UInt8] {
        let query = BlobQuery.read(name: name, from: range.lowerBound, count: range.count)
        let answer = try await ask(.query(.blob(query)))
        guard case .blob(.part(let part)) = answer, part.bytes.count == range.count else {
            throw unexpected(answer)
        }
        return part.bytes
    }

    private static func names(_ tag: String, in header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let text = part.filter { !$0.isWhitespace }
            return text == "*" || text == tag || text == "W/" + tag
        }
    }
}

/// The bytes that were asked for lie behind the end of a file of `size` bytes.
struct RangeProblem: Error {
    let size: Int

    var problem: ProblemJSON {
        ProblemJSON(
            .rangeNotSatisfiable, "the file has \(size) bytes, and none of those asked for",
            fix: "ask for some of them: Range: bytes=0-\(size - 1)")
    }
}

extension ProblemJSON {
    fileprivate init(tooLarge use: BlobUse) {
        let problem = use.tooLarge
        self.init(.payloadTooLarge, problem.detail, fix: problem.fix)
    }

    fileprivate init(notHere state: BlobState) {
        let name = state.reference.nameText
        self.init(
            .notFound,
            "of the file \(state.bytesHere) of \(state.reference.size) bytes are here",
            fix: state.isWanted
                ? "it comes when somebody who has it is connected"
                : "get it: POST /v1/blobs/\(name)/get, or weft photo get")
    }
}
