import CRDT
import Primitives
import Sodium
import Store

// Renews long links about once a day. What two nodes have in common is compared when a link begins
// (`Message.interest`). Whatever both have learnt of a third person since then would wait for the next link,
// and a link that was renewed just then would reveal that friendship. The keys of an old link are deleted
// with it.
extension Engine {
    /// Dials again where links opened by this node are old. Once the new link is open, the old one is ended,
    /// as with any second link to a device.
    func renew(at now: Instant) {
        for session in sessions where session.isOld(at: now) {
            // If nobody answers, the old link stays until the next time.
            setRenewal(of: session, at: now)
            guard let certificate = session.certificate, now >= restsUntil,
                sessions.count < SyncLimits.sessionsMax
            else { continue }
            linksMade += 1
            let link = LinkID.outbound(linksMade)
            makeSession(link, address: session.address, dialling: certificate, at: now)
            effects.append(.dial(link, address: session.address))
        }
    }

    /// Draws the time of the renewal from randomness of this link alone, regardless of its traffic and of
    /// other links.
    func setRenewal(of session: Session, at now: Instant) {
        guard session.channel.role == .initiator, let peer = session.certificate?.agreement else {
            return
        }
        let purpose = peer.bytes + Array("renewal \(dialsMade[peer, default: 0])".utf8)
        var chance = dice.split(Hash.blake2b16(purpose).leading)
        let age = limits.renewAfter
        session.renewAt = now + chance.duration(from: age.lowerBound, to: age.upperBound)
    }
}

extension Session {
    /// Whether the link is due for renewal and no run is arriving.
    fileprivate func isOld(at now: Instant) -> Bool {
        guard let renewAt, phase == .open, isWelcomed else { return false }
        return now >= renewAt && arriving == nil
    }
}
