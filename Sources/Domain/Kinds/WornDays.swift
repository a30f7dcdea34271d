package import Primitives

/// Checks days of wear as they are entered: a future day is refused. This applies to commands, never to a merge or an
/// import.
package enum WornDays {
    /// Returns the reason why a day recorded by `command` is impossible; nil if every day has begun somewhere on earth.
    ///
    /// - Parameter now: the time in UTC. East of Greenwich it may be tomorrow already.
    package static func problem(in command: Command, at now: WallTime) -> Problem? {
        let last = SearchDay.spelled(
            WallTime(milliseconds: now.milliseconds + SearchDay.milliseconds))
        // An invalid day is reported when its form is checked.
        let late = days(in: command).first { day in
            guard let start = SearchDay.start(of: day) else { return false }
            return start.milliseconds > now.milliseconds + SearchDay.milliseconds
        }
        guard let late else { return nil }
        return Problem(
            .invalidValue, "\(Problem.quote(late)) is in the future",
            fix: "use \(last) or an earlier day")
    }

    private static func days(in command: Command) -> [String] {
        switch command {
        case .wardrobe(.wear(_, on: let day, isTakenBack: false, _)): return [day]
        case .wardrobe(.keep(let draft, of: _, to: _, _)): return draft.details[.worn]
        case .addBookmarks(let drafts, _, _, _, _): return drafts.flatMap { $0.details[.worn] }
        case .edit(_, let change, _):
            return change.details.filter { $0.name == .worn }.flatMap { ($0.values ?? []) + $0.add }
        default: return []
        }
    }
}
