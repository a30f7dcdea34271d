import Primitives
import Testing

@testable import Node

/// Tests when a node stops receiving others' data because its disk is nearly full.
@Suite struct DiskRoomTests {
    /// A disk with a given free space, which counts how often it was asked.
    private final class Disk {
        var free: UInt64?
        let whole: UInt64
        var looks = 0

        init(free: UInt64?, whole: UInt64) {
            (self.free, self.whole) = (free, whole)
        }

        func space() -> DiskSpace? {
            looks += 1
            return free.map { DiskSpace(free: $0, whole: whole) }
        }
    }

    private static let start = Instant(nanoseconds: 1_000_000_000)

    /// The sizes of disks in MiB, and the thresholds in MiB below which there is no room.
    @Test(arguments: zip([102_400, 5120, 2000, 60], [256, 256, 100, 3] as [UInt64]))
    func `below a twentieth of the disk, or 256 MiB, there is no room until a quarter more is free`(
        wholeMebibytes: UInt64, lowMebibytes: UInt64
    ) {
        let (whole, low) = (wholeMebibytes << 20, lowMebibytes << 20)
        let disk = Disk(free: low, whole: whole)
        var room = DiskRoom(space: disk.space)
        var now = Self.start
        #expect(room.look(at: now) == nil && room.hasRoom && room.warning == nil)

        let enough = low + low / 4
        let looks: [(UInt64, Bool?)] = [
            (low - 1, false), (low, nil), (enough - 1, nil), (enough, true), (low, nil), (0, false),
        ]
        for (free, news) in looks {
            disk.free = free
            now = now + .seconds(1)
            #expect(room.look(at: now) == news, "\(free)")
        }
        #expect(room.warning?.hasPrefix("the disk has 0 bytes left") == true)
    }

    @Test func `the disk is asked once a second, and without room also if nothing happens`() {
        let disk = Disk(free: 1 << 40, whole: 1 << 41)
        var room = DiskRoom(space: disk.space)
        for millisecond in 0..<3000 {
            _ = room.look(at: Self.start + .milliseconds(Int64(millisecond)))
        }
        #expect(disk.looks == 3)
        #expect(room.deadline == nil)

        disk.free = 0
        let now = Self.start + .seconds(10)
        #expect(room.look(at: now) == false)
        #expect(room.deadline == now + .seconds(5))
    }

    @Test func `a disk that does not tell stops nothing`() {
        let disk = Disk(free: nil, whole: 0)
        var room = DiskRoom(space: disk.space)
        #expect(room.look(at: Self.start) == nil && room.hasRoom)
        // An empty one, as some file systems report.
        disk.free = 0
        #expect(room.look(at: Self.start + .seconds(1)) == nil && room.hasRoom)
    }
}
