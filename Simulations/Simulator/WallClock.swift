import Primitives

/// One node's wall clock: off by a constant, too fast or too slow, now and then set by hand, and sometimes stopped.
struct WallClock {
    /// 2026-01-01T00:00Z, when every simulated world begins.
    static let start = WallTime(milliseconds: 1_767_225_600_000)

    /// The ways in which it is wrong from the beginning.
    enum Fault: String, CaseIterable {
        case minutes = "minutes wrong"
        case years = "years wrong"
        case drift = "too fast or too slow"
    }

    /// Milliseconds ahead of the world.
    private(set) var offset: Int64
    private let offsetAtFirst: Int64
    /// Parts per million too fast.
    let drift: Int64
    /// When it stopped; nil while it runs.
    private var frozenAt: Instant?

    init(offsetMilliseconds: Int64, driftPartsPerMillion: Int64) {
        offset = offsetMilliseconds
        offsetAtFirst = offsetMilliseconds
        drift = driftPartsPerMillion
    }

    /// What is wrong with it from the beginning; an offset of up to a tenth of a second counts as right.
    var faults: [Fault] {
        var faults: [Fault] = []
        switch offsetAtFirst.magnitude {
        case 0...100: break
        case 101..<86_400_000: faults.append(.minutes)
        default: faults.append(.years)
        }
        if drift != 0 { faults.append(.drift) }
        return faults
    }

    /// Returns what it shows at a moment of the world; never before 1970.
    func reading(at moment: Instant) -> WallTime {
        WallTime(milliseconds: UInt64(max(sum(at: frozenAt ?? moment), 0)))
    }

    private func sum(at moment: Instant) -> Int64 {
        let passed = Int64(moment.nanoseconds / 1_000_000)
        return Int64(Self.start.milliseconds) + passed + passed * drift / 1_000_000 + offset
    }

    /// Whether it has stopped.
    var isFrozen: Bool { frozenAt != nil }

    /// Stops the clock.
    mutating func freeze(at now: Instant) { frozenAt = now }

    /// Lets it continue from what it shows.
    mutating func goOn(at now: Instant) {
        guard let since = frozenAt else { return }
        frozenAt = nil
        let shown = sum(at: since)
        offset -= sum(at: now) - shown
    }

    /// Sets it forward or back.
    mutating func jump(byMilliseconds milliseconds: Int64) {
        offset += milliseconds
    }
}
