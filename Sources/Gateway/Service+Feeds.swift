import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange
import Primitives

extension Service {
    /// What matches a search, newest first, as a feed: a page of it, so that a reader who looks every
    /// quarter of an hour reads no more than that. Whoever has what they were told last time is told
    /// that it is still so.
    func feed(_ asking: Asking, _ request: HummingbirdCore.Request) async throws -> Response {
        guard case .query(.list(let wanted)) = try asking.request() else {
            throw ProblemJSON(.internalError, "a feed is of a search")
        }
        let answer = try await ask(.query(.list(wanted)))
        guard case .page(let page) = answer else { throw unexpected(answer) }
        let head = head(of: page, by: try await me(), wanted, asking, request)
        let bytes: [UInt8]
        let type: String
        switch asking.endpoint {
        case .jsonFeed:
            bytes = Self.jsonFeed(head, page.items)
            type = Routes.jsonFeedType
        default:
            bytes = Self.atomFeed(head, page.items)
            type = Routes.atomType
        }
        let tag = "\"\(EntityTag.text(of: bytes))\""
        return Replies.text(bytes, type, headers: [.eTag: tag, .cacheControl: "private, no-cache"])
    }

    private func head(
        of page: ListPage, by person: PersonID, _ wanted: ListRequest, _ asking: Asking,
        _ request: HummingbirdCore.Request
    ) -> FeedHead {
        let path = asking.endpoint == .jsonFeed ? "/feeds/json" : "/feeds/atom"
        let base = "http://\(request.head.authority ?? "localhost")\(path)"
        // The token stands where a reader follows it, and not where the feed says what it is.
        var told: [(String, String?)] = [
            ("q", wanted.query.isEmpty ? nil : wanted.query), ("sort", wanted.sort?.rawValue),
            ("limit", asking.parameters.text("limit")),
        ]
        let url = base + PercentText.query(told)
        let next = page.nextCursor.map { cursor in
            told += [("cursor", cursor), ("token", asking.parameters.text("token"))]
            return base + PercentText.query(told)
        }
        return FeedHead(
            title: wanted.query.isEmpty ? "Weft" : "Weft: \(wanted.query)",
            id: "urn:weft:feed:\(person.text):" + PercentText.encode(wanted.query),
            updated: page.items.map(\.updated).max() ?? WallTime(milliseconds: 0), url: url,
            next: next)
    }

    private static func atomFeed(_ head: FeedHead, _ things: [Bookmark]) -> [UInt8] {
        var bytes = AtomWriter.opening(head)
        for thing in things { AtomWriter.append(thing, to: &bytes) }
        return bytes + AtomWriter.closing
    }

    private static func jsonFeed(_ head: FeedHead, _ things: [Bookmark]) -> [UInt8] {
        var bytes = JSONFeedWriter.opening(head)
        for (index, thing) in things.enumerated() {
            JSONFeedWriter.append(thing, isFirst: index == 0, to: &bytes)
        }
        return bytes + JSONFeedWriter.closing
    }
}
