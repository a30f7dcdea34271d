package import Primitives

/// What happened in a world, in sentences: who did what, which messages were sent, what went wrong and which claim did
/// not hold.
package final class Chronicle {
    /// The subject of a sentence.
    package enum Kind: String, CaseIterable, Sendable {
        case message, deed, answer, link, notice, fault, life, step, claim
    }

    /// A sentence.
    package struct Entry: Sendable {
        package let at: Instant
        package let kind: Kind
        /// The node it belongs to, by number; nil for all.
        package let node: Int?
        /// The recipient.
        package let other: Int?
        /// When it arrives; nil if it goes nowhere or was lost.
        package let arrival: Instant?
        package let text: String
    }

    /// The names of the nodes, by number; strangers come last.
    package let names: [String]
    package private(set) var entries: [Entry] = []
    /// The contents of the disks when a claim broke, by node and file name: an SQLite database and its write-ahead log.
    package private(set) var disks: [(machine: String, files: [(name: String, bytes: [UInt8])])] =
        []
    /// The number of entries dropped because there were too many.
    package private(set) var dropped = 0

    /// The most entries kept; earlier ones are dropped.
    package static let entriesMax = 200_000

    /// Creates an empty chronicle for nodes with these names.
    package init(names: [String]) {
        self.names = names + ["a stranger"]
    }

    // MARK: Events

    /// Records bytes that were sent.
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

    /// Records a line of the trace, unless it adds nothing to others.
    func happened(_ at: Instant, _ place: String, _ words: String) {
        let node = Self.number(in: place, behind: "node")
        guard let (kind, text) = sentence(of: words, by: node.map(name) ?? place) else { return }
        add(
            Entry(
                at: at, kind: kind, node: place == "attacker" ? names.count - 1 : node, other: nil,
                arrival: nil, text: text))
    }

    /// Records the start of a line of a scenario.
    func begins(_ line: String, number: Int, at now: Instant) {
        add(
            Entry(
                at: now, kind: .step, node: nil, other: nil, arrival: nil,
                text: "line \(number): \(line)"))
    }

    /// Records a broken claim.
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

    // Collapses consecutive repetitions into a count.
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

    /// Replaces numbers of nodes and persons in `words` by names.
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
            // The port is the same for every node.
            return name(number) + (rest == ":1" ? "" : String(rest))
        }
        return part
    }

    private static func number(in place: String, behind stem: String) -> Int? {
        place.hasPrefix(stem) ? Int(place.dropFirst(stem.count)) : nil
    }

    // MARK: Text

    /// The chronicle as text, one line for each entry.
    package var text: String {
        let head = dropped > 0 ? "(\(dropped) earlier ones left out)\n" : ""
        return head + entries.map { "\(Self.clock($0.at))  \($0.text)\n" }.joined()
    }

    /// Returns world time as hours, minutes, seconds and milliseconds.
    static func clock(_ at: Instant) -> String {
        func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let milliseconds = at.nanoseconds / 1_000_000
        let seconds = milliseconds / 1000
        let part = String(milliseconds % 1000)
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))."
            + String(repeating: "0", count: 3 - part.count) + part
    }
}
