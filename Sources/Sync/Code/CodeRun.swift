import Primitives
import Sodium
import Store
import Wire

/// One run by a short code, on the side of the person who typed it.
///
///     joiner                      inviter
///     hello    ---->                          number, session, share
///              <----    answer                share
///     proof    ---->                          confirmation, sealed ticket
///              <----    proof                 the same
///
/// The inviter proves nothing before the joiner has: a caller who hangs up has learnt nothing, and one who
/// proves wrong words has used the one guess. Neither side sends its ticket before it has the other's share,
/// and both tickets are sealed under a key that only the two have.
struct CodeJoiner {
    /// The first message.
    let hello: CodeMessage

    private let run: CPace
    private let session: Bytes16
    private let me: CodeKeys.Me

    init(_ secret: JoinSecret, as me: CodeKeys.Me, entropy: inout Entropy) {
        session = entropy.bytes16()
        run = CPace(
            CodeKeys.terms(secret.password, session: session), additional: CodeKeys.joiner,
            chance: entropy.bytes(64))
        hello = secret.hello(session: session, share: run.mine.share)
        self.me = me
    }

    /// Returns the proof, and the keys that check the other side's; nil if its share is invalid. From here on
    /// the code is spent: the other side may have tried its guess.
    func prove(to share: Bytes32) -> (CodeMessage, CodeKeys)? {
        let theirs = CPace.Part(share: share, additional: CodeKeys.inviter)
        guard let key = run.key(asInitiatorWith: theirs) else { return nil }
        let keys = CodeKeys(key: key, session: session, mine: run.mine, theirs: theirs)
        return (keys.proof(of: me, as: .joiner), keys)
    }
}

/// One run by a short code, on the side of the person who made it.
struct CodeInviter {
    /// The reply to the hello.
    let answer: CodeMessage

    private let keys: CodeKeys
    private let me: CodeKeys.Me

    /// - Parameter password: See `CodePassword`.
    /// - Returns: nil if the joiner's share is invalid.
    init?(
        _ password: CodePassword, as me: CodeKeys.Me, session: Bytes16, share: Bytes32,
        entropy: inout Entropy
    ) {
        let run = CPace(
            CodeKeys.terms(password, session: session), additional: CodeKeys.inviter,
            chance: entropy.bytes(64))
        let theirs = CPace.Part(share: share, additional: CodeKeys.joiner)
        guard let key = run.key(asResponderWith: theirs) else { return nil }
        keys = CodeKeys(key: key, session: session, mine: run.mine, theirs: theirs)
        answer = .answer(share: run.mine.share)
        self.me = me
    }

    /// Checks the other side's proof; nil if it is wrong, which burns the code.
    ///
    /// - Parameter details: The invitation into which the code or line leads; nil where two people meet.
    func take(
        confirmation: [UInt8], sealed: [UInt8], inviting details: InvitationDetails? = nil
    ) -> (reply: CodeMessage, CodeKeys.Met)? {
        guard let met = keys.met(confirmation: confirmation, sealed: sealed, as: .joiner) else {
            return nil
        }
        return (keys.proof(of: me, as: .inviter, inviting: details), met)
    }
}

/// The keys of a run once both shares are known; equal on both sides only if the words are.
struct CodeKeys {
    /// This side's ticket and the key that signs it.
    struct Me {
        let ticket: Ticket
        let signing: SigningKey
    }

    /// The peer's ticket, and the words that both screens show.
    struct Met: Equatable {
        let ticket: Ticket
        let words: [String]
    }

    static let joiner = Array("joiner".utf8)
    static let inviter = Array("inviter".utf8)

    private let key: [UInt8]
    private let session: [UInt8]
    private let mine: CPace.Part
    private let theirs: CPace.Part

    init(key: [UInt8], session: Bytes16, mine: CPace.Part, theirs: CPace.Part) {
        self.key = key
        self.session = session.bytes
        self.mine = mine
        self.theirs = theirs
    }

    static func terms(_ password: CodePassword, session: Bytes16) -> CPace.Terms {
        CPace.Terms(
            password: password.bytes,
            channel: SecureChannel.prologue + Array(" code".utf8), session: session.bytes)
    }

    fileprivate func proof(
        of me: Me, as role: CodeTicket.Role, inviting details: InvitationDetails? = nil
    ) -> CodeMessage {
        let ticket = CodeTicket(
            me.ticket, as: role, run: Derivation.codeRun(key), signing: me.signing)
        let confirmation = CPace.confirmation(of: mine, session: session, key: key)
        let sealed = ticket.sealed(Derivation.codeTicketKey(key, of: role))
        guard let details else { return .proof(confirmation: confirmation, sealed: sealed) }
        return .invitingProof(
            confirmation: confirmation, sealed: sealed,
            details: details.sealed(Derivation.codeInvitationKey(key)))
    }

    /// The invitation that came with a valid proof; nil if it cannot be opened.
    func details(_ sealed: [UInt8]) -> InvitationDetails? {
        InvitationDetails(sealed: sealed, key: Derivation.codeInvitationKey(key))
    }

    /// The peer's ticket and words, if the proof is valid. The confirmation is checked first, in constant
    /// time.
    func met(confirmation: [UInt8], sealed: [UInt8], as role: CodeTicket.Role) -> Met? {
        let expected = CPace.confirmation(of: theirs, session: session, key: key)
        guard ConstantTime.equal(confirmation, expected),
            let told = CodeTicket(
                sealed: sealed, key: Derivation.codeTicketKey(key, of: role), as: role,
                run: Derivation.codeRun(key))
        else { return nil }
        return Met(
            ticket: told.ticket, words: ShortCode.words(of: Derivation.codeWords(key)))
    }
}
