import API
import Primitives

/// A session as stored in the file: nothing in it gives access.
struct StoredSession: Sendable {
    let number: Int
    /// The browser's name for itself.
    let name: String
    let createdAt: WallTime
    /// The time of the last use, to the hour.
    var usedAt: WallTime
    /// The HMAC of its token under the web token, 32 bytes.
    let verifier: [UInt8]
}

/// The file of sessions.
struct SessionFile {
    /// The HMAC of a fixed text under the web token: under another token no session of the file counts.
    let check: [UInt8]
    let sessions: [StoredSession]

    /// The file as text.
    var text: [UInt8] {
        var shape = Shape()
        shape.check = Base32.encode(check)
        shape.sessions = sessions.map { session in
            var line = Shape.Line()
            line.number = session.number
            line.name = session.name
            line.createdAt = Timestamp.text(session.createdAt)
            line.usedAt = Timestamp.text(session.usedAt)
            line.verifier = Base32.encode(session.verifier)
            return line
        }
        return JSONText.encode(shape)
    }

    init(check: [UInt8], sessions: [StoredSession]) {
        self.check = check
        self.sessions = sessions
    }

    /// Parses the file; nil if the text is none. A damaged line gives no access, so it is left out.
    init?(_ text: [UInt8]) {
        guard let shape = try? JSONText.decode(Shape.self, from: text),
            let check = Base32.decode(shape.check)
        else { return nil }
        self.check = check
        sessions = shape.sessions.compactMap { line in
            guard let createdAt = Timestamp.time(line.createdAt),
                let usedAt = Timestamp.time(line.usedAt),
                let verifier = Base32.decode(line.verifier), verifier.count == 32
            else { return nil }
            return StoredSession(
                number: line.number, name: line.name, createdAt: createdAt, usedAt: usedAt,
                verifier: verifier)
        }
    }

    private struct Shape: JSONShape {
        var check = ""
        var sessions: [Line] = []

        static let shape = "SessionFile"
        mutating func visit(_ fields: Fields) {
            fields.member("check", &check, "The web token they stand under.")
            fields.member("sessions", &sessions, "The earliest first.")
        }

        struct Line: JSONShape {
            var number = 0
            var name = ""
            var createdAt = ""
            var usedAt = ""
            var verifier = ""

            static let shape = "SessionLine"
            mutating func visit(_ fields: Fields) {
                fields.member("number", &number, "The number that names it.")
                fields.member("name", &name, "Its name for itself.")
                fields.member("created_at", &createdAt, as: .time, "The time when it was opened.")
                fields.member("used_at", &usedAt, as: .time, "The time when it asked last.")
                fields.member("verifier", &verifier, "The HMAC of its token.")
            }
        }
    }
}
