import API
import CRDT
import Domain
import Interchange

// What an import would do is counted without doing it.
extension ImportRun {
    /// Counts what `take` would do, and changes nothing.
    mutating func countOnly(_ batch: [ImportedLink]) async throws {
        for link in batch {
            guard link.draft.kind.isAddressed else {
                // It is here if as many as the file has are.
                if try await isHere(link) { continue }
                if link.draft.isByWords, !repeats.meet(link.draft) {
                    count(link.draft.saysMore ? .more : .same, of: link.draft)
                } else {
                    count(.no, of: link.draft)
                    things.look(for: link, foundAt: nil)
                }
                continue
            }
            switch try await door.answer(to: .query { .check(url: link.draft.url, $0) }) {
            case .success(let check):
                let found = check.kept
                // It may be in sight all the same, at home with somebody else.
                if link.origin != nil, found == nil || request.policy == .skip,
                    try await isHere(link)
                {
                    continue
                }
                things.look(for: link, foundAt: found?.id)
                if found == nil, repeats.meet(check.canonicalURL) {
                    job.added += 1
                } else if found == nil ? link.draft.saysMore : request.policy != .skip {
                    job.merged += 1
                } else {
                    job.skipped += 1
                }
            case .failure(let problem): refuse(problem, line: link.line)
            }
        }
    }

    // Counts a thing that would be skipped, or refused, whatever its address.
    private mutating func isHere(_ link: ImportedLink) async throws -> Bool {
        let draft = self.draft(of: link)
        switch try await door.answer(to: .query { .twin(draft, in: audience, $0) }) {
        case .success(let twin):
            guard let id = twin.id else { return false }
            if link.draft.isByWords, request.policy != .skip {
                job.merged += 1
            } else {
                job.skipped += 1
            }
            things.look(for: link, foundAt: id)
            if let old = link.reference, let reference = twin.reference {
                named.name(old, reference)
            }
            return true
        case .failure(let problem):
            refuse(problem, line: link.line)
            return true
        }
    }
}

extension BookmarkDraft {
    /// It has more than an address and a title, which the first of its file had.
    fileprivate var saysMore: Bool { !note.isEmpty || !tags.isEmpty || !details.isEmpty }
}
