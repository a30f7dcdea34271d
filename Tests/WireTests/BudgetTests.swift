import CRDT
import Primitives
import Testing
import Wire

/// Tests the overhead on the wire beside what people wrote, as sizes.
@Suite struct BudgetTests {
    /// A link as people save them: a URL of about 50 bytes, a title of about 40, three of 200 tags,
    /// a date.
    private struct Link {
        let url: [UInt8]
        let title: [UInt8]
        let tags: [[UInt8]]
        let added: [UInt8]

        var rawBytes: Int { url.count + title.count + tags.map(\.count).reduce(0, +) + 4 }

        init(_ number: Int) {
            var dice = Dice(seed: UInt64(number))
            func word(_ count: Int) -> String {
                String(
                    decoding: (0..<count).map { _ in UInt8(97 + dice.roll(below: 26)) },
                    as: UTF8.self)
            }
            let folder = ["blog", "docs", "wiki", "p"][dice.roll(below: 4)]
            let host = dice.roll(below: 500)
            url = Array("https://example\(host).org/\(folder)/\(word(24))-\(number)".utf8)
            let words = (0..<6).map { _ in word(3 + dice.roll(below: 6)) }
            title = Array(words.joined(separator: " ").utf8)
            tags = dice.shuffle(Array(0..<200)).prefix(3).map { Self.tag($0) }
            let seconds = UInt32(1_700_000_000 + number * 37)
            added = stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: seconds >> UInt32($0))
            }
        }

        static func tag(_ number: Int) -> [UInt8] {
            Array("tag\(number < 10 ? "00" : number < 100 ? "0" : "")\(number)".utf8)
        }

        var creation: OriginedOperation {
            let sorted = tags.sorted { $0.lexicographicallyPrecedes($1) }
            return OriginedOperation(
                .create(
                    Creation(
                        kind: 1,
                        values: [
                            FieldValue(Field(1), url), FieldValue(Field(2), title),
                            FieldValue(Field(4), added),
                        ],
                        elements: [FieldElements(Field(5), sorted)])))
        }
    }

    private let links = (0..<100).map { Link($0) }
    /// Far along in a chain, in an epoch, a day after the last write.
    private let base = CompactRun.Base(
        chain: Place.home, sequence: 5000, previous: .repeating(1),
        stamp: HybridTime(rawValue: Place.stamp.rawValue - 86_400_000 << 16), epoch: Place.epoch)

    private func delta(_ operations: [OriginedOperation]) -> SignedDelta {
        DeltaSamples.delta(
            after: base, stamp: Place.stamp, epoch: Place.epoch, isPlain: false,
            operations: operations)
    }

    /// Returns the bytes of a signed delta in a session.
    private func compactBytes(_ operations: [OriginedOperation]) -> Int {
        var writer = ByteWriter()
        CompactRun.write(delta(operations), after: base, withSignature: true, to: &writer)
        return writer.bytes.count
    }

    /// Returns the bytes of a delta with its whole header, its signature and its seal.
    private func wholeBytes(_ operations: [OriginedOperation]) -> Int {
        DeltaHeader.byteCount + delta(operations).payload.count + 64
    }

    private func edit(_ index: UInt32) -> OriginedOperation {
        let dot = Dot.position(chain: Place.home, sequence: 4900, index: index)
        return OriginedOperation(
            .write(
                FieldWrite(
                    object: .creation(dot), field: Field(2), value: links[Int(index)].title,
                    replaces: [dot])))
    }

    private func tagging(_ index: UInt32) -> OriginedOperation {
        let dot = Dot.position(chain: Place.home, sequence: 4900, index: index)
        return OriginedOperation(
            .add(
                ElementAddition(
                    object: .creation(dot), field: Field(5), element: links[Int(index)].tags[0])))
    }

    @Test func `90 bytes stand around a lone delta`() {
        let operation = OriginedOperation(.unknown(kind: 99, body: [UInt8](repeating: 1, count: 9)))
        let payload = Payload.encode([operation], chain: base.chain, sequence: base.sequence)

        #expect(compactBytes([operation]) - payload.count <= 90)
    }

    @Test func `a hundred links in a delta are no longer than their text`() {
        let raw = links.map(\.rawBytes).reduce(0, +)

        #expect(compactBytes(links.map(\.creation)) <= raw)
        #expect(wholeBytes(links.map(\.creation)) <= raw)
    }

    @Test func `a link alone costs 110 bytes beside its text`() {
        for link in links { #expect(compactBytes([link.creation]) <= link.rawBytes + 110) }
    }

    @Test func `a new title alone costs 110 bytes beside its text`() {
        for index in UInt32(0)..<100 {
            #expect(compactBytes([edit(index)]) <= links[Int(index)].title.count + 110)
        }
    }

    @Test func `a tag alone costs 110 bytes beside its text`() {
        for index in UInt32(0)..<100 {
            #expect(compactBytes([tagging(index)]) <= links[Int(index)].tags[0].count + 110)
        }
    }

    @Test func `of a hundred edits or tags in a delta each costs 12 bytes beside its text`() {
        let indices = Array(UInt32(0)..<100)
        let titles = links.map(\.title.count).reduce(0, +)
        let tags = links.map { $0.tags[0].count }.reduce(0, +)

        #expect(compactBytes(indices.map(edit)) <= titles + 1200)
        #expect(compactBytes(indices.map(tagging)) <= tags + 1200)
    }
}
