import API
import Domain
import HummingbirdCore

// What the gateway itself has to say: where other programs come in.
extension Service {
    /// Answers with the node's status and that of its listener on loopback.
    func status(_ wanted: ShowStatus, _ rawRequest: RawRequest) async throws -> Response {
        var answer = wanted.output(try await ask(wanted, rawRequest))
        answer.web = await web.address?.text
        answer.webProblem = await web.whyClosed
        return Replies.json(JSONText.encode(answer))
    }

    /// Changes a setting. If the node refuses it, the door on loopback stays where it is; if the door cannot be opened
    /// at the new address, the setting stays what it was.
    func changeSettings(_ changed: ChangeSettings, _ rawRequest: RawRequest) async throws
        -> Response
    {
        let asked = try rawRequest.typedRequest(by: changed)
        guard case .command(.setWeb(let wanted, _)) = asked.request else {
            return Replies.json(try changed.text(of: try await ask(asked)))
        }
        let before = try await settings().web
        let report = try await ask(asked)
        do throws(ProblemJSON) {
            try await web.move(to: wanted)
        } catch {
            // If that is refused, the next start says why it does not open.
            _ = await door.ask(.command(.setWeb(before)))
            throw error
        }
        var answer = DoneJSON(report)
        if let wanted, wanted.port == 0, let address = await web.address {
            answer.summary += ", now on \(address.text)"
        }
        return Replies.json(JSONText.encode(answer))
    }

    /// The settings of the node.
    func settings() async throws(ProblemJSON) -> Settings {
        try await ask(.query { .settings($0) })
    }
}
