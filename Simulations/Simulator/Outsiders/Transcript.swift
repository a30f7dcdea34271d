import Primitives

/// What an outsider can see of a world: everything that happened on their links, in order, to the
/// nanosecond and the byte.
struct Transcript {
    /// One observed event.
    struct Entry: Equatable {
        let at: Instant
        /// The link, counted among those of the same two hosts, so that what others dial does not
        /// show.
        let link: String
        /// The end that acted: 0 dialled, 1 accepted.
        let end: Int
        let what: What
    }

    enum What: Equatable {
        case dialled
        case accepted
        case sent([UInt8])
        /// The end closed the link, or learnt that it is gone.
        case ended
    }

    /// How equal two transcripts must be.
    enum Likeness: CaseIterable {
        /// To the bit.
        case bits
        /// In moments, directions and lengths: for worlds that send names derived from private
        /// data, which are as random but different.
        case lengths
    }

    /// The hosts whose links are recorded.
    let hosts: [Int]
    private(set) var entries: [Entry] = []
    private var names: [Int: String] = [:]
    private var counts: [String: Int] = [:]

    init(of hosts: [Int]) {
        self.hosts = hosts
    }

    /// Records what an end of a link did, if a watched host takes part.
    mutating func note(_ what: What, on link: SimulatedLink, end: Int, at now: Instant) {
        guard link.ends.contains(where: { hosts.contains($0.host) }) else { return }
        entries.append(Entry(at: now, link: name(of: link), end: end, what: what))
    }

    /// Returns the first difference in words; nil if there is none.
    func difference(from other: Transcript, _ likeness: Likeness) -> String? {
        for (index, entry) in entries.enumerated() {
            guard index < other.entries.count else { return "\(entry.words) only with them" }
            let twin = other.entries[index]
            if entry == twin { continue }
            if likeness == .lengths, entry.isLike(twin) { continue }
            return "\(entry.words) with them, \(twin.words) without them, at place \(index)"
        }
        guard let more = other.entries.dropFirst(entries.count).first else { return nil }
        return "\(more.words) only without them"
    }

    /// Returns what host `speaker` did and sent on links with `listener`.
    func saying(by speaker: Int, to listener: Int) -> Transcript {
        var part = Transcript(of: hosts)
        part.entries = entries.filter {
            $0.end == 0 && $0.link.hasPrefix("\(speaker)>\(listener)#")
                || $0.end == 1 && $0.link.hasPrefix("\(listener)>\(speaker)#")
        }
        return part
    }

    /// The number of bytes sent.
    var bytes: Int {
        entries.reduce(0) { sum, entry in
            if case .sent(let bytes) = entry.what { return sum + bytes.count }
            return sum
        }
    }

    private mutating func name(of link: SimulatedLink) -> String {
        if let known = names[link.number] { return known }
        let pair = "\(link.ends[0].host)>\(link.ends[1].host)"
        counts[pair, default: 0] += 1
        let name = "\(pair)#\(counts[pair] ?? 0)"
        names[link.number] = name
        return name
    }
}

extension Transcript.Entry {
    fileprivate var words: String {
        let moment = "\(at.nanoseconds / 1000)us \(link)/\(end)"
        switch what {
        case .dialled: return "\(moment) dialled"
        case .accepted: return "\(moment) accepted"
        case .sent(let bytes): return "\(moment) sent \(bytes.count) bytes"
        case .ended: return "\(moment) ended"
        }
    }

    fileprivate func isLike(_ other: Transcript.Entry) -> Bool {
        guard at == other.at, link == other.link, end == other.end else { return false }
        guard case .sent(let mine) = what, case .sent(let theirs) = other.what else {
            return what == other.what
        }
        return mine.count == theirs.count
    }
}
