import API
import Domain
import NIOConcurrencyHelpers
import Primitives
import Sodium

/// Browsers that may open the page: by a code they get a session, and its tokens let them in.
///
/// It is asked from the loop that accepts connections, so that it is locked and never waits. Of a token only its HMAC
/// under the web token is kept: whoever makes a new web token ends every session.
final class BrowserSessions: Sendable {
    private struct State {
        var codes = BrowserCodes()
        var tickets = BrowserTickets()
        /// Nil until they were read from the file.
        var sessions: [StoredSession]?
        /// By which the web token is known that they stand under.
        var check: [UInt8] = []
    }

    private let keys: WebKeys
    private let state = NIOLockedValueBox(State())
    private let clock = ContinuousClock()

    init(_ keys: WebKeys) { self.keys = keys }

    // MARK: Codes

    /// Makes a code, which opens one session within a minute.
    ///
    /// - Parameter isTyped: six letters for a person, instead of 256 bits for an address.
    func makeCode(typed isTyped: Bool) -> (text: String, until: WallTime) {
        let text = isTyped ? BrowserCodes.letters() : Self.secret()
        state.withLockedValue { $0.codes.add(text, typed: isTyped, at: clock.now) }
        return (text, WallTime.now.after(GatewayLimits.browserCodeLife))
    }

