import Primitives

/// Shrinks a world in which a claim breaks while the same claim still breaks: removes chance events
/// piece by piece, then simplifies the world itself.
///
/// - Source: `ddmin`; Zeller, Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002.
package struct Shrinker {
    /// The result.
    package struct Report {
        /// The small world; nil if the recorded one does not break the claim.
        package let scenario: Scenario?
        package let broken: BrokenClaim
        /// The number of events before and after.
        package let before: Int
        package let after: Int
        /// The number of worlds played.
        package let tries: Int
        /// Whether nothing more could be removed; otherwise time was up.
        package let isFinished: Bool
    }

    private let stepping: Stepping
    private let prepare: (Cluster) -> Void
    private let isTimeUp: () -> Bool
    private let onProgress: (_ choices: Int, _ tries: Int) -> Void
    private var tries = 0

    /// Creates a shrinker.
    ///
    /// - Parameters:
    ///   - stepping: as in the `Simulation` that failed, likewise `prepare`.
    ///   - isTimeUp: checked before each world; once it is true no more are played.
    ///   - onProgress: receives the number of remaining events and of worlds played.
    package init(
        stepping: @escaping Stepping = Cluster.plainStep,
        prepare: @escaping (Cluster) -> Void = { _ in },
        isTimeUp: @escaping () -> Bool = { false },
        onProgress: @escaping (_ choices: Int, _ tries: Int) -> Void = { _, _ in }
    ) {
        self.stepping = stepping
        self.prepare = prepare
        self.isTimeUp = isTimeUp
        self.onProgress = onProgress
    }

    /// Shrinks `recording`, which breaks `broken`.
    ///
    /// - Parameter comments: put at the beginning of the result.
    package mutating func shrink(
        _ recording: Recording, breaking broken: BrokenClaim, named title: String,
        comments: [String] = []
    ) throws(ScenarioError) -> Report {
        var draft = recording.draft(named: title)
        draft.comments = comments
        let before = draft.choices.count
        guard try breaks(draft, broken) else {
            return Report(
                scenario: nil, broken: broken, before: before, after: before, tries: tries,
                isFinished: true)
        }
        try cutBehind(recording, broken, &draft)
        try leaveOutKinds(broken, &draft)
        var count = draft.choices.count + 1
        // What was removed last may have been what an earlier failed attempt depended on.
        while draft.choices.count < count, !isTimeUp() {
            count = draft.choices.count
            try leaveOut(broken, &draft)
        }
        try simplify(broken, &draft)
        return Report(
            scenario: try draft.scenario(), broken: broken, before: before,
            after: draft.choices.count, tries: tries, isFinished: !isTimeUp())
    }

    // MARK: Trying

    private mutating func breaks(
        _ draft: ScenarioDraft, _ broken: BrokenClaim
    ) throws(ScenarioError) -> Bool {
        tries += 1
        onProgress(draft.choices.count, tries)
        let scenario = try draft.scenario()
        do throws(BrokenClaim) {
            let player = try ScenarioPlayer(scenario, stepping: stepping, prepare: prepare)
            return player.play().verdict.broken?.claim == broken.claim
        } catch {
            return error.claim == broken.claim
        }
    }

    // Keeps the change if the claim still breaks.
    private mutating func attempt(
        _ broken: BrokenClaim, _ draft: inout ScenarioDraft, _ change: (inout ScenarioDraft) -> Void
    ) throws(ScenarioError) {
        guard !isTimeUp() else { return }
        var candidate = draft
        change(&candidate)
        if try breaks(candidate, broken) { draft = candidate }
    }

    // MARK: Leaving out

    // Removes what came after the claim broke, and the time for it.
    private mutating func cutBehind(
        _ recording: Recording, _ broken: BrokenClaim, _ draft: inout ScenarioDraft
    ) throws(ScenarioError) {
        guard let at = recording.brokeAt else { return }
        let time: Duration = .nanoseconds(Int64(clamping: at.nanoseconds))
        draft.choices.removeAll { $0.at > time }
        guard time < draft.turmoil else { return }
        try attempt(broken, &draft) { $0.turmoil = time }
    }

    // Removes all events of one kind, or of one node, at once.
    private mutating func leaveOutKinds(
        _ broken: BrokenClaim, _ draft: inout ScenarioDraft
    ) throws(ScenarioError) {
        var names: [String] = []
        for choice in draft.choices where !names.contains(choice.name) { names.append(choice.name) }
        for name in names {
            try attempt(broken, &draft) { $0.choices.removeAll { $0.name == name } }
        }
        for node in 0..<draft.people {
            try attempt(broken, &draft) { $0.choices.removeAll { $0.node == node } }
        }
    }

    // Tries halves, quarters, eighths and so on: each alone, or all but one.
    private mutating func leaveOut(
        _ broken: BrokenClaim, _ draft: inout ScenarioDraft
    ) throws(ScenarioError) {
        var parts = 2
        while draft.choices.count > 1, !isTimeUp() {
            let all = draft.choices
            let size = max((all.count + parts - 1) / parts, 1)
            var isSmaller = false
            for start in stride(from: 0, to: all.count, by: size) where !isSmaller {
                let end = min(start + size, all.count)
                try attempt(broken, &draft) { candidate in
                    candidate.choices = Array(all[..<start] + all[end...])
                }
                isSmaller = draft.choices.count < all.count
            }
            if isSmaller {
                parts = max(parts - 1, 2)
            } else if size == 1 {
                return
            } else {
                parts = min(parts * 2, all.count)
            }
        }
    }

    // MARK: Simplifying the world

    private mutating func simplify(
        _ broken: BrokenClaim, _ draft: inout ScenarioDraft
    ) throws(ScenarioError) {
        if draft.choices.count == 1 { try attempt(broken, &draft) { $0.choices = [] } }
        try attempt(broken, &draft) { $0.core = nil }
        try attempt(broken, &draft) { $0.pieces = 0 }
        try attempt(broken, &draft) { $0.bandwidth = nil }
        try attempt(broken, &draft) { $0.limits = nil }
        try attempt(broken, &draft) { $0.means = nil }
        try attempt(broken, &draft) { $0.hasReports = false }
        try attempt(broken, &draft) { $0.hasProfiles = false }
        try attempt(broken, &draft) { $0.hasPages = false }
        try attempt(broken, &draft) { $0.hasAttention = false }
        try attempt(broken, &draft) { $0.hasReactions = false }
        try attempt(broken, &draft) { $0.hasClips = false }
        try attempt(broken, &draft) { $0.hasGarments = false }
        try attempt(broken, &draft) { $0.way = nil }
        for hostile in draft.lawless {
            try attempt(broken, &draft) { $0.lawless.removeAll { $0.node == hostile.node } }
        }
        try attempt(broken, &draft) { $0.latency = (.milliseconds(1), .milliseconds(1)) }
        let right = WallClock(offsetMilliseconds: 0, driftPartsPerMillion: 0)
        for number in draft.clocks.indices where !draft.clocks[number].isRight {
            try attempt(broken, &draft) { $0.clocks[number] = right }
        }
        if let further = draft.further, !draft.choices.contains(where: \.isOfDevices),
            !draft.choices.contains(where: { ($0.node ?? 0) >= draft.people })
        {
            try attempt(broken, &draft) { candidate in
                candidate.further = nil
                candidate.clocks.removeLast(further.count)
            }
        }
        let last = draft.choices.last?.at ?? .zero
        try attempt(broken, &draft) { $0.turmoil = last + .seconds(1) }
        while draft.further == nil, draft.people > 1, !isTimeUp(),
            !draft.isNeeded(draft.people - 1)
        {
            let people = draft.people
            try attempt(broken, &draft) { candidate in
                candidate.people -= 1
                candidate.clocks.removeLast()
            }
            guard draft.people < people else { return }
        }
    }
}

extension ScenarioDraft {
    /// Whether something concerns node `number`, as far as can be told.
    fileprivate func isNeeded(_ number: Int) -> Bool {
        choices.contains { $0.concerns(number) } || way?.one == number || way?.other == number
            || lawless.contains { $0.node == number } || core?.people.contains(number) == true
    }
}

extension Choice {
    fileprivate var isOfDevices: Bool {
        switch kind {
        case .pair, .lose: return true
        case .act, .actInGroup, .befriend, .quarrel, .fault, .attack, .foresee, .carry:
            return false
        }
    }

    /// Whether it concerns node `number`, as far as can be told.
    fileprivate func concerns(_ number: Int) -> Bool {
        if case .befriend(_, let other) = kind, other == number { return true }
        return node == number
    }
}
