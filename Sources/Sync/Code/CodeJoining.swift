import Domain
import Primitives
import Wire

/// Meeting whoever has made a code, from typing it to what came of it. One at a time: a person types
/// it.
struct CodeJoining {
    /// A link to somebody who may have made the code.
    struct Call {
        let link: LinkID
        let address: String
        let joiner: CodeJoiner
        var buffer = FrameBuffer()
        /// Once this side has proved that it knows the code: from then on it is spent.
        var keys: CodeKeys?
    }

    /// Who waits for the answer.
    let id: RequestID
    let code: ShortCode
    /// Where it is to be tried; nil: wherever somebody answers on this network.
    let place: String?
    private(set) var until: Instant
    /// When the next ask leaves; nil if none does.
    var askAt: Instant?
    var asksSent = 0
    /// Where somebody answered who was not called yet.
    private var answered: [String] = []
    private var called: [String] = []
    /// What somebody said who was called, and who has proved nothing.
    private(set) var refusal: Problem?
    var call: Call?

    /// - Parameter place: see the property.
    init(_ code: ShortCode, at place: String?, for id: RequestID, now: Instant) {
        self.id = id
        self.code = code
        self.place = place
        until = now + SyncLimits.codePatience
        if let place { answered = [place] } else { askAt = now }
    }

    /// Somebody is there who says that he has made it. Few are called: whoever answers for others
    /// could go on for ever.
    mutating func found(_ address: String) {
        guard place == nil, answered.count + called.count < SyncLimits.codeAnswersMax,
            !answered.contains(address), !called.contains(address)
        else { return }
        answered.append(address)
    }

    /// Somebody says why he goes no further: it is believed if nobody else answers in a while.
    mutating func refused(_ why: Problem, at now: Instant) {
        refusal = why
        until = min(until, now + SyncLimits.codeRefusedPatience)
    }

    /// Whom to call next, if nobody is being called.
    mutating func next() -> String? {
        guard call == nil, !answered.isEmpty else { return nil }
        called.append(answered.removeFirst())
        return called.last
    }

    /// The next ask has left.
    mutating func asked(at now: Instant) {
        asksSent += 1
        let pauses = SyncLimits.codeAsks
        askAt = asksSent < pauses.count ? now + pauses[asksSent] : nil
    }

    /// When something has to be done.
    var deadline: Instant { min(askAt ?? until, until) }
}
