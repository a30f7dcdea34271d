@testable import Store

/// Checks that the spatial index has each place at the position that its details give, and nothing else.
enum PositionChecker {
    static let claim = "places are found where they are"

    static func check(_ machine: SimulatedNode) throws(BrokenClaim) {
        guard machine.store != nil, machine.decay == nil else { return }
        let stray = try machine.read { (store) throws(StorageError) in
            try store.strayPositions()
        }
        guard stray == 0 else {
            throw BrokenClaim(claim, "\(machine.place): \(stray) rows are elsewhere")
        }
    }
}
