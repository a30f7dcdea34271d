import Foundation
import Testing

/// The result of one run of the program.
struct Outcome {
    let arguments: [String]
    let code: Int32
    let out: String
    let err: String

    init(waitingFor started: Started, _ arguments: [String]) throws {
        self.arguments = arguments
        (code, out, err) = try started.end()
    }

    /// - Throws: an error with its messages, if the exit code is not 0.
    @discardableResult func succeeds() throws -> Outcome {
        guard code == 0 else {
            throw Failed("weft \(arguments.joined(separator: " ")) ended with \(code): \(err)")
        }
        return self
    }

    /// Expects the exit code, and each of these texts in the messages.
    func fails(
        _ expected: Int32, saying words: String..., at place: SourceLocation = #_sourceLocation
    ) {
        #expect(code == expected, "\(err)", sourceLocation: place)
        for word in words {
            #expect(err.contains(word), "\"\(word)\" is not in: \(err)", sourceLocation: place)
        }
    }

    /// Decodes the JSON that it printed.
    func json() throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(out.utf8))
        guard let object = value as? [String: Any] else { throw Failed("no object: \(out)") }
        return object
    }

    func number(_ name: String) throws -> Int {
        guard let number = try json()[name] as? Int else {
            throw Failed("no \(name): \(out)\(err)")
        }
        return number
    }

    func text(_ name: String) throws -> String {
        guard let text = try json()[name] as? String else {
            throw Failed("no \(name): \(out)\(err)")
        }
        return text
    }
}
