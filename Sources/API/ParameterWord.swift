import Domain
import Primitives

/// Reads the words of a request that stand for a closed set of values; nil stays nil.
enum ParameterWord {
    static func audience(
        _ name: String?, at pointer: String = "/audience"
    ) throws(ProblemJSON) -> Audience? {
        guard let name else { return nil }
        guard let audience = Audience(name: name) else {
            throw refusal(
                name, "audience",
                Audience.own.map(\.name)
                    + [Audience.groupPrefix + "NAME", Audience.personPrefix + "NAME"], at: pointer)
        }
        return audience
    }

    static func addressees(
        _ names: [String], at pointer: String = "/for"
    ) throws(ProblemJSON) -> [Addressee] {
        var found: [Addressee] = []
        for (place, name) in names.enumerated() {
            guard let addressee = Addressee(name: name) else {
                throw refusal(
                    name, "person", ["@NAME", "group:NAME", "me", "everybody"],
                    at: "\(pointer)/\(place)")
            }
            found.append(addressee)
        }
        return found
    }

    static func role(
        _ name: String?, at pointer: String = "/role"
    ) throws(ProblemJSON) -> GroupRole? {
        guard let name else { return nil }
        return try givenRole(name, at: pointer)
    }

    static func givenRole(
        _ name: String, at pointer: String = "/role"
    ) throws(ProblemJSON) -> GroupRole {
        guard let role = GroupRole(rawValue: name), GroupRole.given.contains(role) else {
            throw refusal(name, "role to give", GroupRole.given.map(\.rawValue), at: pointer)
        }
        return role
    }

    static func policy(
        _ name: String?, at pointer: String = "/on_dup"
    ) throws(ProblemJSON) -> DuplicatePolicy? {
        guard let name else { return nil }
        guard let policy = DuplicatePolicy(rawValue: name) else {
            throw refusal(
                name, "way with duplicates", DuplicatePolicy.allCases.map(\.rawValue), at: pointer)
        }
        return policy
    }

    static func size(_ letter: String?, at pointer: String) throws(ProblemJSON) -> TileSize? {
        guard let letter else { return nil }
        guard let size = TileSize(letter: letter) else {
            throw refusal(letter, "size", TileSize.allCases.map(\.letter), at: pointer)
        }
        return size
    }

    static func sort(_ name: String?) throws(ProblemJSON) -> SortOrder? {
        guard let name else { return nil }
        guard let order = SortOrder(rawValue: name) else {
            throw refusal(name, "order", SortOrder.allCases.map(\.rawValue), at: "")
        }
        return order
    }

    static func kind(_ word: String?) throws(ProblemJSON) -> Kind? {
        guard let word else { return nil }
        guard let kind = Kind(word: word) else {
            throw refusal(word, "type", Kind.allCases.map(\.word), at: "")
        }
        return kind
    }

    static func time(_ text: String?, at pointer: String) throws(ProblemJSON) -> WallTime? {
        guard let text else { return nil }
        guard let time = Timestamp.time(text) else {
            throw ProblemJSON(
                .invalidValue, "\(text.prefix(80)) is not a time from 1970 on",
                fix: "write it like 2026-11-21T04:06:43Z", pointer: pointer)
        }
        return time
    }

    /// The problem with a word that is none of those that are known.
    static func refusal(
        _ word: String, _ what: String, _ known: [String], at pointer: String
    ) -> ProblemJSON {
        ProblemJSON(
            .invalidValue, "there is no \(what) named \(word.prefix(80))",
            fix: "one of " + known.joined(separator: ", "), pointer: pointer)
    }
}
