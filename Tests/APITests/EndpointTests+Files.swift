import API
import Domain
import Primitives

// What is sent about files, and what the gateway serves itself.
extension EndpointTests {
    static let files: [any ServedEndpoint & Sendable] = [
        ListBlobs(missing: true), ListBlobs(missing: false), PutBlob(as: .photo),
        PutBlob(as: .clip, thumbnail: "a b", keepMetadata: true, reference: reference.text),
        ReadBlob(reference), ShowBlob(reference), GetBlob(reference), SavePage(),
        SavePage(ifExists: .append), ReadSnapshot("https://a.example/?q=1", number: 2),
        ReadSnapshot("a"), ImportFile(),
        ImportFile(
            format: "weft", name: "a b.json", onDuplicate: "merge", dryRun: true,
            audience: "friends", tags: ["a", "b c", "a"], folders: "ignore",
            type: "paper"),
        ShowJob("7"), ExportFile(format: nil),
        ExportFile(
            format: "html", matching: "#a & b", type: "any", audience: "group:a b",
            folders: "tags"),
        AtomFeed(), feed, ShowHealth(), ShowVersion(), ShowOpenAPI(), ListenToEvents(), events,
        MakeBackup(to: "/a b"),
    ]

    private static let reference = BlobReference(
        place: [1], type: .jpeg, size: 900, name: Bytes32(words: (1, 2, 3, 4)),
        key: Bytes32(words: (7, 7, 7, 7)))

    private static var feed: JSONFeed {
        var feed = JSONFeed()
        (feed.search.q, feed.search.sort, feed.search.limit) = ("#a", "updated", 3)
        (feed.search.cursor, feed.search.token) = ("c", "t+/=")
        return feed
    }

    private static var events: ListenToEvents {
        var events = ListenToEvents()
        (events.since, events.timeout, events.limit) = ("12", 0, 1000)
        return events
    }
}
