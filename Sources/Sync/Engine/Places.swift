import CRDT
import Primitives
import Store
import Wire

/// How close a peer is to this person. When places run out, the less close give way to the closer; a peer
/// that has not proved who it is comes last.
package enum Closeness: Comparable, Sendable {
    case unproven, stranger, fellow, friend, own
}

// Places: which links get one when there are no more, and which give way. Links and calling fellows are limited
// in number; friends and own devices give way to nobody.
extension Engine {
    /// Whether there is a place for a peer that has just proved who it is. A link that gives way for it is
    /// sent away.
    func findPlace(for session: Session, at now: Instant) throws(StorageError) -> Bool {
        let friends = try store.contacts().map(\.person)
        let held = sessions.filter { $0.link != session.link && $0.hasPlace }
        let closeness = closeness(of: session, friends)
        if closeness == .fellow, session.channel.role == .initiator, !session.isInvited {
            // More fellows were dialled than are wanted.
            let dialled = held.count {
                $0.channel.role == .initiator && self.closeness(of: $0, friends) == .fellow
            }
            guard dialled < limits.fellowsDialledMax else { return false }
        }
        let theirs = links(beside: session)
        // A device that is not certified for this person here, such as a revoked one, goes before the others.
        let unknown = theirs.filter { !$0.isFamiliar }
        if closeness < .own, theirs.count >= SyncLimits.linksOfPersonMax,
            let oldest = Self.oldest(of: unknown.isEmpty ? theirs : unknown)
        {
            // A dialled device beyond the limit rests; otherwise one of them would be dialled again and
            // again.
            guard session.channel.role == .responder else { return false }
            sendAway(oldest)
            return true
        }
        if closeness == .fellow, session.channel.role == .responder {
            let callers = held.filter {
                $0.channel.role == .responder && self.closeness(of: $0, friends) == .fellow
            }
            if callers.count >= limits.fellowsCallingMax {
                if let idle = try oldestIdle(of: callers, since: SyncLimits.fellowStay, at: now) {
                    sendAway(idle)
                    return true
                }
                // An invited person knows nobody else yet.
                guard session.isInvited else { return false }
            }
        }
        switch try place(for: closeness, isInvited: session.isInvited, among: held, at: now) {
        case .free: return true
        case .after(let last):
            sendAway(last)
            return true
        case .none: return false
        }
    }

    /// Whether the link of a stranger who has just proved who they are exceeds the limit per person: anybody
    /// can certify as many devices as they like. An own device that is not known yet never does.
    func isOneTooMany(_ session: Session) -> Bool {
        session.certificate?.person != owner.person
            && links(beside: session).count >= SyncLimits.linksOfPersonMax
    }

    // Other links that have a place and lead to the same person.
    private func links(beside session: Session) -> [Session] {
        sessions.filter {
            $0.link != session.link && $0.hasPlace
                && $0.certificate?.person == session.certificate?.person
        }
    }

    /// Whether a dialled device would find a place if it answered.
    ///
    /// - Parameter isInvited: Whether it is called by an invitation from its person.
    func hasRoom(
        toDial closeness: Closeness, isInvited: Bool, at now: Instant
    ) throws(StorageError) -> Bool {
        let held = sessions.filter(\.hasPlace)
        let dialled = sessions.count {
            $0.isAlive && !$0.hasPlace && $0.channel.role == .initiator
        }
        guard held.count + dialled >= limits.linksMax else { return true }
        // Nobody gives way for a fellow that may not even answer.
        guard closeness > .fellow || isInvited, dialled < SyncLimits.dialsWhileFullMax else {
            return false
        }
        switch try place(for: closeness, isInvited: isInvited, among: held, at: now) {
        case .free, .after: return true
        case .none: return false
        }
    }

    /// Tells the peer that there is no place, and closes.
    func sendAway(_ session: Session) {
        guard session.isAlive else { return }
        session.send(.close(.tooMuch))
        session.isSentAway = true
        session.phase = .closed(CloseReason.tooMuch.name)
    }

    private enum Place {
        case free
        /// A place is free once this session has gone.
        case after(Session)
        case none
    }

    // Strangers go first; then the longest linked of the fellows with whom no exchange is in progress. A peer
    // that pretends that one always is keeps out fellows, and nobody else.
    private func place(
        for closeness: Closeness, isInvited: Bool, among held: [Session], at now: Instant
    ) throws(StorageError) -> Place {
        guard held.count >= limits.linksMax else { return .free }
        let friends = try store.contacts().map(\.person)
        let strangers = held.filter { self.closeness(of: $0, friends) == .stranger }
        if let stranger = Self.oldest(of: strangers) { return .after(stranger) }
        let fellows = held.filter { self.closeness(of: $0, friends) == .fellow }
        guard closeness > .fellow || isInvited else {
            let idle = try oldestIdle(of: fellows, since: SyncLimits.fellowStay, at: now)
            return idle.map { .after($0) } ?? .none
        }
        if let idle = try oldestIdle(of: fellows, since: .zero, at: now) { return .after(idle) }
        let isSpared = closeness == .own || isInvited
        if isSpared, held.count < limits.linksMax + limits.spareLinksMax { return .free }
        return Self.oldest(of: fellows).map { .after($0) } ?? .none
    }

    func closeness(of session: Session, _ friends: [PersonID]) -> Closeness {
        guard let person = session.certificate?.person, session.isFamiliar else { return .stranger }
        return closeness(to: person, friends)
    }

    /// Tells the shell how close a peer is, once that is known.
    func regard(_ link: LinkID) throws(StorageError) {
        guard let session = sessions.first(where: { $0.link == link }), session.hasPlace,
            session.regard == .unproven || (session.regard == .stranger && session.isFamiliar)
        else { return }
        let closeness = try closeness(of: session, store.contacts().map(\.person))
        guard closeness != session.regard else { return }
        session.regard = closeness
        effects.append(.regard(link, closeness))
    }

    /// Ends a link whose peer reads nothing.
    func stalled(_ link: LinkID) {
        guard let session = sessions.first(where: { $0.link == link }) else { return }
        end(session, .slow)
    }

    /// The closeness of a person who is not a stranger.
    func closeness(to person: PersonID, _ friends: [PersonID]) -> Closeness {
        if person == owner.person { return .own }
        return friends.contains(person) ? .friend : .fellow
    }

    // The oldest session in which neither side lacks anything and no run is arriving.
    private func oldestIdle(
        of sessions: [Session], since stay: Duration, at now: Instant
    ) throws(StorageError) -> Session? {
        var idle: [Session] = []
        for session in sessions where session.arriving == nil && now >= session.openedAt + stay {
            if try isInSync(session) { idle.append(session) }
        }
        return Self.oldest(of: idle)
    }

    static func oldest(of sessions: [Session]) -> Session? {
        sessions.min { $0.openedAt < $1.openedAt }
    }
}

extension Session {
    /// Whether the session takes one of the limited places: its peer has proved who it is.
    var hasPlace: Bool { isAlive && isProven }
}
