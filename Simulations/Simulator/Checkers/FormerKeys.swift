import CRDT
import Domain
import Primitives
import Store
import Wire

/// Checks that what a person writes for friends after a friendship ended is sealed with no key that the former friend
/// ever received, from anybody: they must be unable to read it, not merely not be served it.
enum FormerKeys {
    static let claim = "a former friend has no key of what is written since"

    /// - Parameter reader: a device of the former friend.
    static func check(
        _ reader: SimulatedNode, _ parting: Parting, _ writer: SimulatedNode
    ) throws(BrokenClaim) {
        guard writer.store != nil else { return }
        let ends = try writer.read { (store) throws(StorageError) in
            try store.sealedEnds(of: .friends, by: writer.person)
        }
        for end in ends where end.length > parting.friends.length(of: end.chain) {
            let key = try reader.read { (store) throws(StorageError) in
                try store.key(ofEpoch: end.epoch.name)
            }
            guard key != end.epoch.key else {
                throw BrokenClaim(
                    claim,
                    "\(reader.place) has the key of what \(writer.place) wrote in friends since "
                        + "then")
            }
        }
    }
}
