import CRDT
import Domain
import Primitives
import Sodium

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Random words in everything that persons write, so that a leak is recognised wherever it turns up. Each has 128
/// random bits, so one is found only where it was copied to.
struct Canaries {
    /// The prefix of every word.
    static let marker = Array("canary".utf8)
    private static let digits = 32

    /// What checkers expect of the words being written.
    enum Fate {
        case open
        /// A lost device writes them: no node may show them.
        case void
        /// A lost device must not receive them.
        case withheld
    }

    private var entropy: Entropy
    var fate = Fate.open
    private var void: Set<[UInt8]> = []
    private var withheld: Set<[UInt8]> = []
    /// The writer of each word.
    private var writers: [[UInt8]: Int] = [:]
    /// Who has shown a word in their `friends` or `public`, and since when. It may be a word of another person: who had
    /// to leave a group keeps what they changed there as a thing of their own, and may share it.
    private struct Exposure {
        let person: Int
        let since: Instant
    }

    /// The first exposure of each word by each person.
    private var exposed: [[UInt8]: [Exposure]] = [:]
    /// The words that were ever in a group, or meant for one, with the groups.
    private var groups: [[UInt8]: Set<Int>] = [:]
    /// The words written in a group, in order, with the nodes that were not members by the writer's verdict and have
    /// not been let in since.
    private var barred: [(digits: [UInt8], group: Int, nodes: Set<Int>)] = []
    /// The index of each word in `barred`.
    private var positions: [[UInt8]: Int] = [:]
    /// The word of each file that has one of its own, by the file's name.
    private var files: [String: [UInt8]] = [:]

    init(seed: UInt64) {
        entropy = Entropy.seeded(Hash.blake2b32(Array("canaries \(seed)".utf8)))
    }

    /// Returns a new word, written by the person at `node`.
    mutating func next(writer node: Int) -> String {
        let hex = Array("0123456789abcdef".utf8)
        let digits = entropy.bytes(Self.digits / 2).flatMap {
            [hex[Int($0 >> 4)], hex[Int($0 & 15)]]
        }
        writers[digits] = node
        switch fate {
        case .open: break
        case .void: void.insert(digits)
        case .withheld: withheld.insert(digits)
        }
        return String(decoding: Self.marker + digits, as: UTF8.self)
    }

    /// Returns a new word for what `node` writes in `group`. Nodes that are not among `members`, by the verdict of
    /// `node`, must not read it.
    mutating func next(writer node: Int, in group: Int, members: [Int], nodes: Int) -> String {
        let word = next(writer: node)
        let digits = Array(word.utf8.dropFirst(Self.marker.count))
        groups[digits] = [group]
        positions[digits] = barred.count
        let others = (0..<nodes).filter { $0 != node && !members.contains($0) }
        barred.append((digits, group, Set(others)))
        return word
    }

    /// Ties a file to a word: a person who may see a reference to the file may have both.
    mutating func mark(_ name: String, by digits: [UInt8]) { files[name] = digits }

    // Returns the words of the files that a profile refers to.
    private func words(ofFilesIn entry: Diary.Entry) -> [[UInt8]] {
        guard entry.kind == .profile else { return [] }
        let parts = entry.details.flatMap(\.values).flatMap { $0.split(separator: " ") }
        return parts.compactMap { files[String($0)] }
    }

    /// Records that by the verdict of `node`, `member` has joined `group`: from now on the member may read there what
    /// `node` may read.
    mutating func letIn(_ member: Int, by node: Int, into group: Int) {
        for index in barred.indices
        where barred[index].group == group && !barred[index].nodes.contains(node) {
            barred[index].nodes.remove(member)
        }
    }

    /// Records what the shared links of `person` show now.
    mutating func expose(_ diary: Diary, of person: Int, at now: Instant) {
        for id in diary.touched {
            guard let entry = diary.entries[id], !entry.places.isEmpty else { continue }
            let inGroups = entry.places.compactMap { GroupAccount.number(of: $0) }
            let isOwn = entry.places.contains { $0.kind != nil }
            let details = entry.details.flatMap(\.values)
            let texts = [entry.url, entry.note, entry.title] + details
            let words = texts.flatMap { Self.find(in: Array($0.utf8)) }
            for digits in words + self.words(ofFilesIn: entry) {
                if isOwn { expose(digits, by: person, at: now) }
                groups[digits, default: []].formUnion(inGroups)
            }
        }
    }

