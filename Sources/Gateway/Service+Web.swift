import API
import Domain
import HummingbirdCore

// What the gateway itself has to say: where other programs come in.
extension Service {
    /// How the node fares, and its door on loopback.
    func status(_ wanted: ShowStatus, _ asking: Asking) async throws -> Response {
        let answer = try await ask(asking, as: wanted)
        guard var told = wanted.output(answer) else { throw unexpected(answer) }
        told.web = await web.address?.text
        told.webProblem = await web.whyClosed
        return Replies.json(JSONText.encode(told))
    }

    /// Changes a setting. If the node refuses it, the door on loopback stays where it is; if the door cannot be opened
    /// at the new address, the setting stays what it was.
    func changeSettings(_ changed: ChangeSettings, _ asking: Asking) async throws -> Response {
        guard case .command(.setWeb(let wanted)) = try asking.request(of: changed) else {
            return Replies.json(try changed.text(of: try await ask(asking, as: changed)))
        }
        let before = try await settings().web
        let answer = try await ask(.command(.setWeb(wanted)))
        guard case .done(let report) = answer else { throw unexpected(answer) }
        do throws(ProblemJSON) {
            try await web.move(to: wanted)
        } catch {
            // If that is refused, the next start says why it does not open.
            _ = await door.ask(.command(.setWeb(before)))
            throw error
        }
        var told = DoneJSON(report)
        if let wanted, wanted.port == 0, let address = await web.address {
            told.summary += ", now on \(address.text)"
        }
        return Replies.json(JSONText.encode(told))
    }

    /// The settings of the node.
    func settings() async throws(ProblemJSON) -> Settings {
        let answer = try await ask(.query(.settings))
        guard case .settings(let settings) = answer else { throw unexpected(answer) }
        return settings
    }
}
