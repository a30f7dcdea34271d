import CRDT
import Primitives
import Testing
import Wire

@Suite struct MessageTests {
    @Test(arguments: MessageSample.all.indices)
    func `every message comes back`(index: Int) throws {
        let message = MessageSample.all[index].message

        #expect(try Message(bytes: message.bytes) == message)
        #expect(message.bytes.count <= Message.bytesMax)
    }

    @Test(arguments: MessageSample.all.indices)
    func `every truncation and flipped bit is refused or spelled in one way`(index: Int) {
        let bytes = MessageSample.all[index].message.bytes

        for count in bytes.indices {
            let part = Array(bytes[..<count])
            if let message = try? Message(bytes: part) { #expect(message.bytes == part) }
        }
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            if let message = try? Message(bytes: changed) { #expect(message.bytes == changed) }
        }
    }

    @Test(arguments: [2, 3])
    func `keys and tags come in multiples of 32, seven at most`(kind: UInt8) {
        let each = kind == 2 ? 48 : 16

        for count in [0, 1, 31, 32, 33, 63, 64, 223, 224, 225, 256] {
            let head = kind == 2 ? [kind, 1] : [kind]
            let bytes = head + [UInt8](repeating: 0, count: count * each)
            let isGood = count > 0 && count <= 224 && count % 32 == 0
            #expect(((try? Message(bytes: bytes)) != nil) == isGood, "\(count)")
        }
    }

    @Test(arguments: [Message.declinedMax - 1, Message.declinedMax, Message.declinedMax + 1])
    func `chains that are declined rise, and are so many at most`(count: Int) {
        let chains = (0..<count).map { Bytes16(high: 1, low: UInt64($0)).bytes }
        let bytes = [23, 2] + chains.flatMap(\.self)
        #expect(((try? Message(bytes: bytes)) != nil) == (count <= Message.declinedMax))
        #expect(throws: WireError.self) { try Message(bytes: [23, 2] + chains[1] + chains[0]) }
        #expect(throws: WireError.self) { try Message(bytes: [23, 2] + chains[1] + chains[1]) }
    }

    @Test func `keys say by 0 or 1 whether a person is a friend`() {
        for flag in UInt8.min...UInt8.max {
            let bytes = [2, flag] + [UInt8](repeating: 0, count: 32 * 48)
            guard case .keys(let keys, let isFriend) = try? Message(bytes: bytes) else {
                #expect(flag > 1)
                continue
            }
            #expect(keys.count == 32 && isFriend == (flag == 1))
        }
    }

    @Test func `entries that fall, repeat or are empty are refused`() {
        let chain = Place.home.bytes.bytes
        let one = chain + [0, 0, 0, 0, 0, 0, 0, 1]
        let none = chain + [0, 0, 0, 0, 0, 0, 0, 0]
        let digest = [UInt8](repeating: 1, count: 16)

        #expect(throws: WireError.self) { try Message(bytes: [5, 0, 0] + one + one) }
        #expect(throws: WireError.self) { try Message(bytes: [5, 0, 0] + none) }
        for flags: UInt8 in [12, 13, 15, 16, 128] {
            #expect(throws: WireError.self) { try Message(bytes: [5, 0, flags]) }
        }
        #expect(throws: WireError.self) { try Message(bytes: [4, 1] + digest + [1] + digest) }
        #expect(throws: WireError.self) { try Message(bytes: [0]) }
        #expect(throws: WireError.self) { try Message(bytes: [11]) }
        #expect(throws: WireError.self) { try Message(bytes: [13, 0]) }
        #expect(throws: WireError.self) {
            try Message(bytes: [13, 0] + one + digest + one + digest)
        }
        #expect(throws: WireError.self) {
            try Message(bytes: [13, 0] + one + digest + none + digest)
        }
        #expect(throws: WireError.self) { try Message(bytes: [13]) }
        #expect(throws: WireError.self) { try Message(bytes: [8, 0]) }
        #expect(throws: WireError.self) { try Message(bytes: [8, 18]) }
        #expect(throws: WireError.self) { try Message(bytes: []) }
    }

    @Test(arguments: [(0, false), (1, true), (4095, true), (4096, true), (4097, false)])
    func `an introduction has 1 to 4096 bytes`(count: Int, isGood: Bool) {
        let bytes = [10] + [UInt8](repeating: UInt8(ascii: "A"), count: count)

        #expect(((try? Message(bytes: bytes)) != nil) == isGood)
    }

    @Test func `an introduction is spelled in visible ASCII alone`() {
        for byte in UInt8.min...UInt8.max {
            let isGood = (0x21...0x7E).contains(byte)
            #expect(((try? Message(bytes: [10, 65, byte, 66])) != nil) == isGood, "\(byte)")
        }
    }

    @Test(arguments: [
        (Farewell.payloadBytesMax - 1, true), (Farewell.payloadBytesMax, true),
        (Farewell.payloadBytesMax + 1, false),
    ])
    func `what a farewell carries has 32 KiB at most`(count: Int, isGood: Bool) throws {
        let payload = [UInt8](repeating: 7, count: count)
        let header = DeltaHeader(
            chain: Place.home, sequence: 4, previous: .zero, stamp: Place.stamp,
            epoch: Place.epoch, isPlain: false, payload: payload)
        let delta = SignedDelta(
            header: header, payload: payload, signature: [UInt8](repeating: 1, count: 64))
        let bytes = Message.farewell(.rights(delta, key: Place.key)).bytes

        #expect(((try? Message(bytes: bytes)) != nil) == isGood)
        #expect(bytes.count <= Message.bytesMax)
    }

    @Test func `a farewell whose payload is plain, or another one, is refused`() {
        for (isPlain, payload) in [(true, [UInt8(1), 2]), (false, [1, 3]), (false, [1, 2, 3])] {
            let header = DeltaHeader(
                chain: Place.home, sequence: 4, previous: .zero, stamp: Place.stamp,
                epoch: Place.epoch, isPlain: isPlain, payload: [1, 2])
            let delta = SignedDelta(
                header: header, payload: payload, signature: [UInt8](repeating: 1, count: 64))
            let bytes = Message.farewell(.rights(delta, key: Place.key)).bytes

            #expect(throws: WireError.self) { try Message(bytes: bytes) }
        }
        #expect(throws: WireError.self) { try Message(bytes: [13, 0]) }
        #expect(throws: WireError.self) { try Message(bytes: [13, 3]) }
    }

    @Test func `the longest ticket fits an introduction`() throws {
        let ticket = Ticket(
            certificate: Person.ben.certificate, name: String(repeating: "n", count: 256),
            addresses: Array(repeating: String(repeating: "a", count: 262), count: 8))
        let message = Message.introduction(text: ticket.text)

        #expect(ticket.text.utf8.count == 4062)
        #expect(ticket.text.utf8.count <= Message.introductionBytesMax)
        #expect(try Message(bytes: message.bytes) == message)
    }

    @Test func `the fullest frontier fits a frame`() throws {
        let entries = (1...UInt64(Message.frontierEntriesMax)).map {
            Frontier.Entry(chain: ChainID(Bytes16(high: $0, low: 0)), length: .max)
        }
        let part = Message.FrontierPart(
            audience: 0, isWhole: true, isLast: true, isAsking: false, entries: entries)

        #expect(Message.frontier(part).bytes.count <= Message.bytesMax)
        #expect(Message.frontier(part).bytes.count > Message.bytesMax - 24)
        #expect(try Message(bytes: Message.frontier(part).bytes) == .frontier(part))
    }
}

