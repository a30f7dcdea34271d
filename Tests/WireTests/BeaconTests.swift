import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct BeaconTests {
    private static let discovery = Derivation.discoveryKey(
        epoch: Place.key, device: Person.ana.deviceID)
    private static let pairs = (1...6).map { Bytes32.repeating($0) }

    @Test(arguments: [UInt16(0), 1, 7433, .max - 1, .max])
    func `whom it is meant for reads where the sender is reached`(port: UInt16) throws {
        let sent = Beacon(
            port: port, friends: Self.discovery, pairs: Self.pairs, chance: Beacons.chance)

        let heard = try #require(Beacon(sent.bytes))

        #expect(heard == sent)
        #expect(heard.port(forFriends: Self.discovery) == port)
        for key in Self.pairs.prefix(Beacon.pairsMax) { #expect(heard.port(forPair: key) == port) }
        #expect(heard.port(forPair: Self.pairs[Beacon.pairsMax]) == nil)
    }

    @Test func `nobody else reads anything`() {
        let sent = Beacon(
            port: 7433, friends: Self.discovery, pairs: Self.pairs, chance: Beacons.chance)
        let anew = Derivation.discoveryKey(epoch: .repeating(9), device: Person.ana.deviceID)
        let others = Derivation.discoveryKey(epoch: Place.key, device: Person.ben.deviceID)

        for key in [anew, others, Place.key, .zero] {
            #expect(sent.port(forFriends: key) == nil)
            #expect(sent.port(forPair: key) == nil)
        }
        #expect(sent.port(forPair: Self.discovery) == nil, "a place of its own")
        #expect(sent.port(forFriends: Self.pairs[0]) == nil, "places of their own")
    }

    @Test func `a pair's key is known to both and differs by who calls`() {
        let there = Beacons.pairKey(from: Person.ana, to: Person.ben)
        let shared = Person.ben.agreement.agree(with: Person.ana.agreement.publicKey) ?? []
        let heard = Derivation.beaconPairKey(
            shared: shared, sender: Person.ana.agreement.publicKey,
            receiver: Person.ben.agreement.publicKey)

        #expect(there == heard)
        #expect(there != Beacons.pairKey(from: Person.ben, to: Person.ana))
    }

    @Test func `no other length is one`() {
        let whole = Beacon(port: 1, friends: nil, pairs: [], chance: Beacons.chance).bytes

        for count in 0..<whole.count { #expect(Beacon(Array(whole.prefix(count))) == nil) }
        #expect(Beacon(whole) != nil)
        #expect(Beacon(whole + [0]) == nil)
        #expect(Beacon([UInt8](repeating: 0, count: 65_507)) == nil)
    }

    @Test func `a changed bit of a field hides the port or changes it, and no other reader's`()
        throws
    {
        let sent = Beacon(
            port: 7433, friends: Self.discovery, pairs: Self.pairs, chance: Beacons.chance)

        for bit in 8 * 8..<8 * 56 {
            var bytes = sent.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            let changed = try #require(Beacon(bytes))
            let field = bit / 64 - 1
            let isTag = bit / 8 % 8 < 6
            let keys = [Self.discovery] + Self.pairs.prefix(Beacon.pairsMax)
            for (place, key) in keys.enumerated() {
                let port =
                    place == 0 ? changed.port(forFriends: key) : changed.port(forPair: key)
                if place != field {
                    #expect(port == 7433)
                } else {
                    #expect(isTag ? port == nil : (port != nil && port != 7433))
                }
            }
        }
    }

    @Test func `what is said takes the same chance and leaves nothing to tell beacons apart by`() {
        let silent = Beacon(port: 7433, friends: nil, pairs: [], chance: Beacons.chance)
        let told = Beacon(
            port: 7433, friends: Self.discovery, pairs: Self.pairs, chance: Beacons.chance)

        #expect(silent.bytes == Beacons.chance)
        #expect(told.bytes.count == silent.bytes.count)
        #expect(told.bytes[..<8] == silent.bytes[..<8])
        #expect(told.bytes[56...] == silent.bytes[56...])
        for place in 1...6 {
            #expect(
                told.bytes[8 * place..<8 * place + 8] != silent.bytes[8 * place..<8 * place + 8])
        }
    }

    @Test func `a thousand beacons of one node have no byte in common`() {
        var chance = Entropy.seeded(.repeating(3))
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: Beacon.byteCount)

        for _ in 0..<1000 {
            let beacon = Beacon(
                port: 7433, friends: Self.discovery, pairs: Self.pairs,
                chance: chance.bytes(Beacon.byteCount))
            for (place, byte) in beacon.bytes.enumerated() { counts[place][Int(byte)] += 1 }
        }

        // Of 1000 random bytes about 4 are equal; 20 are so once in 10^8 times.
        #expect(counts.allSatisfy { $0.allSatisfy { $0 < 20 } })
    }
}
