import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange

// The form that a bookmark in the browser opens, to keep the page that is shown.
extension Service {
    /// The form.
    func saveForm(_ asking: Asking) async throws -> Response {
        let wanted = SaveRequest(asking.parameters)
        return try await form(wanted, asking, problem: nil, status: 200)
    }

    /// Keeps what the form says. What is refused shows above the form, and nothing that was typed is lost.
    func saveFromForm(_ asking: Asking) async throws -> Response {
        guard let text = String(validating: asking.body, as: UTF8.self) else {
            throw ProblemJSON(.badRequest, "the form is not UTF-8", fix: "send it as UTF-8")
        }
        let wanted = SaveRequest(try Parameters(text))
        let commands = wanted.commands(ActToken(UInt64.random(in: 0...UInt64.max)))
        var link: Bookmark?
        var words = ""
        for command in commands {
            let answer = await door.ask(.command(command))
            let problem: Problem
            switch answer {
            case .rejected(let refusal): problem = refusal
            case .kept(let report):
                guard let outcome = report.outcomes.first else { throw unexpected(answer) }
                if case .refused(let refusal) = outcome {
                    problem = refusal
                    break
                }
                if link == nil { (link, words) = try await shown(outcome) }
                continue
            default: throw unexpected(answer)
            }
            guard let link else {
                let status = ProblemJSON(problem).status
                return try await form(wanted, asking, problem: problem, status: status)
            }
            return Self.page(
                SaveFormWriter.kept(link, words: words, problem: problem), status: 200)
        }
        guard let link else { throw ProblemJSON(.internalError, "nothing was kept") }
        return Self.page(SaveFormWriter.kept(link, words: words, problem: nil), status: 200)
    }

    private func form(
        _ wanted: SaveRequest, _ asking: Asking, problem: Problem?, status: Int
    ) async throws -> Response {
        let token = asking.parameters.text("token") ?? ""
        let settings = try await settings()
        let page = SaveFormWriter.form(
            of: wanted.link, passage: wanted.passage,
            to: settings.defaultAudience.name,
            action: "/save?token=" + PercentText.encode(token),
            problem: problem ?? settings.refusal)
        return Self.page(page, status: status)
    }

    // The link, and what became of it.
    private func shown(_ outcome: KeptReport.Outcome) async throws -> (Bookmark?, String) {
        let (id, words): (ObjectID, String)
        switch outcome {
        case .added(let new): (id, words) = (new, "Kept")
        case .merged(let known): (id, words) = (known, "Kept already; what is new was added")
        case .skipped(let known): (id, words) = (known, "Kept already")
        case .refused: return (nil, "")
        }
        let answer = try await ask(.query(.show(.id(id.text))))
        guard case .bookmark(let thing) = answer else { throw unexpected(answer) }
        return (thing, words)
    }

    private static func page(_ bytes: [UInt8], status: Int) -> Response {
        Replies.form(bytes, status: status)
    }
}
