import API

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A meeting by a short code: two people compare four words, and then are friends. `weft friend code`,
/// `weft share --code` and `weft join CODE` have it in common.
struct MeetingByCode {
    let options: GlobalOptions
    let client: Client
    /// The name here of the other person; nil for their own.
    let name: String?
    let isAgreed: Bool
    /// The group into which the code leads; nil where two people meet.
    var group: String?
    /// The role there of whoever comes; nil for the usual one.
    var role: String?

    /// Whether it can be asked, or need not be.
    ///
    /// - Throws: `usage`, before anything is done.
    func checkQuestion() throws(Failure) {
        guard !isAgreed, !Question.isPossible(options) else { return }
        throw Failure(
            .usage, "the four words have to be compared, but there is no terminal",
            fix: "pass --yes if you compare them another way or trust this network")
    }

    // MARK: Whoever makes the code

    /// Makes a code, shows it, and waits until somebody has come by it.
    func invite() throws -> MeetingJSON {
        var burnt = 0
        while true {
            let (code, reply) = try client.send(NewCode(group: group, role: role))
            try show(code, reply)
            let ended = try awaitEnd(of: code)
            if let met = ended.met { return met }
            burnt += 1
            guard ended.state == "burnt", burnt < Self.burntMax else {
                throw Failure(
                    .failure,
                    ended.state == "burnt"
                        ? "\(burnt) codes were tried with wrong words; someone on this network is "
                            + "guessing"
                        : "nobody used the code within ten minutes",
                    fix: fix(burnt: ended.state == "burnt"))
            }
            options.output.warn(
                "the code was tried with wrong words and is void; here is a new one")
        }
    }

    private func fix(burnt isBurnt: Bool) -> String {
        guard let group else {
            return isBurnt ? "send them your ticket another way: weft id" : "weft friend code"
        }
        let command = "weft group invite \(ShellText.quoted(group))"
        return isBurnt ? "send them a line another way: \(command)" : command + " --code"
    }

    /// Makes a code into the group, waits until somebody has used it, and says who.
    func awaitMember() throws {
        let met = try invite()
        let output = options.output
        guard output.form != .json else { return output.json(JSONText.encode(met)) }
        output.say("\("✓", .good) \(shown(met), .strong) has used the code and is being let in")
        output.next("list the members", "weft group members \(ShellText.quoted(group ?? ""))")
    }

    private func show(_ code: CodeJSON, _ reply: Reply) throws {
        let output = options.output
        guard output.form != .json else { return output.json(reply.body) }
        let text = code.code ?? ""
        output.line("\(text, .strong)")
        output.say("  It works once, for ten minutes.")
        let status = try client.ask(ShowStatus())
        let isFound = (status.networks ?? 0) > 0
        if isFound {
            output.next("on the other computer, in the same network", "weft join \(text)")
        }
        if let address = status.listeningOn {
            output.next(
                isFound ? "if it finds no one" : "on the other computer",
                "weft join \(text) --at \(address)")
        }
    }

    private func awaitEnd(of code: CodeJSON) throws -> CodeJSON {
        while true {
            usleep(200_000)
            let now = try client.ask(ShowCode(code.number))
            if now.state != "open" { return now }
        }
    }

    // MARK: Both

    /// Asks whether the words are the same, and makes a friend of the other person.
    ///
    /// - Returns: what they are called here, and the node's answer; nil if they were a friend before.
    func befriend(_ met: MeetingJSON) throws -> (friend: FriendJSON, reply: Reply)? {
        guard !met.friend else {
            options.output.say("\("✓", .good) \(shown(met), .strong) is already your friend")
            return nil
        }
        options.output.say("\(shown(met), .strong) is at the other end.")
        options.output.say("  both screens show: \(met.words.joined(separator: " "), .strong)")
        do {
            try Question.confirm(
                "Are these the four words on the other screen?", isForced: isAgreed, options,
                fix: "--yes")
        } catch {
            _ = try client.ask(DeclinePending(met.person))
            throw Failure(
                .failure, "nothing was changed; different words mean that someone is in between",
                fix: "tell the other person to answer no as well, then try another network")
        }
        let reply = try client.exchange(Call(AcceptPending(met.person, name: name)))
        guard reply.status != 409 else {
            throw Failure(
                .conflict, "you already have a friend with this name",
                fix: "weft pending accept \(met.person.prefix(8)) --name OTHER")
        }
        guard reply.isSuccess else { throw reply.failure }
        return (try reply.decoded(as: FriendJSON.self), reply)
    }

    /// The friend once they have said yes as well, or as they stand when the time is over.
    func awaitMutual(_ friend: FriendJSON, seconds: Int) throws -> FriendJSON {
        var friend = friend
        var patience = PollingPause(seconds: seconds)
        while !(friend.mutual && friend.connected), patience.rest() {
            let all = try client.ask(ListFriends()).items
            guard let now = all.first(where: { $0.person == friend.person }) else { break }
            friend = now
        }
        return friend
    }

    /// Says how it stands.
    func report(_ friend: FriendJSON) {
        let output = options.output
        output.say("\("✓", .good) \("@" + friend.name, .strong) is your friend")
        if friend.mutual {
            output.next(
                "list what they share", "weft ls \(ShellText.quoted(SearchSyntax.by(friend.name)))")
        } else {
            output.say("  They become a friend as soon as they confirm too.")
            output.next("check progress", "weft friend ls")
        }
    }

    private func shown(_ met: MeetingJSON) -> String {
        met.name.isEmpty ? String(met.person.prefix(8)) : met.name
    }

    /// The number of wrong guesses that cannot be typing errors.
    private static let burntMax = 3
}
