import CRDT
import Primitives
import Sodium
import Testing

@testable import Wire

/// Tests text that many can read but only some devices can open.
@Suite struct DeviceSealTests {
    private let ana = PersonID(Hash.blake2b32([1]))
    private let bob = PersonID(Hash.blake2b32([2]))
    private let devices = [UInt8](1...3).map { AgreementKey(seed: SecretKey(.repeating($0))) }

    private func sealed(_ plain: [UInt8], for devices: [AgreementKey]) -> [UInt8] {
        var entropy = Entropy.seeded(.repeating(4))
        var dice = Dice(seed: 5)
        return DeviceSeal.seal(
            plain, for: devices.map(\.publicKey), by: ana, entropy: &entropy, dice: &dice)
    }

    // X25519, BLAKE2b and XChaCha20-Poly1305 written out in Python open these bytes.
    @Test func `words are sealed as these bytes`() {
        let bytes = sealed(Array("hello".utf8), for: Array(devices[..<2]))
        let golden =
            "24d3938d20a8f74b7ad7d0b1cbefa06c6436b9e883cb55cffd77ddc829646407"
            + "022a3d87e2e379cdb7ac92e2646472831f8f1a7c50361995da8a4ed9562ca985"
            + "54d0173149d3f7e10cd4244055c5862caf1e43c8117e5a74f890156dad6dcf33"
            + "7f07f09fa57636dbdcb0480a803548fd44c51cb7204bd2eccf44f1739ca8"
        #expect(bytes.hex == golden)
    }

    @Test func `those for whom it is sealed read it, and no other device`() {
        for count in [0, 1, 8192] {
            let plain = [UInt8](repeating: 0x61, count: count)
            let bytes = sealed(plain, for: Array(devices[..<2]))
            #expect(bytes.count == 32 + 1 + 2 * 36 + count + 16)
            #expect(DeviceSeal.open(bytes, by: ana, for: devices[0]) == plain)
            #expect(DeviceSeal.open(bytes, by: ana, for: devices[1]) == plain)
            #expect(DeviceSeal.open(bytes, by: ana, for: devices[2]) == nil)
        }
        #expect(DeviceSeal.open(sealed([1], for: []), by: ana, for: devices[0]) == nil)
    }

    @Test func `in another's mouth, cut off or changed it says nothing`() {
        let bytes = sealed(Array("not theirs".utf8), for: [devices[0]])
        #expect(DeviceSeal.open(bytes, by: bob, for: devices[0]) == nil)
        for length in 0..<bytes.count {
            #expect(DeviceSeal.open(Array(bytes[..<length]), by: ana, for: devices[0]) == nil)
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(DeviceSeal.open(changed, by: ana, for: devices[0]) == nil)
        }
    }

    @Test func `a count that is not borne out, and many deliveries to one device, cost little`() {
        var writer = ByteWriter(capacity: 64)
        writer.bytes32(devices[1].publicKey)
        writer.varint(DeviceSeal.devicesMax)
        #expect(DeviceSeal.open(writer.bytes, by: ana, for: devices[0]) == nil)

        let most = [AgreementKey](repeating: devices[0], count: DeviceSeal.devicesMax)
        #expect(DeviceSeal.open(sealed([7], for: most), by: ana, for: devices[0]) == [7])
    }

    @Test(arguments: [-1, 0, 1])
    func `words for more devices than there can be stay shut`(beyond: Int) {
        let one = sealed([7], for: [devices[0]])
        let delivery = Array(one[33..<69])
        var writer = ByteWriter(capacity: 64)
        writer.raw(Array(one[..<32]))
        writer.varint(DeviceSeal.devicesMax + beyond)
        for _ in 1..<(DeviceSeal.devicesMax + beyond) {
            writer.raw([UInt8](repeating: 0, count: 36))
        }
        writer.raw(delivery)
        writer.raw(Array(one[69...]))

        #expect(
            DeviceSeal.open(writer.bytes, by: ana, for: devices[0]) == (beyond > 0 ? nil : [7]))
    }
}
