@testable import Store
@testable import Sync

/// What a process is in the middle of when it is killed between a commit and the first effect of it, or a
/// link when it breaks: moments so short that chance alone would hardly find them.
enum Ambush: String, CaseIterable {
    /// Whatever it is.
    case anything = "killed after a commit"
    /// A command that takes several steps.
    case command = "killed in a command"
    /// Dropping what is dead.
    case erasing = "killed in an erasing"
    /// Taking in a run that comes in several frames.
    case run = "killed in a run"

    /// The moment has come.
    func isDue(in engine: Engine) -> Bool {
        switch self {
        case .anything: return true
        case .command: return !engine.works.isEmpty
        case .erasing: return engine.store.memory.erasing != nil
        case .run: return Self.arriving(in: engine) != nil
        }
    }

    /// The link over which a run is coming in.
    static func arriving(in engine: Engine) -> LinkID? {
        engine.sessions.first { $0.isAlive && $0.arriving != nil }?.link
    }
}

extension Cluster {
    /// Breaks a link in the middle of a run, if one is to be broken so.
    func cutRun(at node: Int, _ engine: Engine) {
        guard faults.runsToCut > 0, let id = Ambush.arriving(in: engine),
            let (link, _) = network.find(id, at: node)
        else { return }
        faults.runsToCut -= 1
        reset(link, end: 0)
        reset(link, end: 1)
    }
}
