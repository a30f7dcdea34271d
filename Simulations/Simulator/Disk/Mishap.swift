extension SimulatedDisk {
    /// What has gone wrong with a disk, whoever planned it.
    enum Mishap: String, CaseIterable {
        case openFailed = "open failed"
        case readFailed = "read failed"
        case writeFailed = "write failed"
        case truncateFailed = "truncation failed"
        case syncFailed = "sync failed"
        case deleteFailed = "removal failed"
        case noRoom = "no room"
        case powerLost = "power lost in a call"
        /// One that was not synced when power went.
        case sectorLost = "sector lost"
        case sectorTorn = "sector torn"
    }

    /// Calls that did not go well so far.
    struct Refused {
        /// By what was asked.
        var calls = Array(repeating: 0, count: Call.allCases.count)
        /// Power went before they were done.
        var byPower = 0
        /// There was no room for all of it.
        var forRoom = 0
    }

    /// How often this has happened.
    func count(of mishap: Mishap) -> Int {
        switch mishap {
        case .openFailed: return refused.calls[Call.open.rawValue]
        case .readFailed: return refused.calls[Call.read.rawValue]
        case .writeFailed: return refused.calls[Call.write.rawValue]
        case .truncateFailed: return refused.calls[Call.truncate.rawValue]
        case .syncFailed: return refused.calls[Call.sync.rawValue]
        case .deleteFailed: return refused.calls[Call.delete.rawValue]
        case .noRoom: return refused.forRoom
        case .powerLost: return refused.byPower
        case .sectorLost: return remains.dropped
        case .sectorTorn: return remains.torn
        }
    }
}
