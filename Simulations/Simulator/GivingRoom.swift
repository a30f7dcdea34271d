import Domain
import Store
import Sync

// Nodes with a small quota for each author do not converge, so after healing their persons raise it.
extension Cluster {
    /// Raises the per-author quota of nodes that have a small one to the product's default.
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
