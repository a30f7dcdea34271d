import API
import Domain

/// One way in which a word at the cursor may go on.
struct Candidate: Equatable {
    /// The whole word.
    let text: String
    /// A description, for shells that show one; may be empty.
    let about: String
    /// More has to be typed behind it, so no blank follows.
    var isBeginning = false

    init(_ text: String, _ about: String = "", isBeginning: Bool = false) {
        (self.text, self.about, self.isBeginning) = (text, about, isBeginning)
    }
}

/// Asks the node for the values that a word may become. What it does not answer in time has none.
struct NodeCandidates {
    private let client: Client

    init(_ client: Client) {
        self.client = client
    }

    /// The candidates of `source` for a word that begins with `typed`; others may be among them.
    func candidates(_ source: CandidateSource, for typed: String) -> [Candidate] {
        switch source {
        case .words(let words): return words.map { Candidate($0) }
        case .things(let kind): return things(kind, typed)
        case .search(let mayBeThing):
            return (mayBeThing ? things(nil, typed) : []) + searches(typed)
        case .tags: return tags(typed)
        case .audiences:
            return Audience.own.map { Candidate($0.name) } + groups(Audience.groupPrefix)
                + handles()
        case .recipients:
            return [Candidate("me", "my other devices"), Candidate("everybody")]
                + groups(Audience.groupPrefix) + handles()
        case .people: return names(ListFriends())
        case .blocked: return names(ListBlocked())
        case .pending: return names(ListPending())
        case .groups: return groups("")
        case .devices: return names(ListDevices())
        case .collections: return names(ListCollections())
        case .rules: return items(ListTagRules()).compactMap(rule)
        case .followed:
            return typed.hasPrefix("#")
                ? searches(typed) : handles() + names(ListCollections())
        case .named(let qualifier):
            return items(Complete(qualifier + typed, limit: Self.most))
                .compactMap { $0["name"]?.text }.map { Candidate($0) }
        case .file, .freeText: return []
        }
    }

    // MARK: What the node is asked

    private func things(_ kind: String?, _ typed: String) -> [Candidate] {
        var wanted = ListThings<Things>(ThingSearch(limit: Self.thingsMost))
        wanted.type = kind
        return items(wanted).compactMap { thing in
            let called = [thing["title"], thing["name"], thing["url"]].compactMap { $0?.text }
            let title = called.first { !$0.isEmpty } ?? ""
            if typed.lowercased().hasPrefix("http"), let url = thing["url"]?.text {
                return Candidate(url, title)
            }
            return thing["short_id"]?.text.map { Candidate($0, title) }
        }
    }

    private func searches(_ typed: String) -> [Candidate] {
        items(Complete(typed, limit: Self.most)).compactMap { found in
            found["query"]?.text.map { Candidate($0, found["type"]?.text ?? "") }
        }
    }

    // Several tags may stand in one word, parted by commas.
    private func tags(_ typed: String) -> [Candidate] {
        let last = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
        let prefix = String(typed[last...])
        let wanted = ListTags(prefix: prefix.isEmpty ? nil : prefix, limit: Self.most)
        return items(wanted).compactMap { tag in
            tag["name"]?.text.map { Candidate(typed[..<last] + $0) }
        }
    }

    private func groups(_ prefix: String) -> [Candidate] {
        names(ListGroups()).map { Candidate(prefix + $0.text, $0.about) }
    }

    private func handles() -> [Candidate] {
        names(ListFriends()).map { Candidate(Audience.personPrefix + $0.text) }
    }

    private func names(_ endpoint: some Endpoint) -> [Candidate] {
        items(endpoint).compactMap { item in
            let name = item["name"]?.text ?? item["author"]?["name"]?.text
            return name.map { Candidate($0, item["description"]?.text ?? "") }
        }
    }

    private func rule(_ json: JSONValue) -> Candidate? {
        json["query"]?.text.map { query in
            Candidate(query, (json["tags"]?.items ?? []).compactMap(\.text).joined(separator: ", "))
        }
    }

    // A person who presses a key wants no message, whatever is wrong.
    private func items(_ endpoint: some Endpoint) -> [JSONValue] {
        var call = Call(endpoint)
        (call.patience, call.span) = (nil, Self.span)
        guard let reply = try? client.send(call),
            let page = try? JSONText.decode(JSONValue.self, from: reply.body)
        else { return [] }
        return page["items"]?.items ?? []
    }

    /// Candidates of one sort, and things, the newest first.
    private static let most = 100
    private static let thingsMost = 200
    /// The longest wait for the node: longer than it takes, shorter than a person wonders.
    private static let span: Duration = .milliseconds(700)
}
