import CRDT
import Primitives
import Sodium
import Store
import Sync
import Wire

/// Claims over every other link that somebody else's device is one of its person's, with a genuine certificate, the
/// link's own key, and the only proof that it can give.
final class Impersonating: Conduct {
    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] {
        guard case .certificate(let own, _) = message, tap.number % 2 == 0,
            let phraseSeed = node.machine.owner.phraseSeed,
            let victim = try victim(of: node, over: tap)
        else { return [.message(message)] }
        let claim = Certificate.sign(
            device: victim.device, agreement: own.agreement,
            root: Derivation.root(phraseSeed: phraseSeed))
        return [.message(.certificate(claim, proof: tap.proof(by: node.machine.owner.signing)))]
    }

    // A device of a person whom its person has added; not the one at the other end.
    private func victim(
        of node: HostileNode, over tap: Tap
    ) throws(BrokenClaim) -> Certificate? {
        let peer = try node.certificate(of: tap)
        let known = try node.machine.read { (store) throws(StorageError) -> [Certificate] in
            var known: [Certificate] = []
            for contact in try store.contacts() {
                known += try store.certificates(of: contact.person)
            }
            return known
        }
        let others = known.filter { $0.device != peer?.device }
        return others.isEmpty ? nil : others[node.dice.roll(below: others.count)]
    }
}
