extension SimulatedDisk {
    /// The kinds of disk failure, whatever caused them.
    enum Mishap: String, CaseIterable {
        case openFailed = "open failed"
        case readFailed = "read failed"
        case writeFailed = "write failed"
        case truncateFailed = "truncation failed"
        case syncFailed = "sync failed"
        case deleteFailed = "removal failed"
        case noRoom = "no room"
        case powerLost = "power lost in a call"
        /// An unsynced sector at a power loss.
        case sectorLost = "sector lost"
        case sectorTorn = "sector torn"
    }

    /// The counts of calls that failed.
    struct Refused {
        /// By kind of call.
        var calls = Array(repeating: 0, count: Call.allCases.count)
        /// Calls during which power was lost.
        var byPower = 0
        /// Calls for which there was not enough space.
        var forRoom = 0
    }

    /// Returns how often this has happened.
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
