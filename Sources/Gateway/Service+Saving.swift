import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange

// The form that a bookmark in the browser opens, to keep the page that is shown.
extension Service {
    /// The form.
    func saveForm(_ rawRequest: RawRequest) async throws -> Response {
        let wanted = SaveRequest(rawRequest.parameters).fitting
        return try await form(wanted, rawRequest, problem: nil, status: 200)
    }

    /// Keeps what the form says, if it was shown and is sent for the first time. What is refused shows above
    /// the form, which may be sent again, and nothing that was typed is lost.
    func saveFromForm(_ rawRequest: RawRequest) async throws -> Response {
        guard let text = String(validating: rawRequest.body, as: UTF8.self) else {
            throw ProblemJSON(.badRequest, "the form is not UTF-8", fix: "send it as UTF-8")
        }
        let wanted = SaveRequest(try Parameters(text))
        guard await forms.close(rawRequest.parameters.text("form") ?? "") else {
            let problem = Problem(
                .conflict,
                "This form was already sent, or has expired. Nothing was saved.",
                fix: "Check it and save it again.")
            return try await form(
                wanted, rawRequest, problem: problem, status: ProblemJSON(problem).status)
        }
        let act = ActToken(UInt64.random(in: 0...UInt64.max))
        switch try await keep(wanted.link, act) {
        case .failure(let problem):
            return try await form(
                wanted, rawRequest, problem: problem, status: ProblemJSON(problem).status)
        case .success(let kept):
            if let passage = wanted.passage,
                case .failure(let refusal) = try await keep(passage, act)
            {
                let problem = Problem(
                    refusal.code,
                    "The page is saved, but its passage is not marked: \(refusal.detail)",
                    fix: refusal.fix)
                return try await form(
                    wanted, rawRequest, problem: problem, status: ProblemJSON(refusal).status)
            }
            let link = try await ask(.query { .show(.id(kept.id.text), $0) })
            return Replies.form(
                SaveFormWriter.kept(link, words: kept.words), status: 200)
        }
    }

    // Which thing it is, and what became of it.
    private func keep(
        _ draft: BookmarkDraft, _ act: ActToken
    ) async throws -> Result<(id: ObjectID, words: String), Problem> {
        let report: AdditionReport
        switch try await door.answer(
            to: .command { .addBookmarks([draft], to: nil, onDuplicate: .merge, act: act, $0) })
        {
        case .failure(let problem): return .failure(problem)
        case .success(let kept): report = kept
        }
        guard let outcome = report.outcomes.first else { throw Self.nothingKept }
        switch outcome {
        case .added(let id): return .success((id, "Kept"))
        case .merged(let id): return .success((id, "Already saved; new details were added"))
        case .skipped(let id): return .success((id, "Already saved"))
        case .refused(let problem): return .failure(problem)
        }
    }

    private func form(
        _ wanted: SaveRequest, _ rawRequest: RawRequest, problem: Problem?, status: Int
    ) async throws -> Response {
        let token = rawRequest.parameters.text("token") ?? ""
        let settings = try await settings()
        let page = SaveFormWriter.form(
            of: wanted.link, passage: wanted.passage?.title ?? "",
            to: settings.defaultAudience.name,
            action: "/save?token=" + PercentText.encode(token) + "&form=" + (await forms.open()),
            problem: problem ?? settings.refusal)
        return Replies.form(page, status: status)
    }
}
