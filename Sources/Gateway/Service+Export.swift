import API
import Domain
import FoundationEssentials
import HummingbirdCore
import Interchange
import NIOCore
import Primitives

extension Service {
    /// Links as a file, a page at a time: an export needs no more memory than a page.
    ///
    /// The first page is asked before anything is sent, so that a wrong search is a problem and
    /// not a broken file. If the node fails later, the answer breaks off without its end.
    func export(_ request: ExportRequest) async throws -> Response {
        guard let format = ExportFormat(rawValue: request.format) else {
            throw ProblemJSON(
                .badRequest, "no file is written as \(request.format.prefix(80))",
                fix: "one of " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let first = try await page(request.query, after: nil)
        return Replies.stream(format.contentType) { writer in
            var links = LinkWriter(format, exported: WallTime.now)
            try await writer.write(ByteBuffer(bytes: links.opening))
            var page = first
            while true {
                var bytes: [UInt8] = []
                for bookmark in page.items.compactMap(request.shown) {
                    links.append(bookmark, to: &bytes)
                }
                if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                guard let cursor = page.nextCursor else { break }
                page = try await self.page(request.query, after: cursor)
            }
            try await writer.write(ByteBuffer(bytes: links.closing))
            try await writer.finish(nil)
        }
    }

    private func page(_ query: String, after cursor: String?) async throws -> ListPage {
        let wanted = ListRequest(query: query, limit: Limits.pageMax, cursor: cursor, kind: .link)
        let answer = try await ask(.query(.list(wanted)))
        guard case .page(let page) = answer else { throw unexpected(answer) }
        return page
    }
}

extension WallTime {
    /// What this machine's clock shows.
    static var now: WallTime {
        WallTime(milliseconds: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
