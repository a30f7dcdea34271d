import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange
import Primitives

extension Service {
    /// Answers a page of what matches a search, newest first, as a feed. A reader that asks every quarter
    /// of an hour reads no more than a page, and nothing if the page is as it was (304).
    func feed(
        _ feed: any FeedDocument, _ request: HummingbirdCore.Request
    ) async throws -> Response {
        let wanted = try feed.search.list()
        let page = try await ask(.query { .list(wanted, $0) })
        let head = head(of: page, by: try await me(), wanted, feed, request)
        let bytes =
            feed is JSONFeed ? Self.jsonFeed(head, page.items) : Self.atomFeed(head, page.items)
        let tag = "\"\(EntityTag.text(of: bytes))\""
        return Replies.text(
            bytes, type(of: feed).type,
            headers: [.eTag: tag, .cacheControl: "private, no-cache"])
    }

    private func head(
        of page: ListPage, by person: PersonID, _ wanted: ListRequest,
        _ feed: any FeedDocument, _ request: HummingbirdCore.Request
    ) -> FeedHead {
        let base = "http://\(request.head.authority ?? "localhost")\(type(of: feed).path)"
        // The link to the next page has the token, because readers follow it; the address of the feed has none.
        var told: [(String, String?)] = [
            ("q", wanted.query.isEmpty ? nil : wanted.query), ("sort", wanted.sort?.rawValue),
            ("limit", feed.search.limit.map(String.init)),
        ]
        let url = base + PercentText.query(told)
        let next = page.nextCursor.map { cursor in
            told += [("cursor", cursor), ("token", feed.search.token)]
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
