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

    /// Stores a garment.
    func garment(
        _ name: String, _ details: [Detail] = [], in audience: Audience? = nil
    ) throws -> ObjectID {
        try keep(
            BookmarkDraft(url: "", title: name, kind: .garment, details: details), in: audience)[0]
    }

    /// Stores an outfit or a closet of these things.
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

    /// Changes the layers of an outfit, and returns it.
    @discardableResult
    func arrange(_ outfit: ObjectID, _ changes: LayoutChange...) throws -> Bookmark {
        let answer = try perform(.wardrobe(.arrange(.id(outfit.text), changes)))
        guard case .bookmark(let shown) = answer else { throw Unexpected(what: "\(answer)") }
        return shown
    }

    /// Returns a thing with its references.
    func show(_ id: ObjectID) throws -> Bookmark {
        let answer = try step { (store) throws(StorageError) in
            try store.answer(.show(.id(id.text)), now: wall)
        }
        guard case .bookmark(let shown)? = answer else {
            throw Unexpected(what: "\(answer as Any)")
        }
        return shown
    }

    /// Returns the statistics of a closet or of all own garments, counted to the end.
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

    /// Returns why a command is refused; nil if it is not.
    func refusal(_ command: WardrobeCommand) throws -> Problem? {
        guard case .rejected(let problem) = try perform(.wardrobe(command)) else { return nil }
        return problem
    }
}

extension Bookmark {
    /// The names of the layers of an outfit, the lowest first; `-` for a silhouette.
    var worn: [String] { canvas.layers.map { part($0.garment)?.title ?? "-" } }

    /// The names of the things in a closet, sorted.
    var hanging: [String] { contents.map { part($0)?.title ?? "-" }.sorted() }
}
