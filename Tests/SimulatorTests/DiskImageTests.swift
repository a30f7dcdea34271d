import Laws
import Primitives
import Testing

@testable import Simulator

/// Tests what a loss of power leaves of one file.
@Suite struct DiskImageTests {
    private let sector = DiskImage.sectorBytes

    @Test(arguments: LawSeeds.seeds(15, soak: 50))
    func `what was synced survives`(seed: UInt64) {
        var image = DiskImage(Array(repeating: 1, count: 3 * sector))
        var dice = Dice(seed: seed)

        write(Array(repeating: 2, count: 2 * sector), at: 100, to: &image)
        image.sync()
        let remains = image.losePower(&dice)

        #expect(image.bytes[100..<(100 + 2 * sector)].allSatisfy { $0 == 2 })
        #expect(remains == Remains())
    }

    @Test func `a sector that was not synced is there, or not, or torn`() {
        var seen: Set<String> = []

        for seed in UInt64(1)...100 {
            var image = DiskImage(Array(repeating: 1, count: sector))
            var dice = Dice(seed: seed)
            write(Array(repeating: 2, count: sector), at: 0, to: &image)
            _ = image.losePower(&dice)
            switch (image.bytes.first, image.bytes.last) {
            case (2, 2): seen.insert("there")
            case (1, 1): seen.insert("not there")
            case (2, 1): seen.insert("its beginning")
            case (1, 2): seen.insert("its end")
            default: seen.insert("something else")
            }
            #expect(image.bytes.count == sector)
            #expect(image.isDurable)
        }

        #expect(seen == ["there", "not there", "its beginning", "its end"])
    }

    @Test func `sectors beside one that was written are never touched`() {
        for seed in UInt64(1)...100 {
            var image = DiskImage(Array(repeating: 1, count: 3 * sector))
            var dice = Dice(seed: seed)

            write(Array(repeating: 2, count: 10), at: sector + 7, to: &image)
            _ = image.losePower(&dice)

            let changed = image.bytes.indices.filter { image.bytes[$0] != 1 }
            #expect(changed.allSatisfy { (sector + 7..<sector + 17).contains($0) })
        }
    }

    @Test func `a length that was not synced is the old one, the new one, or between`() {
        var grown: Set<Int> = []
        var cut: Set<Int> = []

        for seed in UInt64(1)...200 {
            var dice = Dice(seed: seed)
            var image = DiskImage(Array(repeating: 1, count: 100))
            write(Array(repeating: 2, count: 50), at: 100, to: &image)
            _ = image.losePower(&dice)
            grown.insert(image.bytes.count)
            #expect(image.bytes.prefix(100).allSatisfy { $0 == 1 })

            image = DiskImage(Array(repeating: 1, count: 100))
            image.truncate(to: 50)
            _ = image.losePower(&dice)
            cut.insert(image.bytes.count)
            // Truncated or not, the remaining bytes are the original ones.
            #expect(image.bytes.allSatisfy { $0 == 1 })
        }

        #expect(grown.isSuperset(of: [100, 150]) && grown.allSatisfy { (100...150).contains($0) })
        #expect(cut.isSuperset(of: [50, 100]) && cut.allSatisfy { (50...100).contains($0) })
    }

    @Test func `what a failed sync forgot is seen, and lost though a later sync succeeds`() {
        var lost = 0

        for seed in UInt64(1)...100 {
            var image = DiskImage(Array(repeating: 1, count: sector))
            var dice = Dice(seed: seed)
            write(Array(repeating: 2, count: sector), at: 0, to: &image)
            image.failSync(&dice)
            let isSeen = image.bytes == Array(repeating: 2, count: sector)
            image.sync()
            _ = image.losePower(&dice)
            if isSeen, image.bytes == Array(repeating: 1, count: sector) { lost += 1 }
        }

        #expect(lost > 10)
    }

    @Test func `what a failed sync forgot is durable once it is written again and synced`() {
        for seed in UInt64(1)...100 {
            var image = DiskImage(Array(repeating: 1, count: 4 * sector))
            var dice = Dice(seed: seed)
            write(Array(repeating: 2, count: 4 * sector), at: 0, to: &image)

            image.failSync(&dice)
            let seen = image.bytes
            write(seen, at: 0, to: &image)
            image.sync()
            _ = image.losePower(&dice)

            #expect(image.bytes == seen)
        }
    }

    private func write(_ bytes: [UInt8], at offset: Int, to image: inout DiskImage) {
        bytes.withUnsafeBytes { image.write($0, at: offset) }
    }
}
