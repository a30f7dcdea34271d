import CRDT
import Primitives
import Sodium
import Store

// Links that last are made anew about once a day. What two have in common is compared when a link
// begins (`Message.interest`); what both may know of a third person since then would wait for the next
// link, and a link that began anew just then would tell of that friendship. The keys of an old link
// are gone with it.
extension Engine {
    /// Dials once more where links are old that this node opened: when the new one is open the old one
    /// goes, as with any second link to a device.
    func renew(at now: Instant) {
        for session in sessions where session.isOld(at: now) {
            // If nobody answers the old one stays until the next time.
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

    /// Draws when a link is made anew, by chance of this link alone; what goes over it, and who else is
    /// linked, changes nothing.
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
    /// It is to be made anew, and nothing is just coming.
    fileprivate func isOld(at now: Instant) -> Bool {
        guard let renewAt, phase == .open, isWelcomed else { return false }
        return now >= renewAt && arriving == nil
    }
}
