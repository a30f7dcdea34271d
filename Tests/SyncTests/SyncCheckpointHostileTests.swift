import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests false claims that something is dead, and their results.
@Suite struct SyncCheckpointHostileTests {
    private func proof(
        of target: ChainID, in chain: ChainID, at sequence: UInt64, by owner: Owner
    ) throws -> CheckpointProof {
        let checkpoint = Checkpoint(
            chain: target,
            living: [
                .init(start: 0, end: 1, previous: .zero, last: .zero),
                .init(start: 1 << 39, end: 1 << 39 + 1, previous: .zero, last: .zero),
            ], length: 1 << 39 + 1, seen: [])
        let payload = Payload.encode(
            [OriginedOperation(.checkpoint(checkpoint))], chain: chain, sequence: sequence)
        let header = DeltaHeader(
            chain: chain, sequence: sequence, previous: try SyncNode.bytes([9]),
            stamp: HybridTime(rawValue: 1_726_000_000_000 << 16), epoch: .zero, isPlain: true,
            payload: payload)
        let path = ForkProof.Branch(
            headers: [header], signature: owner.signing.sign(header.signedBytes))
        return try #require(CheckpointProof(target: target, path: path, payload: payload))
    }

    @Test func `nobody calls dead what another signs`() throws {
        let (peer, entry) = try HostilePeer.told()
        let mallory = try SyncNode(9, name: "Mallory").owner
        let before = try peer.bob.frontiers()

        let forged = try proof(of: entry.chain, in: entry.chain, at: 1 << 39 + 5, by: mallory)
        try peer.say(.checkpoint(audience: 0, forged))

        #expect(peer.reasons == ["bad signature"])
        #expect(try peer.bob.frontiers() == before)
        #expect(try peer.bob.titles() == ["bobs 0", "bobs 1"])
    }

    @Test func `a plain checkpoint, or one that calls the beginning dead, ends the link`() throws {
        let (peer, entry) = try HostilePeer.told()
        let before = try peer.bob.frontiers()

        // As if bob's own device had written it: plain payloads have no effect in `friends`.
        let plain = try proof(
            of: entry.chain, in: entry.chain, at: 1 << 39 + 5, by: peer.bob.owner)
        try peer.say(.checkpoint(audience: 0, plain))

        #expect(peer.reasons == ["broken chain"])
        #expect(try peer.bob.frontiers() == before)
    }

    @Test func `of chains that nobody knows nothing is kept, and not without end`() throws {
        let (peer, _) = try HostilePeer.told()
        let mallory = try SyncNode(9, name: "Mallory").owner
        let before = try peer.bob.frontiers()

        for number in 0..<UInt64(SyncLimits.doubtsMax) {
            let chain = ChainID(Bytes16(high: 5, low: number))
            try peer.say(
                .checkpoint(
                    audience: 0, try proof(of: chain, in: chain, at: 1 << 39 + 5, by: mallory)))
        }
        #expect(peer.reasons.isEmpty)
        let last = ChainID(Bytes16(high: 6, low: 0))
        try peer.say(
            .checkpoint(audience: 0, try proof(of: last, in: last, at: 1 << 39 + 5, by: mallory)))

        #expect(peer.reasons == ["limit exceeded"])
        #expect(try peer.bob.frontiers() == before)
    }

    @Test func `one of an audience that is not shared is unexpected`() throws {
        let (peer, entry) = try HostilePeer.told()
        let mallory = try SyncNode(9, name: "Mallory").owner

        try peer.say(
            .checkpoint(
                audience: 200,
                try proof(of: entry.chain, in: entry.chain, at: 1 << 39 + 5, by: mallory)))

        #expect(peer.reasons == ["unexpected message"])
    }
}
