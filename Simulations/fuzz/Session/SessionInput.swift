import Wire

/// The events of a session, decoded from any bytes.
///
///     head      u8      bits 0-1: how far the peer greets by itself (`FuzzPeer.Stage`);
///                       bit 2: the engine has dialled it; bits 3-4: whose keys it has
///     events    to the end, each:
///         kind  u8      below 16 as listed in `read`; of others the lower four bits count
///         rest          as its kind says; what is missing is 0
///     text              where a kind has one: count of patches u8 (the lower three bits count), patches,
///                       length u16, so many bytes, or what is left
///     patch             position u16, which u8: there the text is overwritten (`SessionRun.word`)
///
/// Every input is valid, so no mutation by libFuzzer is wasted.
struct SessionInput {
    /// How a link begins.
    struct Head: Equatable {
        let stage: FuzzPeer.Stage
        let isDialled: Bool
        /// An index into the world's guises; the first is twice as likely as others.
        let guise: Int

        init(_ byte: UInt8) {
            stage = FuzzPeer.Stage(rawValue: byte & 3) ?? .open
            isDialled = byte & 4 != 0
            guise = max(Int(byte >> 3 & 3) - 1, 0)
        }
    }

    /// Bytes into which patches are inserted when they are sent.
    struct Text: Equatable {
        var bytes: [UInt8]
        var patches: [(position: Int, which: UInt8)]

        static func == (left: Text, right: Text) -> Bool {
            left.bytes == right.bytes
                && left.patches.elementsEqual(right.patches) { $0 == $1 }
        }
    }

    enum Event: Equatable {
        /// The text is a message.
        case message(Text)
        /// The text is the plaintext of a frame.
        case plain(Text)
        /// The text is sent as it is.
        case bytes(Text)
        /// Time passes: an index of `SessionRun.pauses`.
        case pause(UInt8)
        /// Another link begins and is used from now on.
        case link(Head)
        /// An earlier link is used from now on.
        case turn(UInt8)
        /// The link breaks.
        case lost
        /// Ana does something: an index of `SessionRun.commands`.
        case command(UInt8)
        /// The text is the payload of a delta, written by the guise.
        case delta(pen: UInt8, step: UInt8, Forgery.Manner, Text)
        /// A chain begins; see `Forgery.open`.
        case chain(circle: UInt8, incarnation: UInt8, grant: UInt8)
        /// A fork is proven.
        case fork(pen: UInt8)
        /// The last delta is sent as a checkpoint.
        case checkpoint(pen: UInt8, target: UInt8)
        /// What is sent from now on waits, or stops waiting and arrives in one piece.
        case hold
        /// What waits to be sent no longer leaves.
        case stalled
        /// The disk has space, or has none.
        case room(Bool)
        /// The networks change.
        case networks(UInt8)
    }

    let head: Head
    let events: [Event]

    /// The most events of one input; what follows is not read.
    static let eventsMax = 48

    init(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        head = Head(reader.byte())
        var events: [Event] = []
        while !reader.isAtEnd, events.count < Self.eventsMax { events.append(Self.read(&reader)) }
        self.events = events
    }

    private static func read(_ reader: inout Reader) -> Event {
        switch reader.byte() & 15 {
        case 0: return .message(reader.text())
        case 1: return .plain(reader.text())
        case 2: return .bytes(reader.text())
        case 3: return .pause(reader.byte())
        case 4: return .link(Head(reader.byte()))
        case 5: return .turn(reader.byte())
        case 6: return .lost
        case 7: return .command(reader.byte())
        case 8:
            let (pen, step) = (reader.byte(), reader.byte())
            return .delta(
                pen: pen, step: step, Forgery.Manner(rawValue: reader.byte()), reader.text())
        case 9:
            let (circle, incarnation) = (reader.byte(), reader.byte())
            return .chain(circle: circle, incarnation: incarnation, grant: reader.byte())
        case 10: return .fork(pen: reader.byte())
        case 11:
            let pen = reader.byte()
            return .checkpoint(pen: pen, target: reader.byte())
        case 12: return .hold
        case 13: return .stalled
        case 14: return .room(reader.byte() & 1 == 0)
        default: return .networks(reader.byte())
        }
    }

    // Reads forward byte by byte; after the end everything is 0.
    private struct Reader {
        let bytes: [UInt8]
        private var offset = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { offset >= bytes.count }

        mutating func byte() -> UInt8 {
            guard offset < bytes.count else { return 0 }
            defer { offset += 1 }
            return bytes[offset]
        }

        mutating func number() -> Int {
            let high = Int(byte())
            return high * 256 + Int(byte())
        }

        mutating func text() -> Text {
            let count = byte() & 7
            var patches: [(position: Int, which: UInt8)] = []
            for _ in 0..<count {
                let position = number()
                patches.append((position, byte()))
            }
            let length = number()
            let text = Array(bytes.dropFirst(offset).prefix(min(length, FramePadding.plainMax)))
            offset += text.count
            return Text(bytes: text, patches: patches)
        }
    }
}

extension SessionInput {
    /// Encodes an input.
    static func spell(_ head: UInt8, _ events: [Event]) -> [UInt8] {
        [head] + events.flatMap { spell($0) }
    }

    private static func spell(_ event: Event) -> [UInt8] {
        switch event {
        case .message(let text): return [0] + spell(text)
        case .plain(let text): return [1] + spell(text)
        case .bytes(let text): return [2] + spell(text)
        case .pause(let pause): return [3, pause]
        case .link(let head):
            return [4, head.stage.rawValue | (head.isDialled ? 4 : 0) | UInt8(head.guise + 1) << 3]
        case .turn(let number): return [5, number]
        case .lost: return [6]
        case .command(let number): return [7, number]
        case .delta(let pen, let step, let manner, let text):
            return [8, pen, step, manner.rawValue] + spell(text)
        case .chain(let circle, let incarnation, let grant): return [9, circle, incarnation, grant]
        case .fork(let pen): return [10, pen]
        case .checkpoint(let pen, let target): return [11, pen, target]
        case .hold: return [12]
        case .stalled: return [13]
        case .room(let isRoom): return [14, isRoom ? 0 : 1]
        case .networks(let count): return [15, count]
        }
    }

    private static func spell(_ text: Text) -> [UInt8] {
        var bytes = [UInt8(text.patches.count)]
        for patch in text.patches {
            bytes += [UInt8(patch.position >> 8), UInt8(patch.position & 255), patch.which]
        }
        return bytes + [UInt8(text.bytes.count >> 8), UInt8(text.bytes.count & 255)] + text.bytes
    }
}
