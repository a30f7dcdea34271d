import Domain
import Primitives
import Wire

// A clip is stored only when its film is here, and with the film's duration.
extension Store {
    /// Returns the details of a new clip as stored: with its duration, which most films contain.
    func clipped(_ draft: BookmarkDraft) throws(StorageError) -> Result<BookmarkDraft, Problem> {
        guard draft.kind == .clip else { return .success(draft) }
        let said = draft.details[.duration].first
        var lasting = try duration(of: draft.details[.film].first, typed: said)
        // The author of the file had the film, which may still arrive.
        if draft.isFromFile, lasting == .failure(.filmNotHere), let said,
            let tenths = Clip.tenths(said)
        {
            lasting = Clip.problem(lasting: tenths).map { .failure($0) } ?? .success(said)
        }
        return lasting.map { duration in
            var draft = draft
            draft.details.removeAll { $0.name == .duration }
            draft.details.append(Detail(.duration, [duration]))
            return draft
        }
    }

    /// Returns a change of a clip as it will be made; a change that does not concern the film needs no film.
    func clipped(
        _ change: BookmarkChange, of kind: Kind, on row: ObjectRow
    ) throws(StorageError) -> Result<BookmarkChange, Problem> {
        let (film, typed) = (change.details.values(of: .film), change.details.values(of: .duration))
        guard kind == .clip, film != nil || typed != nil else { return .success(change) }
        let known = Self.details(of: row.state, kind: kind)
        let lasting = try duration(
            of: (film ?? known[.film]).first,
            // The duration of another film is unknown.
            typed: (typed ?? (film == nil ? known[.duration] : [])).first)
        return lasting.map { duration in
            var change = change
            change.details.removeAll { $0.name == .duration }
            change.details.append(DetailChange(.duration, values: [duration]))
            return change
        }
    }

    // Returns the film's own duration, or the typed one if the film does not contain it.
    private func duration(
        of film: String?, typed: String?
    ) throws(StorageError) -> Result<String, Problem> {
        guard let film, let reference = BlobReference(film) else { return .failure(.noFilm) }
        let length: FilmLength
        switch try self.length(of: reference) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): length = found
        }
        switch length {
        case .broken: return .failure(.brokenFilm)
        case .unsaid:
            return typed.map { .success($0) } ?? .failure(.unsaidDuration)
        case .tenths(let tenths):
            if let problem = Clip.problem(lasting: tenths) { return .failure(problem) }
            // Rounding may differ by a tenth.
            if let said = typed.flatMap(Clip.tenths), abs(said - tenths) > 1 {
                return .failure(.otherDuration(Clip.spelled(said), Clip.spelled(tenths)))
            }
            return .success(Clip.spelled(tenths))
        }
    }

    private func length(
        of film: BlobReference
    ) throws(StorageError) -> Result<FilmLength, Problem> {
        guard let shape = BlobShape(size: UInt64(film.size)),
            let blob = try blob(film.name, shape), blob.isWhole
        else { return .failure(.filmNotHere) }
        // A WebM file contains its duration after much else, in a form of its own.
        guard film.type != .webm else { return .success(.unsaid) }
        var last: (piece: Int, bytes: [UInt8])?
        var isLost = false
        let length = try FilmLength.of(film.size) {
            (start, count) throws(StorageError) -> [UInt8] in
            var bytes: [UInt8] = []
            for piece in BlobShape.piece(at: start)...BlobShape.piece(at: start + count - 1) {
                if last?.piece != piece {
                    guard let sealed = try sealedPiece(piece, of: blob)?.sealed,
                        let plain = BlobSeal.open(sealed, at: piece, of: shape, key: film.key)
                    else {
                        isLost = true
                        return []
                    }
                    last = (piece, plain)
                }
                guard let plain = last?.bytes else { return [] }
                let base = piece * BlobShape.pieceBytes
                bytes += plain[max(0, start - base)..<min(plain.count, start + count - base)]
            }
            return bytes
        }
        return isLost ? .failure(.filmNotHere) : .success(length)
    }
}

extension [DetailChange] {
    /// The new values of a detail; nil if it does not change.
    fileprivate func values(of name: DetailName) -> [String]? {
        first { $0.name == name }?.values
    }
}

extension Problem {
    fileprivate static let noFilm = Problem(
        .invalidValue, "a clip needs a video", fix: "weft clip add FILE")
    fileprivate static let filmNotHere = Problem(
        .notFound, "the video is not complete here", fix: "add it first: weft clip add FILE")
    fileprivate static let brokenFilm = Problem(
        .invalidValue, "the video is damaged: its header has no duration",
        fix: "save it again, or use another one")
    fileprivate static let unsaidDuration = Problem(
        .invalidValue, "the video does not contain its duration", fix: "give it: --duration 7.5")
    fileprivate static func otherDuration(_ typed: String, _ told: String) -> Problem {
        Problem(
            .invalidValue, "the video lasts \(told) seconds, not \(typed)",
            fix: "leave out the duration; the video contains it")
    }
}
