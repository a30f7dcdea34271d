package import CRDT
import Domain
import Primitives
package import Wire

// Who has left a group takes in nothing of it, and is there for its members until one of them has
// heard that he left; then he rests.
extension Store {
    /// Whether its members are served from a group: this person is in it, or has left and none of
    /// them has heard so yet.
    func isServed(_ group: GroupRecord) throws(StorageError) -> Bool {
        if try isIn(group.audience) { return true }
        // Who comes again has perhaps not been heard to leave.
        guard group.hasLeft || group.invitation != nil, group.audience.kind == .group else {
            return false
        }
        if memory.hasFading == false { return false }
        let isUnheard =
            try database.row(
                """
                SELECT 1 FROM chains c JOIN devices d ON d.id = c.device
                WHERE c.audience = ?1 AND d.device = ?2 AND NOT EXISTS
                (SELECT 1 FROM acknowledged a JOIN devices o ON o.id = a.device
                 WHERE a.chain = c.id AND a.length = c.length AND o.person <> ?3)
                ORDER BY c.id
                """,
                [
                    .integer(group.audience.number), .blob(owner.device.key.bytes),
                    .integer(try me),
                ]
            ) { _ in true } ?? false
        if isUnheard { memory.hasFading = true }
        return isUnheard
    }

    /// A device tells keys, of epochs that are known here, of a group that this person has left: it
    /// takes him for a member. Unless it has heard better he does not rest any more: the one that
    /// heard may be out of reach for ever, or have been revoked.
    package func answerOffer(
        of keys: [EpochKey.Followed], by certificate: Certificate
    ) throws(StorageError) {
        guard certificate.person != owner.person else { return }
        for group in try groups() where group.isOver && group.audience.kind == .group {
            let number = group.audience.number
            // First what is known by heart: a stranger names as many keys as he likes.
            guard try judgement(of: group.audience).isMember(certificate.person) else { continue }
            var isOffered = false
            for key in keys where key.name != .zero && !isOffered {
                isOffered = try epoch(key.name)?.audience == number
            }
            guard isOffered, !(try isServed(group)), !(try hasHeardAll(certificate, in: number))
            else { continue }
            try database.run(
                """
                UPDATE acknowledged SET length = length - 1
                WHERE EXISTS (SELECT 1 FROM chains c JOIN devices d ON d.id = c.device
                 WHERE c.id = acknowledged.chain AND c.audience = ? AND d.device = ?
                 AND c.length = acknowledged.length)
                """, .integer(number), .blob(owner.device.key.bytes))
            memory.acknowledged = [:]
            membersChanged()
        }
    }

    /// The row of the audience that one of these chains belongs to, if nothing of it is taken in any
    /// more: this person has left the group, or its founder is no friend of his now.
    package func past(among entries: [Frontier.Entry]) throws(StorageError) -> Int64? {
        for entry in entries {
            if let audience = try chain(entry.chain)?.audience, !(try takesIn(audience)) {
                return audience
            }
        }
        return nil
    }

    /// The row of the audience that one of these chains belongs to, if a chain of it is proven to part
    /// and a peer may be served it: the key by which he knows it may be of a rotation beyond the fork,
    /// which never comes here.
    package func parted(
        among entries: [Frontier.Entry], for certificate: Certificate
    ) throws(StorageError) -> Int64? {
        for entry in entries {
            guard let audience = try chain(entry.chain)?.audience,
                !(try forks(of: audience).isEmpty)
            else { continue }
            let shared = try shared(with: certificate)
            if shared.contains(where: { $0.audience == audience }) { return audience }
        }
        return nil
    }

    // It has said that it holds all that this device wrote there.
    private func hasHeardAll(
        _ certificate: Certificate, in audience: Int64
    ) throws(StorageError) -> Bool {
        try database.row(
            """
            SELECT 1 FROM chains c JOIN devices d ON d.id = c.device
            WHERE c.audience = ?1 AND d.device = ?2 AND NOT EXISTS
            (SELECT 1 FROM acknowledged a JOIN devices o ON o.id = a.device
             WHERE a.chain = c.id AND a.length = c.length AND o.device = ?3)
            ORDER BY c.id
            """,
            [
                .integer(audience), .blob(owner.device.key.bytes),
                .blob(certificate.device.key.bytes),
            ]
        ) { _ in true } == nil
    }
}