@Suite struct FrameBufferTests {
    private let bodies: [[UInt8]] = [[1], [2, 3], [UInt8](repeating: 4, count: 5), [0, 0]]

    @Test func `frames come out of every segmentation of the stream`() throws {
        let stream = bodies.flatMap { FrameBuffer.frame($0) }
        // Every set of splits between the first twelve bytes, then two pieces.
        for cuts in 0..<1 << 12 {
            var buffer = FrameBuffer()
            var frames: [[UInt8]] = []
            var piece: [UInt8] = []
            for (index, byte) in stream.enumerated() {
                piece.append(byte)
                guard index >= 12 || cuts >> index & 1 == 1 else { continue }
                buffer.append(piece)
                piece = []
                while let frame = try buffer.next(atMost: 10) { frames.append(frame) }
            }
            #expect(frames == bodies)
            #expect(buffer.count == 0)
        }
    }

    @Test(arguments: [(9, true), (10, true), (11, false)])
    func `a frame above the limit is refused before it has arrived`(
        count: Int, isGood: Bool
    ) throws {
        var buffer = FrameBuffer()
        buffer.append([0, UInt8(count)])

        if isGood {
            #expect(try buffer.next(atMost: 10) == nil)
        } else {
            #expect(throws: WireError.tooLong(offset: 0)) { try buffer.next(atMost: 10) }
        }
    }

    @Test func `an empty frame is refused`() {
        var buffer = FrameBuffer()
        buffer.append([0, 0, 1])

        #expect(throws: WireError.self) { try buffer.next(atMost: 10) }
    }

    @Test func `the longest frame comes back`() throws {
        let body = [UInt8](repeating: 7, count: 65_535)
        var buffer = FrameBuffer()

        buffer.append(FrameBuffer.frame(body))

        #expect(try buffer.next(atMost: 65_535) == body)
    }
}
