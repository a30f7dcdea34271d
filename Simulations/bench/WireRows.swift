import CRDT
import Domain
import Primitives
import Sodium
import Wire

/// Rows 4 and 5: the size of a change on the wire, sealed and signed, without link framing.
/// Measured on the bytes that a session sends for it, far along in a chain and a day after its last
/// write.
enum WireRows {
    static func bookmark(_ bench: Workbench) throws -> [BenchFigure] {
        let links = (0..<101).map { bench.workload[$0] }
        let raw = links.dropLast().map(\.rawBytes).reduce(0, +)
        var findings: [BenchFigure] = []
        for home in Standpoint.allCases {
            let alone = Sample(
                links.map { Double(home.bytes([home.creation($0)]) - $0.rawBytes) })
            let hundred = home.bytes(links.dropLast().map(home.creation))
            findings += [
                BenchFigure(
                    row: 4, what: "a bookmark alone, beside its text, \(home.name)",
                    figure: alone.most, unit: "B", spread: alone.spread,
                    goal: home == .home ? .atMost(110) : .atMost(110, "a copy carries 40 B more")),
                BenchFigure(
                    row: 4, what: "100 in a delta, times their text, \(home.name)",
                    figure: Double(hundred) / Double(raw), unit: "x", spread: "n=1",
                    goal: .atMost(1)),
            ]
        }
        let whole = Sample(
            links.map { Double(Standpoint.home.bytes([Standpoint.home.creation($0)])) })
        var peers: [BenchFigure.PeerFigure] = []
        for name in ["pycrdt", "loro"] {
            if let answer = try bench.peers.ask("crdt-bytes", name, bench.workload.path, "1000"),
                let bytes = answer["bookmark"]
            {
                peers.append(.init(name: name, figure: bytes, note: "unsigned, plain"))
            }
        }
        findings.append(
            BenchFigure(
                row: 4, what: "a bookmark alone, whole, at home", figure: whole.median, unit: "B",
                spread: whole.spread, peers: peers))
        return findings
    }

    static func edits(_ bench: Workbench) throws -> [BenchFigure] {
        let links = (0..<100).map { bench.workload[$0] }
        let answers = try ["pycrdt", "loro"].map { name in
            (name, try bench.peers.ask("crdt-bytes", name, bench.workload.path, "1000"))
        }
        var findings: [BenchFigure] = []
        for home in Standpoint.allCases {
            for change in Change.allCases {
                let operations = links.enumerated().map { index, link in
                    change.operation(on: link, number: UInt32(index), at: home)
                }
                let texts = links.map { change.text(of: $0) }
                let alone = Sample(
                    zip(operations, texts).map { Double(home.bytes([$0]) - $1) })
                let hundred = Double(home.bytes(operations) - texts.reduce(0, +)) / 100
                let peers = answers.compactMap { name, answer in
                    answer?[change.rawValue].map {
                        BenchFigure.PeerFigure(name: name, figure: $0, note: "whole, unsigned")
                    }
                }
                findings += [
                    BenchFigure(
                        row: 5, what: "a \(change.rawValue) alone, beside its text, \(home.name)",
                        figure: alone.most, unit: "B", spread: alone.spread, peers: peers,
                        goal: .atMost(110)),
                    BenchFigure(
                        row: 5, what: "a \(change.rawValue) of 100 in a delta, \(home.name)",
                        figure: hundred, unit: "B", spread: "n=1", goal: .atMost(12)),
                ]
            }
        }
        return findings
    }
}

/// The changes to a link.
private enum Change: String, CaseIterable {
    case tag
    case title

    func text(of link: Link) -> Int {
        switch self {
        case .tag: return link.tags[0].utf8.count
        case .title: return link.title.utf8.count
        }
    }

    func operation(
        on link: Link, number: UInt32, at home: Standpoint
    ) -> OriginedOperation {
        let (object, made) = home.object(number)
        switch self {
        case .tag:
            return home.carrying(
                .add(
                    ElementAddition(
                        object: object, field: Schema.Thing.tags,
                        element: Array(link.tags[0].utf8))), number: number)
        case .title:
            return home.carrying(
                .write(
                    FieldWrite(
                        object: object, field: Schema.Thing.title,
                        value: Array(link.title.utf8), replaces: [made])), number: number)
        }
    }
}

