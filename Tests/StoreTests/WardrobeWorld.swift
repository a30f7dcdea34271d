import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// People with garments, and what they do with them.
extension WriteReplica {
    static func friends() throws -> (ana: WriteReplica, bob: WriteReplica) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        return (ana, bob)
    }

    /// Keeps a garment.
    func garment(
        _ name: String, _ details: [Detail] = [], in audience: Audience? = nil
    ) throws -> ObjectID {
        try keep(
            BookmarkDraft(url: "", title: name, kind: .garment, details: details), in: audience)[0]
    }

    /// Keeps an outfit or a closet of these things.
    func combine(
        _ kind: Kind, _ name: String, _ things: [ObjectID], in audience: Audience? = nil
    ) throws -> ObjectID {
        let draft = BookmarkDraft(url: "", title: name, kind: kind)
        let answer = try perform(
            .wardrobe(.keep(draft, of: things.map { .id($0.text) }, to: audience)))
        guard case .kept(let report) = answer, case .added(let id)? = report.outcomes.first else {
            throw Unexpected(what: "\(answer)")
        }
        return id
    }

    /// Changes the layers of an outfit, and says how it looks then.
    @discardableResult
    func arrange(_ outfit: ObjectID, _ changes: LayoutChange...) throws -> Bookmark {
        let answer = try perform(.wardrobe(.arrange(.id(outfit.text), changes)))
        guard case .bookmark(let shown) = answer else { throw Unexpected(what: "\(answer)") }
        return shown
    }

    /// A thing with what it names.
    func show(_ id: ObjectID) throws -> Bookmark {
        let answer = try step { (store) throws(StorageError) in
            try store.answer(.show(.id(id.text)), now: wall)
        }
        guard case .bookmark(let shown)? = answer else {
            throw Unexpected(what: "\(answer as Any)")
        }
        return shown
    }

    /// What garments are worth, of a closet or all own ones, counted to the end.
    func stats(_ closet: Reference?) throws -> Result<ClosetStats, Problem> {
        var counting: GarmentCounting
        switch try step({ (store) throws(StorageError) in try store.count(in: closet) }) {
        case .failure(let problem): return .failure(problem)
        case .success(let begun): counting = begun
        }
        while true {
            let stats = try step { (store) throws(StorageError) in
                try store.proceed(&counting)
            }
            if let stats { return .success(stats) }
        }
    }

    /// Why a command is refused.
    func refusal(_ command: WardrobeCommand) throws -> Problem? {
        guard case .rejected(let problem) = try perform(.wardrobe(command)) else { return nil }
        return problem
    }
}

extension Bookmark {
    /// The names of what lies in an outfit, the lowest first; `-` for what cannot be seen.
    var worn: [String] { canvas.layers.map { part($0.garment)?.title ?? "-" } }

    /// The names of what hangs in a closet, sorted.
    var hanging: [String] { contents.map { part($0)?.title ?? "-" }.sorted() }
}
