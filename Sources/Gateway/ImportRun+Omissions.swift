import API
import CRDT
import Domain
import Interchange

// Some of what a file says is not taken in as it stands, and is told with its line.
extension ImportRun {
    // Nobody else says who somebody is, and they say it once.
    mutating func withoutProfiles(
        _ batch: [ImportedLink]
    ) async throws -> [ImportedLink] {
        guard batch.contains(where: { $0.draft.kind == .profile }) else { return batch }
        var known = try await readProfiles()
        var taken: [ImportedLink] = []
        for link in batch {
            guard link.draft.kind == .profile else {
                taken.append(link)
                continue
            }
            switch known.outcome(of: link) {
            case .taken: taken.append(link)
            case .skipped(let warning):
                job.skipped += 1
                warnings += [warning].compactMap { $0 }
            case .leftOut(let warning): warnings += [warning].compactMap { $0 }
            }
        }
        profiles = known
        return taken
    }

    private func readProfiles() async throws -> ImportedProfiles {
        if let profiles { return profiles }
        let me = try await door.value(of: .query { .identity($0) })
        let page = try await door.value(
            of: .query { .list(ListRequest(query: "by:me", kind: .profile), $0) })
        return ImportedProfiles(of: me.person.text, own: page.items)
    }

    // In a group everybody would see when something was worn.
    mutating func withoutMarks(_ batch: [ImportedLink]) -> [ImportedLink] {
        switch audience {
        case .private, .friends, .public: return batch
        case .group, .person: break
        }
        return batch.map { link in
            guard link.draft.hasPersonalDetails else { return link }
            if !hasLeftMarksOut {
                warn(link.line, "left out: days of wearing, which are yours alone")
            }
            hasLeftMarksOut = true
            var link = link
            link.draft = link.draft.withoutPersonalDetails
            return link
        }
    }

    /// Takes note of a change of what stands on `line`.
    mutating func warn(_ line: Int, _ detail: String) {
        changed += 1
        guard warnings.count < GatewayLimits.remarksListedMax else { return }
        warnings.append(WarningJSON(line: line, detail: detail))
    }
}
