import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests what a peer may send, and the result.
@Suite struct WriteReceiveTests {
    /// Creates Ana's things as Ana's friend bob would be sent them, and bob with Ana's keys.
    private static func world(
        links: Int = 3
    ) throws -> (ana: WriteReplica, bob: WriteReplica, runs: [WriteReplica.Run]) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        for number in 0..<links {
            try ana.keep(
                BookmarkDraft(url: "https://quilt.example/\(number)", title: "\(number)"),
                in: .friends)
        }
        try bob.take(try ana.keys())
        return (ana, bob, try ana.runs(of: try ana.row(.friends, of: ana)))
    }

    @Test func `whole runs are taken once, in order`() throws {
        let (ana, bob, runs) = try Self.world()

        #expect(try bob.receive(runs[1]) == .early)
        for run in runs {
            #expect(try bob.receive(run) == .advanced(Int(run.end - run.sequence)))
            #expect(try bob.receive(run) == .known)
        }

        #expect(try bob.links(of: ana).map(\.title) == ["0", "1", "2"])
    }

    @Test func `no bit of a run can be changed`() throws {
        let (ana, bob, runs) = try Self.world(links: 1)
        for run in runs {
            let before = try bob.known()
            for index in run.bytes.indices {
                var bytes = run.bytes
                bytes[index] ^= 1 << UInt8(index % 8)
                let changed = WriteReplica.Run(
                    chain: run.chain, sequence: run.sequence, end: run.end, bytes: bytes)
                switch try bob.receive(changed) {
                case .refused, .early: break
                // It may be signed after another header than the one that is held.
                case .doubtful: #expect(run.sequence > 0)
                case .advanced, .known, .parted, .unaware, .full:
                    Issue.record("byte \(index) of \(run.sequence)")
                }
            }
            #expect(try bob.known() == before)
            try bob.receive(run)
        }
        #expect(try bob.links(of: ana).map(\.title) == ["0"])
    }

    @Test func `a run that was cut is refused`() throws {
        let (_, bob, runs) = try Self.world(links: 1)
        for run in runs {
            for count in 0..<run.bytes.count {
                let cut = WriteReplica.Run(
                    chain: run.chain, sequence: run.sequence, end: run.end,
                    bytes: Array(run.bytes[..<count]))
                switch try bob.receive(cut) {
                case .refused(let reason):
                    #expect(reason == .malformed || reason == .badSignature)
                // The opening alone waits for the rotation after it, which carries the secret.
                case .early: #expect(run.sequence == 0)
                case .advanced, .known, .doubtful, .parted, .unaware, .full:
                    Issue.record("\(count) of \(run.sequence)")
                }
            }
            try bob.receive(run)
        }
    }

    @Test func `a run under another chain's name is refused`() throws {
        let (ana, bob, runs) = try Self.world(links: 1)
        let other = try ana.runs(of: try ana.row(.public, of: ana))
        #expect(other.isEmpty)
        let stranger = ChainID(Bytes16(high: 1, low: 1))

        let renamed = WriteReplica.Run(
            chain: stranger, sequence: 0, end: runs[0].end, bytes: runs[0].bytes)

        // Its seal is bound to the chain: under another id nothing opens it.
        #expect(try bob.receive(renamed) == .early)
        #expect(try bob.known().filter { $0.author == ana.owner.person }.isEmpty)
    }

    @Test func `a run in another audience than its own is refused`() throws {
        let (ana, bob, runs) = try Self.world(links: 1)

        let reception = try bob.receive(runs[0], in: try bob.row(.friends, of: bob))

        #expect(reception == .refused(.badChain))
        #expect(try bob.links(of: ana).isEmpty)
    }

    @Test func `nothing of somebody who was not added is taken in`() throws {
        let (ana, _, runs) = try Self.world()
        let cleo = try WriteReplica(3, name: "Cleo")
        try cleo.take(try ana.keys())

        for run in runs { #expect(try cleo.receive(run) == .early) }

        #expect(try cleo.links(of: ana).isEmpty)
    }

    @Test func `another branch than the one that is held proves a fork, and neither counts`() throws
    {
        let (ana, bob, runs) = try Self.world(links: 1)
        for run in runs { try bob.receive(run) }
        let twin = try WriteReplica(1, name: "Ana")
        try twin.add(friend: bob)
        try twin.keep(BookmarkDraft(url: "https://other.example/1", title: "x"), in: .friends)
        try twin.keep(BookmarkDraft(url: "https://other.example/2", title: "y"), in: .friends)
        let branch = try twin.runs(of: try twin.row(.friends, of: twin), cutAt: { 100_000 })[0]
        #expect(branch.chain == runs[0].chain)

        #expect(try bob.receive(branch) == .parted)

        #expect(try bob.links(of: ana).isEmpty)
        for run in runs { #expect(try bob.receive(run) == .known) }
    }

    // MARK: Void deltas

    /// Operations that ana's own device can sign although ana's node never would.
    private static let forbidden: [[OriginedOperation]] = {
        let origin = Dot.derived(Bytes24(words: (1, 2, 3)))
        let id = ObjectID(Bytes16(high: 5 << 16, low: 1))
        func creation(_ url: String) -> Operation {
            .create(
                Creation(
                    kind: 1, id: id,
                    values: [
                        FieldValue(Schema.Thing.url, Array(url.utf8)),
                        FieldValue(Schema.Thing.title, Array("void".utf8)),
                    ], elements: []))
        }
        return [
            [OriginedOperation(origin: origin, creation("javascript:alert(1)"))],
            [OriginedOperation(origin: origin, creation("data:text/html,x"))],
            [OriginedOperation(origin: origin, creation("https://a.example/\0"))],
            [
                OriginedOperation(origin: origin, creation("https://a.example/")),
                OriginedOperation(
                    .place(
                        Placement(
                            object: .id(id), audience: AudienceName(3), isIn: true, replaces: []))),
            ],
            [
                OriginedOperation(origin: origin, creation("https://a.example/")),
                OriginedOperation(
                    .write(
                        FieldWrite(object: .id(id), field: .deletion, value: [7], replaces: []))),
            ],
        ]
    }()

    @Test(arguments: 0..<5)
    func `a void delta has no effect and the chain goes on`(index: Int) throws {
        let (ana, bob, _) = try Self.world(links: 1)
        try ana.step { (store) throws(StorageError) in
            try store.write(
                Self.forbidden[index],
                into: try store.audience(.friends, of: ana.owner.person), at: ana.wall)
        }
        try ana.keep(BookmarkDraft(url: "https://quilt.example/9", title: "9"), in: .friends)

        try ana.sync(to: bob)

        #expect(try bob.links(of: ana).map(\.title) == ["0", "9"])
    }

    enum Flaw: CaseIterable { case stampTooHigh, payloadNone }

    @Test(arguments: Flaw.allCases)
    func `an implausible stamp or a payload that is none voids one delta`(flaw: Flaw) throws {
        let (ana, bob, runs) = try Self.world(links: 1)
        for run in runs { try bob.receive(run) }
        let payload: [UInt8] = [0xFF, 0xFF, 0xFF]
        try ana.step { (store) throws(StorageError) in
            let audience = try store.audience(.friends, of: ana.owner.person)
            var chain = try store.ownChain(in: audience, at: ana.wall)
            let raw =
                flaw == .stampTooHigh ? 7_258_118_400_001 << 16 : chain.stamp.rawValue + 1
            let header = DeltaHeader(
                chain: chain.id, sequence: chain.length, previous: chain.head,
                stamp: HybridTime(rawValue: raw), epoch: .zero, isPlain: true, payload: payload)
            try store.append(
                SignedDelta(
                    header: header, payload: payload,
                    signature: ana.owner.signing.sign(header.signedBytes)), to: &chain)
            try store.keep(chain)
        }

        try ana.sync(to: bob)

        #expect(try bob.links(of: ana).map(\.title) == ["0"])
        let row = try bob.row(.friends, of: ana)
        let held = try bob.step { (store) throws(StorageError) in try store.log(of: row) }
        #expect(held.map(\.length) == [runs[runs.count - 1].end + 1])
        try bob.keep(BookmarkDraft(url: "https://quilt.example/bob", title: "b"))
        #expect(try bob.links(of: bob)[0].updated.milliseconds < bob.wall.milliseconds + 120_001)
    }

    @Test func `an opening that somebody else signed is refused`() throws {
        let (ana, bob, _) = try Self.world(links: 0)
        let mallory = try WriteReplica(9, name: "Mallory")
        let keys = try ana.keys()
        let secret = Derivation.firstSecret(
            phraseSeed: try #require(ana.owner.phraseSeed), audience: 2)
        // Mallory knows everything that a member knows, and claims the chain for ana's device.
        let id = Derivation.chain(secret: secret, device: ana.owner.device, incarnation: 77)
        let open = Open(
            audience: 2, owner: ana.owner.person, certificate: ana.owner.certificate,
            incarnation: 77, grant: nil)
        func run(_ id: ChainID, signedBy key: SigningKey?) throws -> WriteReplica.Run {
            let epoch = try #require(keys.last)
            let plain = Payload.encode([OriginedOperation(.open(open))], chain: id, sequence: 0)
            let stamp = HybridTime(wall: ana.wall, counter: 1)
            let payload = PayloadSeal.seal(
                plain, key: epoch.key, chain: id, sequence: 0, previous: .zero, stamp: stamp,
                epoch: epoch.name)
            let header = DeltaHeader(
                chain: id, sequence: 0, previous: .zero, stamp: stamp, epoch: epoch.name,
                isPlain: false, payload: payload)
            let delta = SignedDelta(
                header: header, payload: payload, signature: key?.sign(header.signedBytes))
            var writer = ByteWriter()
            CompactRun.write(
                delta, after: .init(startOf: id), withSignature: true, to: &writer)
            return WriteReplica.Run(chain: id, sequence: 0, end: 1, bytes: writer.bytes)
        }
        try ana.sync(to: bob)

        #expect(
            try bob.receive(try run(id, signedBy: mallory.owner.signing))
                == .refused(.badSignature))
        #expect(try bob.receive(try run(id, signedBy: nil)) == .refused(.badSignature))
        let other = ChainID(Bytes16(high: 3, low: 3))
        #expect(
            try bob.receive(try run(other, signedBy: ana.owner.signing)) == .refused(.badChain))
        #expect(try bob.receive(try run(id, signedBy: ana.owner.signing)) == .advanced(1))
    }
}
