import Primitives

/// What is private never leaves its owner's node: not over a link, not into anybody else's files.
enum PrivacyChecker {
    private static let canary = Array(Person.canary.utf8)

    /// Bytes that a node sends hold nothing private in the clear.
    static func check(_ bytes: [UInt8], from node: Int) throws(BrokenClaim) {
        guard !holds(bytes) else {
            throw BrokenClaim("private things cross no link", "node\(node) sent a canary")
        }
    }

    /// Nobody's files hold what is private to somebody else; one's own hold it in rows only.
    static func check(files: [(name: String, bytes: [UInt8])], of node: Int, ownSecrets: Int)
        throws(BrokenClaim)
    {
        guard ownSecrets == 0 else { return }
        for file in files where holds(file.bytes) {
            throw BrokenClaim(
                "private things reach nobody else's disk", "node\(node): \(file.name)")
        }
    }

    /// Whether the canary stands in `bytes`.
    static func holds(_ bytes: [UInt8]) -> Bool {
        let first = canary[0]
        let last = bytes.count - canary.count
        guard last >= 0 else { return false }
        var index = 0
        while index <= last {
            guard let next = bytes[index...last].firstIndex(of: first) else { return false }
            if bytes[next..<next + canary.count].elementsEqual(canary) { return true }
            index = next + 1
        }
        return false
    }
}