    private mutating func expose(_ digits: [UInt8], by person: Int, at now: Instant) {
        guard exposed[digits]?.contains(where: { $0.person == person }) != true else { return }
        exposed[digits, default: []].append(Exposure(person: person, since: now))
    }

    /// Records what unanswered commands of a node have shared, or may be sharing.
    mutating func expose(doubtsOf machine: SimulatedNode, at now: Instant) {
        var diary = machine.diary
        for doubt in machine.asked {
            diary = diary.after(doubt.command)
            expose(diary, of: machine.holder, at: now)
        }
    }

    /// Records that `texts` are in these audiences of `person` now.
    mutating func expose(
        _ texts: [String], in places: [Audience], of person: Int, at now: Instant
    ) {
        let inGroups = places.compactMap { GroupAccount.number(of: $0) }
        let isOwn = places.contains { $0 == .friends || $0 == .public }
        for digits in texts.flatMap({ Self.find(in: Array($0.utf8)) }) {
            if isOwn { expose(digits, by: person, at: now) }
            groups[digits, default: []].formUnion(inGroups)
        }
    }

    /// Whether `text` contains a word that no node may show.
    func isVoid(_ text: String) -> Bool {
        Self.find(in: Array(text.utf8)).contains { void.contains($0) }
    }

    /// Returns the first word in `bytes` that a lost device must not have.
    func withheld(in bytes: UnsafeRawBufferPointer) -> String? {
        Self.find(in: bytes).first { withheld.contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// A word at a node that must not have it.
    struct Leak {
        let digits: String
        let writer: Int
        /// The reader was a member of the group where the word was written, before or later.
        let isGroupMates: Bool
    }

    /// Returns the first word in `bytes` that node `reader` must not have, with its writer.
    ///
    /// - Parameters:
    ///   - friends: the persons who have shared something with the reader, and until when.
    ///   - entered: the groups that the reader was ever let into, as far as can be known.
    ///   - isTold: whether the word of these digits was written for the reader alone.
    func leak(
        in bytes: UnsafeRawBufferPointer, at reader: Int, friends: [Int: Instant],
        entered: Set<Int>, isTold: ([UInt8]) -> Bool = { _ in false }
    ) -> Leak? {
        for digits in Self.find(in: bytes) {
            guard let writer = writers[digits], writer != reader, !isTold(digits) else { continue }
            let isShown = (exposed[digits] ?? []).contains { exposure in
                friends[exposure.person].map { exposure.since <= $0 } ?? false
            }
            guard !isShown else { continue }
            let mates = (groups[digits] ?? []).intersection(entered)
            // Where a word was written does not matter in another group into which it was shared later.
            let closed = positions[digits].map { barred[$0] }
                .flatMap { $0.nodes.contains(reader) ? $0.group : nil }
            guard mates.subtracting([closed].compactMap(\.self)).isEmpty else { continue }
            return Leak(
                digits: String(decoding: digits, as: UTF8.self), writer: writer,
                isGroupMates: !mates.isEmpty)
        }
        return nil
    }

    /// Returns every word in `bytes`, in order.
    static func find(in bytes: [UInt8]) -> [[UInt8]] {
        bytes.withUnsafeBytes { find(in: $0) }
    }

    /// Returns every word in a raw buffer, in order.
    static func find(in all: UnsafeRawBufferPointer) -> [[UInt8]] {
        var found: [[UInt8]] = []
        let length = marker.count + digits
        guard all.count >= length, let start = all.baseAddress else { return [] }
        // Searches for the marker's last letter, y, which is rarer than its others; `memchr` is fast for one byte.
        var place = marker.count - 1
        while place < all.count,
            let match = memchr(start + place, Int32(marker[marker.count - 1]), all.count - place)
        {
            let begin = UnsafeRawPointer(match) - start - (marker.count - 1)
            place = begin + marker.count
            guard begin + length <= all.count,
                memcmp(start + begin, marker, marker.count) == 0
            else { continue }
            found.append(Array(all[place..<(begin + length)]))
        }
        return found
    }
}
