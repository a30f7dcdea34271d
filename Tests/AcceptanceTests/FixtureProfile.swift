import Foundation

extension Household {
    /// Returns a person with the profile of another version of the program: a copy of `Fixtures/fixture`.
    func profile(_ fixture: String, of name: String) throws -> Person {
        var parts = #filePath.split(separator: "/")
        parts.removeLast()
        let source = "/" + parts.joined(separator: "/") + "/Fixtures/" + fixture
        let person = newcomer(name)
        let data = person.root + "/data"
        let files = FileManager.default
        try files.createDirectory(atPath: person.root, withIntermediateDirectories: true)
        try files.copyItem(atPath: source, toPath: data)
        // Git does not store these permissions.
        for path in ["", "/keys"] {
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data + path)
        }
        let keys = try files.contentsOfDirectory(atPath: data + "/keys").map { "/keys/" + $0 }
        for path in ["/weft.sqlite", "/profile.json"] + keys {
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data + path)
        }
        return person
    }
}
