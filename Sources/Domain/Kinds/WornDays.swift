package import Primitives

/// Days on which something was worn, as somebody notes them: a day that has not come was none. It
/// binds who writes by hand, never a merge or an import.
package enum WornDays {
    /// Why a day that `command` notes cannot have been; nil if each has come somewhere on the earth.
    ///
    /// - Parameter now: in UTC. East of Greenwich it is tomorrow already.
    package static func problem(in command: Command, at now: WallTime) -> Problem? {
        let last = SearchDay.spelled(
            WallTime(milliseconds: now.milliseconds + SearchDay.milliseconds))
        // What is no day at all is told of when its form is checked.
        let late = days(in: command).first { day in
            guard let start = SearchDay.start(of: day) else { return false }
            return start.milliseconds > now.milliseconds + SearchDay.milliseconds
        }
        guard let late else { return nil }
        return Problem(
            .invalidValue, "\(Problem.quote(late)) has not come yet: nobody has worn it then",
            fix: "give a day until \(last)")
    }

    private static func days(in command: Command) -> [String] {
        switch command {
        case .wardrobe(.wear(_, on: let day, isTakenBack: false)): return [day]
        case .wardrobe(.keep(let draft, of: _, to: _)): return draft.details[.worn]
        case .addBookmarks(let drafts, _, _, _): return drafts.flatMap { $0.details[.worn] }
        case .edit(_, let change):
            return change.details.filter { $0.name == .worn }.flatMap { ($0.values ?? []) + $0.add }
        default: return []
        }
    }
}
