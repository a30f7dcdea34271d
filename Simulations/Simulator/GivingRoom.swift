import Domain
import Store
import Sync

// Where shares of authors are small, nodes do not come to hold the same: so when all that was wrong is mended
// their people make room.
extension Cluster {
    /// Whose authors have a small share takes as much of them from now on as the product does.
    func giveRoom(to machines: [SimulatedNode]) {
        for machine in machines {
            guard let limits = machine.limits,
                limits.store.authorBytes < Limits.authorBytesUsual, machine.state != .down
            else { continue }
            let id = machine.nextRequest()
            let command = Command.setAuthorQuota(bytes: Limits.authorBytesUsual)
            machine.asked.append((id, command))
            put(.requested(id, .command(command)), at: machine.number)
        }
    }
}
