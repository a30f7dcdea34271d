import CRDT
import Domain
import Primitives
import Store
import Wire

// Requests of people and programs: commands go to the store, answers come back.
extension Engine {
    func take(
        _ request: Request, _ id: RequestID, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        let answer: Answer
        switch request {
        case .command(.connect(let host, let port, _)):
            answer = try connect(host: host, port: port, at: now)
        case .command(.sync): answer = try compareAll(at: now)
        case .command(.acceptFriend(let person, let petName, _)):
            answer = try accept(person, petName: petName, at: now, wall: wall)
        case .command(.declineFriend(let person, _)): answer = decline(person)
        case .command(.newCode): answer = try newCode(at: now, wall: wall)
        case .command(.endCode(let number, _)): answer = endCode(number)
        case .command(.joinByCode(let text, let place, _)):
            guard let refused = try join(text, at: place, id, now: now) else { return }
            answer = refused
        case .command(.pairDevice(let request, let phrase, _)):
            answer = try pair(request, phrase: phrase, at: wall)
        case .command(.makeBundle(let path, let addressees, let isWhole, _)):
            let refused = try makeBundle(at: path, for: addressees, isWhole: isWhole, id)
            guard let refused else { return }
            answer = refused
        case .command(.applyBundle(let path, _)):
            guard let refused = applyBundle(at: path, id) else { return }
            answer = refused
        case .command(.addFolder(let path, let addressees, _)):
            answer = try addFolder(path, for: addressees)
        case .command(.removeFolder(let number, _)): answer = try removeFolder(number)
        case .command(.useMailbox(let keeper, let addressees, _)):
            answer = try useMailbox(at: keeper, for: addressees)
        case .command(.leaveMailbox(let keeper, _)): answer = try leaveMailbox(at: keeper)
        case .command(.keepMailbox(let person, let quotaBytes, _)):
            answer = try keepMailbox(for: person, quotaBytes: quotaBytes)
        case .command(.undo(let number, _)):
            guard let undone = try undo(number, id, at: wall) else { return }
            answer = undone
        case .command(.redo(let number, _)) where isBeingRedone(number):
            answer = .rejected(
                Problem(
                    .conflict, "the act that was undone last is being redone",
                    fix: "wait until it is done, or name another act: weft log"))
        case .command(.once(let command, let key)):
            return try take(command, under: key, id, at: now, wall: wall)
        case .command(.bound(let command, let condition)):
            guard let refused = try refusal(of: condition, at: wall) else {
                return try take(.command(command), id, at: now, wall: wall)
            }
            answer = refused
        case .command(.keepAnswer(let kept, let key, _)):
            answer = try store.keep(kept, under: key)
        case .command(.newGroup), .command(.inviteToGroup), .command(.joinGroup),
            .command(.inviteFriend), .command(.joinFriend), .command(.forgetJoining):
            guard case .command(let command) = request else { return }
            answer = try performByInvitation(command, at: now, wall: wall)
        case .command(let command):
            if case .removeFriend(let person, isBlocked: true, _) = command,
                let blocked = try block(person, at: wall)
            {
                answer = blocked
                break
            }
            let done: Answer
            let friends = try store.contacts()
            switch try store.perform(command, at: wall) {
            case .notMine: preconditionFailure("what concerns links is taken above")
            case .long(let work):
                works.append((id, work))
                return
            case .answered(let answer): done = answer
            }
            if case .befriended(let friend) = done { try becomeFriends(with: friend, at: now) }
            if case .removeFriend = command { try drop(friends) }
            if case .done = done { noticeSetting(changedBy: command) }
            answer = done
        case .query(.preview(let command)):
            switch try store.preview(command, at: wall) {
            case .answered(let counted): answer = counted
            case .long(let work):
                works.append((id, work))
                return
            case .notMine: preconditionFailure("what is not the store's is not counted")
            }
        case .query(.wardrobe(.stats(let closet, _))):
            guard let refused = try count(in: closet, id) else { return }
            answer = refused
        case .query(.replication(let before, let peers, let seconds, _)):
            let told = try awaitArrival(
                since: before, peers: peers, seconds: seconds, id, at: now)
            guard let told else { return }
            answer = told
        case .query(let query):
            guard let told = try tell(query, at: now, wall: wall) else {
                postponed.append((id, request))
                return
            }
            answer = told
        }
        effects.append(.answer(id, answer))
    }

