import API
import Domain
import Primitives

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Ana, who has objects of all kinds in `friends`, and two friends who have them too and react to some.
final class Town {
    let mixture: Mixture
    let ana: WeftNode
    let ben: WeftNode
    private let cleo: WeftNode
    /// The time to import each thing at ana, in microseconds.
    private(set) var importMicroseconds = 0.0
    /// The time from adding ana at ben's node until it had them all, for each thing, in microseconds.
    private(set) var syncMicroseconds = 0.0

    /// - Parameter count: the number of objects.
    init(_ bench: Workbench, count: Int) throws {
        mixture = Mixture(bench.workload, count: count)
        ana = try bench.node("tina\(mixture.thousands)")
        ben = try bench.node("toby\(mixture.thousands)")
        cleo = try bench.node("thea\(mixture.thousands)")
        try ana.start(isListening: true)
        try keep()
        let watch = Stopwatch()
        try befriend(ben)
        syncMicroseconds = watch.milliseconds * 1000 / Double(mixture.things)
        try befriend(cleo)
        let (likes, comments) = (
            mixture.thousands * Mixture.likes, mixture.thousands * Mixture.comments
        )
        try judge(ben, likes: likes * 3 / 5, comments: comments / 2)
        try judge(cleo, likes: likes - likes * 3 / 5, comments: comments - comments / 2)
        cleo.stop()
        for node in [ana, ben] { try node.waitUntilIndexed() }
    }

    func stop() {
        for node in [ana, ben, cleo] { node.stop() }
    }

    private func keep() throws {
        let put = Connection.request(
            "POST", "/v1/blobs?as=clip", body: Film.bytes, type: "video/mp4")
        let film = try JSONText.decode(BlobJSON.self, from: try ana.connect().succeed(put))
        guard let reference = film.photo else { throw BenchError("a film was not taken in") }
        let watch = Stopwatch()
        for start in stride(from: 0, to: mixture.thousands, by: 50) {
            let part = start..<min(start + 50, mixture.thousands)
            let file = try mixture.file(part, film: reference)
            try ana.take(
                file, format: "weft", type: "application/json", audience: "friends",
                count: part.count * Mixture.clips.upperBound)
        }
        importMicroseconds = watch.milliseconds * 1000 / Double(mixture.things)
        try ana.waitUntilIndexed()
    }

    private func befriend(_ friend: WeftNode) throws {
        try friend.start()
        try Pair.befriend(ana, try friend.ticket())
        try Pair.befriend(friend, try ana.ticket())
        let connection = try friend.connect()
        let watch = Stopwatch()
        while true {
            let status = try friend.status(connection)
            let seen = (status.things ?? []).reduce(status.seenLinks) { $0 + $1.seen }
            if seen == mixture.things, status.peers.first?.state == "in sync" { break }
            guard watch.milliseconds < 1_200_000 else {
                throw BenchError("of \(mixture.things) things \(seen) came to a friend")
            }
            usleep(5000)
        }
        try friend.waitUntilIndexed()
    }

    // MARK: Reactions of friends

    // A friend takes the latest things of each kind and reacts to every other one, until ana has received it.
    private func judge(_ friend: WeftNode, likes: Int, comments: Int) throws {
        let before = try portfolio()
        let shares: [(kind: Kind, of100: Int)] = [
            (.garment, 40), (.link, 40), (.place, 10), (.clip, 5), (.outfit, 5),
        ]
        var dice = Dice(seed: UInt64(likes))
        var liked: [String] = []
        for (kind, share) in shares {
            let wanted = likes * share / 100
            liked += try ids(friend, of: kind, atLeast: 2 * wanted).filter { _ in
                dice.roll(below: 4) > 0
            }.prefix(wanted)
        }
        var requests = liked.map { id in
            Connection.request(
                "PUT", "/v1/objects/\(id)/reaction",
                body: JSONText.encode(SetReaction(id, "like")))
        }
        for number in 0..<comments {
            let thing = liked[number % liked.count]
            let comment = AddComment(on: thing, text: "this one, number \(number)")
            requests.append(
                Connection.request(
                    "POST", "/v1/objects/\(thing)/comments",
                    body: JSONText.encode(comment)))
        }
        try say(requests, at: friend)
        let watch = Stopwatch()
        while true {
            let now = try portfolio()
            let told = (now.likes - before.likes, now.comments - before.comments)
            if told == (liked.count, comments) { return }
            guard watch.milliseconds < 600_000 else {
                throw BenchError("of \(requests.count) words \(told) came to ana")
            }
            usleep(50_000)
        }
    }

    private func portfolio() throws -> PortfolioJSON {
        let asked = Connection.request("GET", "/v1/portfolio?limit=1")
        return try JSONText.decode(PortfolioJSON.self, from: try ana.connect().succeed(asked))
    }

    private func ids(
        _ node: WeftNode, of kind: Kind, atLeast wanted: Int
    ) throws -> [String] {
        let connection = try node.connect()
        var ids: [String] = []
        var cursor: String?
        repeat {
            let behind = cursor.map { "&cursor=\($0)" } ?? ""
            let asked = Connection.request(
                "GET", "/v1/things?q=type%3A\(kind.word)&limit=500\(behind)")
            let page = try JSONText.decode(
                PageJSON<ThingJSON>.self, from: try connection.succeed(asked))
            ids += page.items.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil && ids.count < wanted
        return ids
    }

    // Over several connections, so that one commit takes several.
    private func say(_ requests: [[UInt8]], at node: WeftNode) throws {
        let connections = try (0..<16).map { _ in try node.connect() }
        for start in stride(from: 0, to: requests.count, by: connections.count) {
            let part = Array(requests[start..<min(start + connections.count, requests.count)])
            for (connection, request) in zip(connections, part) { try connection.send(request) }
            for connection in connections.prefix(part.count) {
                while true {
                    guard let response = try connection.takeResponse() else {
                        try connection.receive()
                        continue
                    }
                    guard 200..<300 ~= response.status else {
                        throw BenchError("a word was answered with \(response.status)")
                    }
                    break
                }
            }
        }
    }
}

extension ThingJSON {
    fileprivate var id: String {
        switch self {
        case .link(let link): return link.id
        case .named(let thing): return thing.id
        }
    }
}