    /// Opens a session by a code, which counts no more.
    ///
    /// - Throws: `invalid_ticket` for a code that does not count; `invalid_value` for a name that is too long; `conflict`
    ///   if the session cannot be kept.
    func open(by code: String, named name: String) throws(ProblemJSON) -> SessionTokensJSON {
        guard name.utf8.count <= GatewayLimits.browserNameBytesMax else {
            throw ProblemJSON(
                .invalidValue,
                "the name is longer than \(GatewayLimits.browserNameBytesMax) bytes",
                fix: "such as Firefox on Linux", pointer: "/name")
        }
        let result = state.withLockedValue { state -> Result<SessionTokensJSON, ProblemJSON> in
            guard state.codes.take(code, at: clock.now) else {
                return .failure(Self.noSuchCode)
            }
            do throws(ProblemJSON) {
                return .success(try add(name, to: &state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: Sessions

    /// The number of the session that this token opens; nil for none. It counts as used now.
    func session(of token: String) -> Int? {
        guard token.utf8.count == Self.secretText, let verifier = verifier(of: token) else {
            return nil
        }
        return state.withLockedValue { state in
            load(&state)
            let found = state.sessions?.firstIndex {
                ConstantTime.equal($0.verifier, verifier)
            }
            guard let found, var session = state.sessions?[found] else { return nil }
            let now = WallTime.now
            if now.milliseconds > session.usedAt.milliseconds + GatewayLimits.browserUseGrain {
                session.usedAt = now
                state.sessions?[found] = session
                // It shows in the list; what it opens does not depend on it.
                _ = save(state)
            }
            return session.number
        }
    }

    /// Whether this opens files: the token of a session that still is.
    func opensFiles(_ token: String) -> Bool {
        let parts = token.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0]) else { return false }
        let verifier = state.withLockedValue { state in
            load(&state)
            return state.sessions?.first { $0.number == number }?.verifier
        }
        guard let verifier, let expected = filesToken(number, verifier) else { return false }
        return ConstantTime.equal(Array(token.utf8), Array(expected.utf8))
    }

    /// Every session, the latest first.
    func all(besides this: Int?) -> [SessionJSON] {
        state.withLockedValue { state in
            load(&state)
            return (state.sessions ?? []).reversed().map {
                SessionJSON(
                    number: $0.number, name: $0.name, createdAt: Timestamp.text($0.createdAt),
                    usedAt: Timestamp.text($0.usedAt), isThis: $0.number == this)
            }
        }
    }

    /// Ends a session.
    ///
    /// - Returns: its name.
    /// - Throws: `not_found` if there is none; `conflict` if that cannot be kept, and then it goes on.
    func end(_ number: Int) throws(ProblemJSON) -> String {
        let result = state.withLockedValue { state -> Result<String, ProblemJSON> in
            load(&state)
            let before = state.sessions
            guard let found = before?.firstIndex(where: { $0.number == number }) else {
                return .failure(
                    ProblemJSON(
                        .notFound, "there is no session \(number)",
                        fix: "GET \(ListSessions.path)"))
            }
            let name = state.sessions?.remove(at: found).name ?? ""
            guard let why = save(state) else { return .success(name) }
            state.sessions = before
            return .failure(ProblemJSON(.conflict, "the session cannot be ended: \(why)"))
        }
        return try result.get()
    }

    // MARK: Tickets

    /// Makes a ticket for a `GET` of this path and query, which opens it for a minute.
    func makeTicket(for target: String) -> (url: String, until: WallTime) {
        let text = Self.secret()
        state.withLockedValue { $0.tickets.add(text, for: target, at: clock.now) }
        return (
            target + (target.contains("?") ? "&" : "?") + "ticket=" + text,
            WallTime.now.after(GatewayLimits.browserCodeLife)
        )
    }

    /// Whether this ticket opens a `GET` of exactly this path and query.
    func opens(_ target: String, with ticket: String) -> Bool {
        state.withLockedValue { $0.tickets.open(target, with: ticket, at: clock.now) }
    }

    // MARK: What is kept

    private func add(_ name: String, to state: inout State) throws(ProblemJSON) -> SessionTokensJSON
    {
        load(&state)
        let token = Self.secret()
        let before = state.sessions ?? []
        let number = (before.map(\.number).max() ?? 0) + 1
        guard let verifier = verifier(of: token), let files = filesToken(number, verifier) else {
            throw ProblemJSON(
                .conflict, "the web token cannot be read", fix: "weft web --new-token")
        }
        let now = WallTime.now
        var sessions = before
        sessions.append(
            StoredSession(
                number: number, name: name, createdAt: now, usedAt: now, verifier: verifier))
        if sessions.count > GatewayLimits.browserSessionsMax,
            let idle = sessions.indices.dropLast().min(by: {
                sessions[$0].usedAt < sessions[$1].usedAt
            })
        {
            sessions.remove(at: idle)
        }
        state.sessions = sessions
        if let why = save(state) {
            state.sessions = before
            throw ProblemJSON(.conflict, "the session cannot be kept: \(why)")
        }
        return SessionTokensJSON(number: number, token: token, filesToken: files)
    }

    // From the file; anew if the web token is another now, under which no earlier session counts.
    private func load(_ state: inout State) {
        let check = code("weft sessions") ?? []
        guard state.sessions == nil || state.check != check else { return }
        let file = keys.sessions().flatMap { SessionFile($0) }
        let now = WallTime.now.milliseconds
        state.check = check
        state.sessions = (file?.check == check ? file?.sessions ?? [] : []).filter {
            $0.usedAt.milliseconds + GatewayLimits.browserIdleMax > now
        }
    }

    // Why it cannot be kept; nil if it is.
    private func save(_ state: State) -> String? {
        keys.keepSessions(SessionFile(check: state.check, sessions: state.sessions ?? []).text)
    }

    private func verifier(of token: String) -> [UInt8]? {
        code("weft session \(token)")
    }

    private func filesToken(_ number: Int, _ verifier: [UInt8]) -> String? {
        code("weft files \(number) \(Base32.encode(verifier))")
            .map { "\(number)-\(Base32.encode($0))" }
    }

    // Nil if there is no web token.
    private func code(_ text: String) -> [UInt8]? {
        keys.token(.everything).map {
            Array(HMAC512.authenticate(Array(text.utf8), key: Array($0.utf8)).prefix(32))
        }
    }

    private static let noSuchCode = ProblemJSON(
        .invalidTicket, "the code is wrong, was used, or is older than a minute",
        fix: "weft open makes a new one")

    /// Characters of a token: 32 bytes in base 32.
    private static let secretText = 52

    private static func secret() -> String {
        var entropy = Entropy.system
        return Base32.encode(entropy.bytes(32))
    }
}
