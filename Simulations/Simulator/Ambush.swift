@testable import Store
@testable import Sync

/// The moments at which a process is killed between a commit and its first effect, or at which a link breaks. They are
/// so short that chance alone would hardly find them.
enum Ambush: String, CaseIterable {
    /// Any commit.
    case anything = "killed after a commit"
    /// A command that takes several steps.
    case command = "killed in a command"
    /// Garbage collection of dead deltas.
    case erasing = "killed in an erasing"
    /// The receipt of a run that spans several frames.
    case run = "killed in a run"

    /// Whether `engine` is at this moment.
    func isDue(in engine: Engine) -> Bool {
        switch self {
        case .anything: return true
        case .command: return !engine.works.isEmpty
        case .erasing: return engine.store.memory.erasing != nil
        case .run: return Self.arriving(in: engine) != nil
        }
    }

    /// Returns the link over which a run is arriving.
    static func arriving(in engine: Engine) -> LinkID? {
        engine.sessions.first { $0.isAlive && $0.arriving != nil }?.link
    }
}

extension Cluster {
    /// Breaks a link in the middle of a run, if one is due to break this way.
    func cutRun(at node: Int, _ engine: Engine) {
        guard faults.runsToCut > 0, let id = Ambush.arriving(in: engine),
            let (link, _) = network.find(id, at: node)
        else { return }
        faults.runsToCut -= 1
        reset(link, end: 0)
        reset(link, end: 1)
    }
}
