import API
import Domain

/// A closet of one's own with the garments and outfits that one likes, for others to see.
struct LookbookCloset {
    let client: Client
    let output: Output

    /// Its name, by which it is found again.
    static let name = "Lookbook"

    /// Makes it or brings it up to date, lets `who` see it, and says what is in it.
    func share(with who: String) throws {
        let audience = try AudienceText.checked(who, of: "--share") ?? who
        guard audience != Audience.private.name else {
            throw Failure(
                .usage, "a lookbook is private already; sharing it with private does nothing",
                fix: "show it with weft lookbook")
        }
        let found = try find()
        try check(found, audience)
        let liked = try FeedList(ShowLookbook()).read(0, from: nil, client).items
        let fitting = liked.compactMap(Self.fitting)
        guard found != nil || !fitting.isEmpty else {
            throw Failure(
                .notFound,
                "you have not liked a garment or outfit yet; only those can be in a closet",
                fix: "weft rate type:garment")
        }
        let wanted = Array(fitting.prefix(Limits.closetThingsMax))
        let id = try found?.id ?? make()
        let (came, went) = try fill(id, with: wanted)
        _ = try client.send(
            ShareThings(.references([.id(id)]), audience: audience, live: false))
        let told = try client.send(ShowThing<Closets>(id))
        tell(told, came, went, ofOtherKinds: liked.count - fitting.count, all: fitting.count)
    }

    // The id of a thing that a closet can hold; nil of all else.
    private static func fitting(_ thing: ThingJSON) -> String? {
        guard case .named(let thing) = thing, let kind = Kind(word: thing.type),
            Closet.kinds.contains(kind)
        else { return nil }
        return thing.id
    }

    // Two devices may have made one each: the one that was there first stays it.
    private func find() throws -> NamedThingJSON? {
        let query = "by:me " + SearchSyntax.exactly(Self.name, of: "title:")
        let found = try FeedList<NamedThingJSON>(
            path: Closets.names.path, parameters: [("q", query)]
        )
        .read(0, from: nil, client).items
        return found.filter { $0.name == Self.name && $0.author.me }
            .min { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    // Refuses an audience that there is not, or that cannot be had from a group where the closet is at
    // home, before anything has changed.
    private func check(_ closet: NamedThingJSON?, _ audience: String) throws {
        let selection: Selection =
            closet.map { .references([.id($0.id)]) }
            ?? .query(
                "type:\(Kind.closet.word) by:me " + SearchSyntax.exactly(Self.name, of: "title:"))
        _ = try client.send(
            ShareThings(selection, audience: audience, live: false, dryRun: true))
    }

    // Private until it is filled, whatever the default audience is.
    private func make() throws -> String {
        let (kept, _) = try client.send(
            AddThing<Closets>(name: Self.name, audience: Audience.private.name))
        guard let id = kept.outcomes.first?.id else {
            throw Failure(.failure, "the node did not name the new closet")
        }
        return id
    }

    // Removes first, so that there is room for what comes.
    private func fill(_ id: String, with wanted: [String]) throws -> (came: Int, went: Int) {
        let there = try client.send(ShowThing<Closets>(id)).0.things ?? []
        let held = Set(there.compactMap { $0.thing?.id })
        let kept = Set(wanted)
        let gone = there.filter { item in !(item.thing.map { kept.contains($0.id) } ?? false) }
            .map(\.reference)
        let new = wanted.filter { !held.contains($0) }
        for part in Self.parts(gone) { _ = try client.send(FillCloset(id, remove: part)) }
        for part in Self.parts(new) { _ = try client.send(FillCloset(id, add: part)) }
        return (new.count, gone.count)
    }

    private static func parts(_ texts: [String]) -> [[String]] {
        stride(from: 0, to: texts.count, by: Limits.closetThingsAtOnceMax).map {
            Array(texts[$0...].prefix(Limits.closetThingsAtOnceMax))
        }
    }

    private func tell(
        _ told: (closet: NamedThingJSON, reply: Reply), _ came: Int, _ went: Int,
        ofOtherKinds others: Int, all: Int
    ) {
        let closet = told.closet
        if output.form == .json {
            output.json(told.reply.body)
        } else {
            output.line("\("✓", .good) " + NamedTable.line(closet))
        }
        output.say("  \(came) added, \(went) removed")
        if others > 0 {
            let words = others == 1 ? "liked thing is" : "liked things are"
            output.say("  \(others) \(words) left out: a closet holds garments and outfits")
        }
        if all > Limits.closetThingsMax {
            output.say(
                "  \(all - Limits.closetThingsMax) liked longest ago are left out: a closet holds "
                    + "\(Limits.closetThingsMax)")
        }
        output.next("stop sharing it", "weft unshare \(closet.shortID)")
    }
}