    /// Tells of the setting that a command has changed, and acts on it.
    private func noticeSetting(changedBy command: Command) {
        guard let setting = command.setting else { return }
        var audience: Audience?
        if case .setDefaultAudience(let chosen, _) = command { audience = chosen }
        effects.append(.announce(.settingChanged(setting, audience: audience)))
        if case .setDiscovery(let isOn, _) = command { discover(isOn) }
    }

    private func connect(
        host: String, port: UInt16, at now: Instant
    ) throws(StorageError) -> Answer {
        let shown = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let tries = try connect(to: shown, at: now)
        guard tries > 0 else {
            return .rejected(
                try knowsOtherDevices()
                    ? Problem(
                        .notFound, "all friends are already connected", fix: "weft peers")
                    : Problem(
                        .notFound, "there is no friend, or other device of yours, to connect to",
                        fix: "weft friend add TICKET"))
        }
        return .done(DoneReport(count: tries, act: nil, summary: "connecting to \(shown)"))
    }

    private func compareAll(at now: Instant) throws(StorageError) -> Answer {
        dialler.hurry(at: now)
        try dial(at: now)
        for session in sessions where session.phase == .open && session.isAlive {
            try with(session.link) { (session) throws(SessionError) in try session.sendDigests() }
        }
        let open = sessions.filter { $0.isAlive }.count
        return .done(
            DoneReport(
                count: open, act: nil,
                summary: "comparing with \(Counted.words(open, "node"))"))
    }

    private func members(of group: String) throws(StorageError) -> Answer {
        switch try store.shownMembers(of: group) {
        case .failure(let problem): return .rejected(problem)
        case .success(let members):
            return .members(
                members.map { member in
                    var member = member
                    member.isConnected = isConnected(member.author.person)
                    return member
                })
        }
    }

    // New keys and marks take effect with the next greeting, so sessions with the friend begin again.
    func becomeFriends(with friend: Friend, at now: Instant) throws(StorageError) {
        effects.append(.announce(.friendAdded(try author(friend.person))))
        for contact in try store.contacts() where contact.person == friend.person {
            try addTargets(contact, at: now)
        }
        friendRequests.removeAll { $0.friendRequest.person == friend.person }
        for session in sessions where session.certificate?.person == friend.person {
            end(session, .done)
        }
        dialler.hurry(friend.person, at: now)
        hasMore = true
    }

