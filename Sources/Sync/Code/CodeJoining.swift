import Domain
import Primitives
import Wire

/// A join by a short code or line, from typing it to the outcome. One at a time, since a person types it.
struct CodeJoining {
    /// A link to a node that may have made the code.
    struct Call {
        let link: LinkID
        let address: String
        let joiner: CodeJoiner
        var buffer = FrameBuffer()
        /// Set once this side has proved that it knows the code; from then on the code is spent.
        var keys: CodeKeys?
    }

    /// The request that waits for the answer.
    let id: RequestID
    let secret: JoinSecret
    /// The name here of the group into which it leads; nil for the inviter's name for it.
    let name: String?
    /// The addresses to try; none to try every node that answers on this network.
    let places: [String]
    private(set) var until: Instant
    /// When the next ask is sent; nil if none is.
    var askAt: Instant?
    var asksSent = 0
    /// Addresses of nodes that answered and were not called yet.
    private var answered: [String] = []
    private var called: [String] = []
    /// The refusal of a node that was called and has proved nothing.
    private(set) var refusal: Problem?
    var call: Call?

    /// - Parameters:
    ///   - name: see the property.
    ///   - places: see the property.
    init(
        _ secret: JoinSecret, named name: String?, at places: [String], for id: RequestID,
        now: Instant
    ) {
        self.id = id
        self.secret = secret
        self.name = name
        self.places = places
        until = now + SyncLimits.codePatience
        answered = places
        if places.isEmpty { askAt = now }
    }

    /// Whether an address is left that was not called.
    var hasMore: Bool { !answered.isEmpty }

    /// Records the address of a node that claims to have made the code. Only a few are called: a node that
    /// answers for others could go on for ever.
    mutating func found(_ address: String) {
        guard places.isEmpty, answered.count + called.count < SyncLimits.codeAnswersMax,
            !answered.contains(address), !called.contains(address)
        else { return }
        answered.append(address)
    }

    /// Records a refusal, which is reported if no other node answers in a while.
    mutating func refused(_ why: Problem, at now: Instant) {
        refusal = why
        until = min(until, now + SyncLimits.codeRefusedPatience)
    }

    /// The next address to call; nil while a call is in progress or none is left.
    mutating func next() -> String? {
        guard call == nil, !answered.isEmpty else { return nil }
        called.append(answered.removeFirst())
        return called.last
    }

    /// Schedules the next ask after one was sent.
    mutating func asked(at now: Instant) {
        asksSent += 1
        let pauses = SyncLimits.codeAsks
        askAt = asksSent < pauses.count ? now + pauses[asksSent] : nil
    }

    /// When something has to be done next.
    var deadline: Instant { min(askAt ?? until, until) }
}
