package import Primitives

/// What happened in a world, told in sentences: who did what, which messages went from whom to
/// whom, what went wrong and what did not hold.
package final class Chronicle {
    /// What a sentence is about.
    package enum Kind: String, CaseIterable, Sendable {
        case message, deed, answer, link, notice, fault, life, step, claim
    }

    /// A sentence.
    package struct Entry: Sendable {
        package let at: Instant
        package let kind: Kind
        /// Whose it is, by number; nil if it is everybody's.
        package let node: Int?
        /// To whom it goes.
        package let other: Int?
        /// When it is there; nil if it goes nowhere, or was lost.
        package let arrival: Instant?
        package let text: String
    }

    /// Who takes part, by number; strangers come last.
    package let names: [String]
    package private(set) var entries: [Entry] = []
    /// What lay on the disks when a claim broke, by machine and name of the file: a database of SQLite
    /// and its log.
    package private(set) var disks: [(machine: String, files: [(name: String, bytes: [UInt8])])] =
        []
    /// Entries that were dropped, because there were more than anybody reads.
    package private(set) var dropped = 0

    /// The last so many are kept.
    package static let entriesMax = 200_000

    /// An empty chronicle of machines of these names.
    package init(names: [String]) {
        self.names = names + ["a stranger"]
    }

    // MARK: What happened

    /// Bytes went on their way.
    func sent(
        _ bytes: Int, _ kinds: [String], from source: Int, to target: Int, at now: Instant,
        arriving arrival: Instant?
    ) {
        let what = kinds.isEmpty ? "a handshake" : Self.counted(kinds)
        let fate = arrival == nil ? ", which is lost" : ""
        add(
            Entry(
                at: now, kind: .message, node: source, other: target, arrival: arrival,
                text: "\(name(source)) says to \(name(target)): \(what) (\(bytes) bytes)\(fate)"))
    }

    /// A line of the trace; those that say no more than others are left out.
    func happened(_ at: Instant, _ place: String, _ words: String) {
        let node = Self.number(in: place, behind: "node")
        guard let (kind, text) = sentence(of: words, by: node.map(name) ?? place) else { return }
        add(
            Entry(
                at: at, kind: kind, node: place == "attacker" ? names.count - 1 : node, other: nil,
                arrival: nil, text: text))
    }

    /// A line of a scenario begins.
    func begins(_ line: String, number: Int, at now: Instant) {
        add(
            Entry(
                at: now, kind: .step, node: nil, other: nil, arrival: nil,
                text: "line \(number): \(line)"))
    }

    /// A claim did not hold in this world.
    func broke(_ broken: BrokenClaim, in cluster: Cluster) {
        disks = cluster.machines.map { (name($0.number), $0.disk.files) }
        add(
            Entry(
                at: cluster.now, kind: .claim, node: nil, other: nil, arrival: nil,
                text: "BROKEN: \(broken.claim): \(named(broken.detail))"))
    }

    private func add(_ entry: Entry) {
        entries.append(entry)
        guard entries.count > Self.entriesMax + Self.entriesMax / 4 else { return }
        dropped += entries.count - Self.entriesMax
        entries.removeFirst(entries.count - Self.entriesMax)
    }

    // MARK: Sentences

    private func sentence(of words: String, by who: String) -> (Kind, String)? {
        let (verb, rest) = Self.halves(words)
        let more = named(rest)
        switch verb {
        case "woken", "received", "send", "close", "discover", "networks", "beacon": return nil
        case "requested": return (.deed, "\(who) asks: \(named(Self.halves(rest).1))")
        case "answer": return (.answer, "\(who) is answered: \(named(Self.halves(rest).1))")
        case "announce": return (.notice, "\(who) is told: \(more)")
        case "dial": return (.link, "\(who) dials \(named(Self.halves(rest).1))")
        case "accepted": return (.link, "\(who) takes a call, \(more)")
        case "connected": return (.link, "\(who) is connected, \(more)")
        case "unreachable": return (.link, "\(who) reaches nobody, \(more)")
        case "sighted": return (.link, "\(who) hears a beacon from \(more)")
        case "disconnected": return (.link, "\(who) loses a link, \(more)")
        case "fault": return (.fault, "what goes wrong: \(more)")
        case "starts", "is", "loses", "cannot": return (.life, "\(who) \(named(words))")
        default: return (.notice, "\(who) \(named(words))")
        }
    }

    private static func halves(_ words: String) -> (String, String) {
        guard let blank = words.firstIndex(of: " ") else { return (words, "") }
        return (String(words[..<blank]), String(words[words.index(after: blank)...]))
    }

    // The same several times in a row is said once.
    private static func counted(_ kinds: [String]) -> String {
        var runs: [(kind: String, count: Int)] = []
        for kind in kinds {
            if runs.last?.kind == kind {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((kind, 1))
            }
        }
        return runs.map { $0.count == 1 ? $0.kind : "\($0.kind) \($0.count) times" }
            .joined(separator: ", ")
    }

    // MARK: Names

    private func name(_ node: Int) -> String {
        names.indices.contains(node) ? names[node] : "machine \(node)"
    }

    /// `words` with the names of machines and people that the world calls by numbers.
    private func named(_ words: String) -> String {
        var result = ""
        for (place, part) in words.split(separator: " ", omittingEmptySubsequences: false)
            .enumerated()
        {
            result += (place == 0 ? "" : " ") + word(String(part))
        }
        return result
    }

    private func word(_ part: String) -> String {
        for stem in ["node", "person", "friend"] where part.hasPrefix(stem) {
            let digits = part.dropFirst(stem.count).prefix { $0.isASCII && $0.isNumber }
            let rest = part.dropFirst(stem.count + digits.count)
            guard let number = Int(digits), rest.first?.isLetter != true, rest.first != "." else {
                continue
            }
            // The port says nothing: everybody has the same.
            return name(number) + (rest == ":1" ? "" : String(rest))
        }
        return part
    }

    private static func number(in place: String, behind stem: String) -> Int? {
        place.hasPrefix(stem) ? Int(place.dropFirst(stem.count)) : nil
    }

    // MARK: Text

    /// All of it, a line each.
    package var text: String {
        let head = dropped > 0 ? "(\(dropped) earlier ones left out)\n" : ""
        return head + entries.map { "\(Self.clock($0.at))  \($0.text)\n" }.joined()
    }

    /// Hours, minutes, seconds and milliseconds of the world.
    static func clock(_ at: Instant) -> String {
        func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let milliseconds = at.nanoseconds / 1_000_000
        let seconds = milliseconds / 1000
        let part = String(milliseconds % 1000)
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))."
            + String(repeating: "0", count: 3 - part.count) + part
    }
}
