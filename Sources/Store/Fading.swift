package import CRDT
import Domain
import Primitives
package import Wire

// A departed member accepts nothing more of a group, but keeps serving it until one member acknowledges
// the departure.
extension Store {
    /// Whether this device serves a group to its members: this person is in it, or has left it and no
    /// member has acknowledged that yet.
    func isServed(_ group: GroupRecord) throws(StorageError) -> Bool {
        if try isIn(group.audience) { return true }
        // The earlier departure of a person who is joining again may not have been acknowledged.
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

    /// Notes that a peer takes this person for a member of a group that they have left: it tells keys of
    /// epochs that are known here, and has not acknowledged the departure. From then on that peer is served
    /// the group until it has, also if others heard of the departure before: those may be out of reach for
    /// ever, or have been revoked. Nobody else is served because of it, so two peers of which only one has
    /// heard do not make this device begin and end its service in turn.
    package func answerOffer(
        of keys: [EpochKey.Followed], by certificate: Certificate
    ) throws(StorageError) {
        guard certificate.person != owner.person else { return }
        for group in try groups() where group.isOver && group.audience.kind == .group {
            let number = group.audience.number
            // Membership is cached and checked first, because a stranger can name any number of keys.
            guard try judgement(of: group.audience).isMember(certificate.person) else { continue }
            var isOffered = false
            for key in keys where key.name != .zero && !isOffered {
                isOffered = try epoch(key.name)?.audience == number
            }
            guard isOffered, !(try isServed(group)), !(try hasHeardAll(certificate, in: number))
            else { continue }
            let offer = Offer(audience: number, certificate: certificate)
            guard !memory.offers.contains(offer) else { continue }
            memory.offers = Array((memory.offers + [offer]).suffix(Offer.countMax))
            membersChanged()
        }
    }

    /// Whether a peer takes this person for a member of a group that they have left, and has not
    /// acknowledged the departure yet.
    func isOffering(
        _ certificate: Certificate, in group: GroupRecord
    ) throws(StorageError) -> Bool {
        let number = group.audience.number
        let offer = Offer(audience: number, certificate: certificate)
        guard group.isOver, memory.offers.contains(offer) else { return false }
        return !(try hasHeardAll(certificate, in: number))
    }

    /// Returns the row of the audience that one of these chains belongs to, if nothing of it is accepted
    /// any more: this person has left the group, or its founder is no longer a friend.
    package func past(among entries: [Frontier.Entry]) throws(StorageError) -> Int64? {
        for entry in entries {
            if let audience = try chain(entry.chain)?.audience, !(try takesIn(audience)) {
                return audience
            }
        }
        return nil
    }

    /// Returns the row of the audience that one of these chains belongs to, if a chain of it has forked
    /// and the peer may be served the audience. The key by which the peer knows it may come from a
    /// rotation beyond the fork, which never comes here.
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

    // Whether the device has acknowledged everything that this device wrote there.
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

/// A peer that offered a group to somebody who has left it.
struct Offer: Equatable {
    /// The group's row.
    let audience: Int64
    let certificate: Certificate

    /// Offers that are remembered; the oldest goes first, and is made again with the next greeting.
    static let countMax = 256
}