    private func tell(
        _ query: Query, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Answer? {
        switch query {
        case .status: return .status(try status(at: now, wall: wall))
        case .peers: return .peers(try peers(at: now))
        case .pending: return .pending(try asking())
        case .code(let number, _): return try code(number, at: now)
        case .devices: return .devices(try devices())
        case .folders: return .folders(try carriedFolders())
        case .mailboxes:
            return .mailboxes(
                MailboxOverview(used: try usedMailboxes(), kept: try store.keptMailboxes()))
        case .groupMembers(let group, _): return try members(of: group)
        case .friends:
            var friends: [Friend] = []
            for contact in try store.contacts() {
                guard var friend = try store.friend(contact.person) else { continue }
                friend.isConnected = isConnected(contact.person)
                friends.append(friend)
            }
            return .friends(friends.sorted { ($0.name, $0.person) < ($1.name, $1.person) })
        case .identity:
            let ticket = Ticket(
                certificate: owner.certificate, name: owner.name,
                addresses: addresses)
            return .identity(
                Identity(
                    person: owner.person, name: owner.name, device: owner.device,
                    ticket: ticket.text))
        default: return try store.answer(query, now: wall)
        }
    }

    private func status(at now: Instant, wall: WallTime) throws(StorageError) -> Status {
        var status = try store.status()
        status.withdrawnSinceBackup = try store.withdrawnSinceBackup(at: wall)
        status.cutOff = try store.cutOff(at: wall)
        status.changedInTrash = try store.countChangedInTrash()
        status.uptimeMilliseconds = (now - startedAt).nanoseconds / 1_000_000
        if let problem = try store.writingProblem() {
            (status.readOnlyReason, status.readOnlyFix) = (problem.detail, problem.fix)
        }
        status.connectedFriends = try connectedFriends()
        status.listeningOn = addresses.first
        status.peers = try peers(at: now)
        status.mailboxes = try usedMailboxes()
        status.blobs = try store.blobUsage()
        status.filledShares = try store.filledShares()
        status.roomProblem = roomProblem?.detail
        status.keptMailboxes = try store.keptMailboxes()
        status.networks = try store.isDiscovering() ? networks : nil
        status.damagedDeltas = store.damaged.count
        status.damagedOnlyHere = store.damaged.count { $0.isOnlyHere }
        return status
    }

    // A friend who has not added this person shares nothing with them and is not counted.
    private func connectedFriends() throws(StorageError) -> Int {
        var count = 0
        for contact in try store.contacts() where isConnected(contact.person) {
            if try store.isMutual(contact.person) { count += 1 }
        }
        return count
    }

    private func isConnected(_ person: PersonID) -> Bool {
        sessions.contains {
            $0.phase == .open && $0.isAlive && $0.certificate?.person == person
        }
    }

    // MARK: Peers

    func peers(at now: Instant) throws(StorageError) -> [Peer] {
        var peers: [Peer] = []
        for session in sessions {
            var peer = try peer(session)
            peer.isNear = isNear(session, at: now)
            peers.append(peer)
        }
        return peers + ended
    }

    func peer(_ session: Session) throws(StorageError) -> Peer {
        let lacks = try lacking(session)
        let state: String
        var reason: String?
        switch session.phase {
        case .dialling: state = "dialling"
        case .handshake: state = "handshake"
        case .greeting, .matching: state = "comparing"
        case .open:
            let hasCommon = try session.certificate.map {
                (certificate) throws(StorageError) in try store.hasCommon(with: certificate)
            }
            if hasCommon == true {
                let isInSync = try isInSync(session)
                state = isInSync ? showsOtherwise(session) ? "differs" : "in sync" : "syncing"
            } else {
                state = "waiting"
            }
        case .closed(let why): (state, reason) = ("closed", why)
        }
        let person = session.isWelcomed ? session.certificate?.person : nil
        return Peer(
            person: person,
            name: try person.map { (id) throws(StorageError) in try author(id).name } ?? "",
            address: session.address, state: state,
            isOutbound: session.channel.role == .initiator, theyLack: lacks.they,
            weLack: lacks.we, bytesReceived: session.bytesReceived,
            bytesSent: session.bytesSent, endReason: reason)
    }

    /// The number of deltas that either side lacks, as far as is known.
    func lacking(_ session: Session) throws(StorageError) -> (they: Int, we: Int) {
        var (they, we) = (0, 0)
        for exchange in session.exchanges where !exchange.isSpare {
            guard let audience = exchange.audience else { continue }
            let mine = try store.frontier(of: audience)
            // Usually the very same entries.
            guard mine != exchange.theirs else { continue }
            if exchange.isServed { they += mine.surplus(over: exchange.theirs) }
            we += exchange.theirs.surplus(over: mine)
        }
        return (they, we)
    }

    func isInSync(_ session: Session) throws(StorageError) -> Bool {
        guard session.phase == .open,
            session.exchanges.allSatisfy({ $0.isSpare || ($0.isKnown && $0.audience != nil) })
        else { return false }
        let lacks = try lacking(session)
        return lacks.they == 0 && lacks.we == 0
    }

    func author(_ person: PersonID) throws(StorageError) -> Author {
        try store.author(person)
    }
}
