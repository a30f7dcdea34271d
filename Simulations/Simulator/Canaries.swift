import CRDT
import Domain
import Primitives
import Sodium

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Random words in everything that people write, by which it is recognised wherever it turns up:
/// 128 bits each, so that one is found only where it was copied to.
struct Canaries {
    /// What stands before each of them.
    static let marker = Array("canary".utf8)
    private static let digits = 32

    /// What becomes of the words that are written now.
    enum Fate {
        case open
        /// A lost machine writes them: nobody is to show them.
        case void
        /// A lost machine is not to have them.
        case withheld
    }

    private var entropy: Entropy
    var fate = Fate.open
    private var void: Set<[UInt8]> = []
    private var withheld: Set<[UInt8]> = []
    /// Who wrote each of them.
    private var writers: [[UInt8]: Int] = [:]
    /// Those that were ever in `friends` or `public`: since when, at the latest.
    private var exposed: [[UInt8]: Instant] = [:]
    /// Those that were ever in a group, or were to be: in which.
    private var groups: [[UInt8]: Set<Int>] = [:]
    /// Those that were written in a group, as they came: who was no member by the writer's verdict,
    /// and has not been let in since.
    private var barred: [(digits: [UInt8], group: Int, nodes: Set<Int>)] = []
    /// Where each of them stands in `barred`.
    private var positions: [[UInt8]: Int] = [:]
    /// That of a file which has one of its own, by its name.
    private var files: [String: [UInt8]] = [:]

    init(seed: UInt64) {
        entropy = Entropy.seeded(Hash.blake2b32(Array("canaries \(seed)".utf8)))
    }

    /// A fresh one, written by the person at `node`.
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

    /// A fresh one for what `node` writes in `group`; those who are no `members` by its verdict
    /// are not to read it.
    mutating func next(writer node: Int, in group: Int, members: [Int], nodes: Int) -> String {
        let word = next(writer: node)
        let digits = Array(word.utf8.dropFirst(Self.marker.count))
        groups[digits] = [group]
        positions[digits] = barred.count
        let others = (0..<nodes).filter { $0 != node && !members.contains($0) }
        barred.append((digits, group, Set(others)))
        return word
    }

    /// Whoever may see what refers to the file of this name may have the word of these digits, and it.
    mutating func mark(_ name: String, by digits: [UInt8]) { files[name] = digits }

    // Words of the files that a profile refers to.
    private func words(ofFilesIn entry: Diary.Entry) -> [[UInt8]] {
        guard entry.kind == .profile else { return [] }
        let parts = entry.details.flatMap(\.values).flatMap { $0.split(separator: " ") }
        return parts.compactMap { files[String($0)] }
    }

    /// By the verdict of `node`, `member` has come into `group`: what `node` may read there he may
    /// read from now on.
    mutating func letIn(_ member: Int, by node: Int, into group: Int) {
        for index in barred.indices
        where barred[index].group == group && !barred[index].nodes.contains(node) {
            barred[index].nodes.remove(member)
        }
    }

    /// Takes note of what a person's shared links show by now.
    mutating func expose(_ diary: Diary, at now: Instant) {
        for id in diary.touched {
            guard let entry = diary.entries[id], !entry.places.isEmpty else { continue }
            let inGroups = entry.places.compactMap { GroupAccount.number(of: $0) }
            let isOwn = entry.places.contains { $0.kind != nil }
            let details = entry.details.flatMap(\.values)
            let texts = [entry.url, entry.note, entry.title] + details
            let words = texts.flatMap { Self.find(in: Array($0.utf8)) }
            for digits in words + self.words(ofFilesIn: entry) {
                if isOwn, exposed[digits] == nil { exposed[digits] = now }
                groups[digits, default: []].formUnion(inGroups)
            }
        }
    }

    /// Takes note of what commands have shared, or are sharing, of which their person has not heard.
    mutating func expose(_ doubts: [Command], of diary: Diary, at now: Instant) {
        var diary = diary
        for doubt in doubts {
            diary = diary.after(doubt)
            expose(diary, at: now)
        }
    }

    /// Takes note of words that are in these places by now.
    mutating func expose(_ texts: [String], in places: [Audience], at now: Instant) {
        let inGroups = places.compactMap { GroupAccount.number(of: $0) }
        let isOwn = places.contains { $0 == .friends || $0 == .public }
        for digits in texts.flatMap({ Self.find(in: Array($0.utf8)) }) {
            if isOwn, exposed[digits] == nil { exposed[digits] = now }
            groups[digits, default: []].formUnion(inGroups)
        }
    }

    /// Whether there is a word in `text` that nobody is to show.
    func isVoid(_ text: String) -> Bool {
        Self.find(in: Array(text.utf8)).contains { void.contains($0) }
    }

    /// The first word in `bytes` that a lost machine is not to have.
    func withheld(in bytes: UnsafeRawBufferPointer) -> String? {
        Self.find(in: bytes).first { withheld.contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// What somebody has and must not have.
    struct Leak {
        let digits: String
        let writer: Int
        /// He was a member of the group where it was written, before or later.
        let isGroupMates: Bool
    }

    /// The first one in `bytes` that node `reader` must not have, and who wrote it.
    ///
    /// - Parameters:
    ///   - friends: those who have shared something with the reader, and until when.
    ///   - entered: the groups that he was ever let into, as far as can be.
    ///   - isTold: whether the word of these digits was written for him alone.
    func leak(
        in bytes: UnsafeRawBufferPointer, at reader: Int, friends: [Int: Instant],
        entered: Set<Int>, isTold: ([UInt8]) -> Bool = { _ in false }
    ) -> Leak? {
        for digits in Self.find(in: bytes) {
            guard let writer = writers[digits], writer != reader, !isTold(digits) else { continue }
            if let since = exposed[digits], let end = friends[writer], since <= end { continue }
            let isGroupMates = !(groups[digits] ?? []).isDisjoint(with: entered)
            let isBarred = positions[digits].map { barred[$0].nodes.contains(reader) } ?? false
            guard !isGroupMates || isBarred else { continue }
            return Leak(
                digits: String(decoding: digits, as: UTF8.self), writer: writer,
                isGroupMates: isGroupMates)
        }
        return nil
    }

    /// Every canary in `bytes`, in order.
    static func find(in bytes: [UInt8]) -> [[UInt8]] {
        bytes.withUnsafeBytes { find(in: $0) }
    }

    /// The same in bytes that lie anywhere.
    static func find(in all: UnsafeRawBufferPointer) -> [[UInt8]] {
        var found: [[UInt8]] = []
        let length = marker.count + digits
        guard all.count >= length, let start = all.baseAddress else { return [] }
        // The y is rarer than the other letters, and the system finds one byte fast.
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
