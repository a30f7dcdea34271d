package import Domain
import Primitives
import Sodium

/// The secret by which other programs on this machine connect over loopback. It is stored in a file of mode
/// 0600, and any program that can read the file has access. Feeds and Pinboard clients have tokens derived
/// from it, because theirs appear in addresses and in other programs' settings.
package struct WebToken: Sendable {
    private let secret: [UInt8]

    /// The largest file of the token that is read; a larger one is damaged.
    private static let bytesMax = 256
    private static let secretBytes = 32

    /// Reads the token of `profile`, or creates one if there is none.
    ///
    /// - Throws: `damaged` if the file holds something else; errors of the file.
    package static func kept(in profile: Profile) throws(NodeError) -> WebToken {
        guard let bytes = try PrivateFile.read(profile.webTokenPath, bytesMax: bytesMax) else {
            return try renewed(in: profile)
        }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard let secret = Base32.decode(text), secret.count == secretBytes else {
            throw NodeError(
                .damaged, "the web token cannot be read",
                why: "\(profile.webTokenPath) does not hold 52 characters of base 32",
                fix: "weft web --new-token")
        }
        return WebToken(secret: secret)
    }

    /// Creates a new token for `profile`. The previous one, and those derived from it, become invalid.
    package static func renewed(in profile: Profile) throws(NodeError) -> WebToken {
        var entropy = Entropy.system
        let token = WebToken(secret: entropy.bytes(secretBytes))
        try PrivateFile.write(
            Array((token.text(for: .everything) + "\n").utf8), to: profile.webTokenPath)
        return token
    }

    /// The token for `scope`: 52 characters of base 32.
    package func text(for scope: WebScope) -> String {
        guard scope != .everything else { return Base32.encode(secret) }
        let code = HMAC512.authenticate(
            Array("weft web \(scope.rawValue)".utf8), key: secret)
        return Base32.encode(code.prefix(Self.secretBytes))
    }

    /// Whether `text` is the token for `scope`. Takes constant time.
    package func opens(_ scope: WebScope, with text: String) -> Bool {
        ConstantTime.equal(Array(text.utf8), Array(self.text(for: scope).utf8))
    }
}