/// Where a change is written: at home, or as the copy for friends, whose operations carry an origin
/// of 24 bytes and name the object by its id of 16.
private enum Standpoint: CaseIterable {
    case home
    case copy

    var name: String {
        switch self {
        case .home: return "at home"
        case .copy: return "as a copy"
        }
    }

    private static let chain = ChainID(Bytes16(high: 0xAAAA_0000_0000_0001, low: 1))
    private static let epoch = Bytes16(high: 0xE000_0000_0000_0000, low: 7)
    private static let key = Bytes32(words: (1, 2, 3, 4))
    private static let device = SigningKey(seed: SecretKey(Bytes32(words: (5, 6, 7, 8))))
    private static let stamp = HybridTime(
        wall: WallTime(milliseconds: 1_780_000_000_000), counter: 0x1234)
    private static let base = CompactRun.Base(
        chain: chain, sequence: 5000, previous: Bytes32(words: (9, 9, 9, 9)),
        stamp: HybridTime(rawValue: stamp.rawValue - 86_400_000 << 16), epoch: epoch)

    /// Returns the number of bytes that a session sends for a signed and sealed delta of
    /// `operations`.
    func bytes(_ operations: [OriginedOperation]) -> Int {
        let base = Self.base
        let plain = Payload.encode(operations, chain: base.chain, sequence: base.sequence)
        let payload = PayloadSeal.seal(
            plain, key: Self.key, chain: base.chain, sequence: base.sequence,
            previous: base.previous, stamp: Self.stamp, epoch: Self.epoch)
        let header = DeltaHeader(
            chain: base.chain, sequence: base.sequence, previous: base.previous,
            stamp: Self.stamp, epoch: Self.epoch, isPlain: false, payload: payload)
        let delta = SignedDelta(
            header: header, payload: payload, signature: Self.device.sign(header.signedBytes))
        var writer = ByteWriter()
        CompactRun.write(delta, after: base, withSignature: true, to: &writer)
        return writer.bytes.count
    }

    func creation(_ link: Link) -> OriginedOperation {
        let tags = link.tags.map { Array($0.utf8) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        let added = WallTime(milliseconds: UInt64(link.addedSeconds) * 1000)
        let values = [
            FieldValue(Schema.Thing.url, Array(link.url.utf8)),
            FieldValue(Schema.Thing.title, Array(link.title.utf8)),
            FieldValue(Schema.Thing.added, Moment.bytes(added)),
        ]
        let number = link.addedSeconds
        return carrying(
            .create(
                Creation(
                    kind: Kind.link.rawValue, id: self == .copy ? Self.id(number) : nil,
                    values: values, elements: [FieldElements(Schema.Thing.tags, tags)])),
            number: number)
    }

    /// Returns how an operation names an object, and the dot that created it.
    func object(_ number: UInt32) -> (ObjectRef, Dot) {
        switch self {
        case .home:
            let dot = Dot.position(chain: Self.chain, sequence: 4900, index: number)
            return (.creation(dot), dot)
        case .copy: return (.id(Self.id(number)), Self.derived(number, 1))
        }
    }

    /// Returns the operation as it is written there.
    func carrying(_ operation: Operation, number: UInt32) -> OriginedOperation {
        switch self {
        case .home: return OriginedOperation(operation)
        case .copy: return OriginedOperation(origin: Self.derived(number, 2), operation)
        }
    }

    private static func id(_ number: UInt32) -> ObjectID {
        let hash = Hash.blake2b16(Array("id \(number)".utf8)).bytes
        let milliseconds: UInt64 = 1_700_000_000_000 + UInt64(number)
        return ObjectID(
            Bytes16(high: milliseconds << 16, low: hash.reduce(0) { $0 << 8 | UInt64($1) }))
    }

    private static func derived(_ number: UInt32, _ purpose: UInt8) -> Dot {
        .derived(Hash.blake2b24([purpose] + Array("\(number)".utf8), key: key.bytes))
    }
}
