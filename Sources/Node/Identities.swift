import CRDT
import Domain
import Sodium
import Wire

/// Making a profile whole: with a new identity, as a further device of one, or out of 24 words.
///
/// Folders, settings and keys come in this order: the keys come last, so where they are the profile
/// is whole, and what an interrupted run left is used again. Each call holds the profile, so a node
/// that runs makes it throw `inUse`.
package enum Identities {
    /// What was made.
    package struct Made: Equatable, Sendable {
        /// What friends see.
        package let name: String
        /// The 24 words, in order; shown to the person.
        package let words: [String]
    }

    /// What was brought back out of the 24 words.
    package enum Recovered: Equatable, Sendable {
        /// A person with a new device, in a bare profile.
        case device(name: String)
        /// The root, in a profile of the same person's that did without.
        case root
    }

    /// Draws an identity.
    ///
    /// - Throws: `exists` where there is one; `inUse` while a node runs; `invalid` for a name that
    ///   is empty, too long, or acts on a terminal. Else `NodeError` of the files.
    package static func make(in profile: Profile, name: String) throws -> Made {
        let name = try checked(name)
        return try holding(profile) {
            if try Keystore.exists(in: profile) {
                throw KeystoreError.exists(profile.keysDirectory)
            }
            try ProfileSettings(name: name).write(to: profile)
            var entropy = Entropy.system
            let phrase = try Keystore.create(in: profile, entropy: &entropy)
            return Made(name: name, words: phrase.words)
        }
    }

    /// Draws a device, to be certified by another one of its person's; again the same one.
    ///
    /// - Parameter deviceName: what the person calls it.
    /// - Returns: the text of its request.
    /// - Throws: as `make`.
    package static func beginPairing(in profile: Profile, deviceName: String) throws -> String {
        let name = try checked(deviceName)
        return try holding(profile) {
            var entropy = Entropy.system
            return try Keystore.beginPairing(in: profile, name: name, entropy: &entropy).text
        }
    }

    /// Makes the device of `beginPairing` its person's.
    ///
    /// - Returns: how the person calls himself.
    /// - Throws: `invalid` when `answer` is none or for another device. Else as `make`.
    package static func finishPairing(
        _ answer: String, in profile: Profile, passphrase: [UInt8]?
    ) throws -> String {
        let again = "copy again all that weft device pair printed, from weft-pair:1 on"
        let answer = try reading("the answer", again) { () throws(PastedTextError) in
            try PairingAnswer(reading: answer)
        }
        return try holding(profile) {
            if try Keystore.exists(in: profile) {
                throw KeystoreError.exists(profile.keysDirectory)
            }
            let name = answer.name.isEmpty ? "me" : answer.name
            let peer = OwnPeer(answer.companion, addresses: answer.addresses)
            try ProfileSettings(name: name, peers: [peer]).write(to: profile)
            try Keystore.finishPairing(answer, in: profile, passphrase: passphrase)
            return name
        }
    }

    /// Makes a bare profile that of the person of the 24 words, or gives a profile of his back the
    /// root that was taken off it.
    ///
    /// - Parameters:
    ///   - ticket: of another device of the same person's, which is dialled; nil if none is left.
    ///   - passphrase: of the profile's keys; nil if they need none.
    /// - Throws: `denied` when the words, or the ticket, are another person's; `invalid` when they
    ///   are no phrase or no ticket. Else as `make`.
    package static func recover(
        _ words: String, in profile: Profile, name: String, ticket: String?, passphrase: [UInt8]?
    ) throws -> Recovered {
        let phrase = try readPhrase(words)
        let name = try checked(name)
        let peer = try ticket.map { try ownPeer($0, of: phrase) }
        return try holding(profile) {
            var entropy = Entropy.system
            if try Keystore.exists(in: profile) {
                try Keystore.restoreRoot(
                    phrase, in: profile, passphrase: passphrase, entropy: &entropy)
                return .root
            }
            try ProfileSettings(name: name, peers: peer.map { [$0] }).write(to: profile)
            try Keystore.create(in: profile, phrase: phrase, entropy: &entropy)
            return .device(name: name)
        }
    }

    private static func holding<Result>(
        _ profile: Profile, _ body: () throws -> Result
    ) throws -> Result {
        try profile.prepare()
        let lock = try ProfileLock(profile)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    private static func readPhrase(_ words: String) throws(NodeError) -> RecoveryPhrase {
        do throws(RecoveryPhraseError) {
            return try RecoveryPhrase(text: words)
        } catch {
            throw error.explanation
        }
    }

    private static func ownPeer(
        _ text: String, of phrase: RecoveryPhrase
    ) throws(NodeError) -> OwnPeer {
        let again = "copy again all that weft id prints on your other device"
        let ticket = try reading("the ticket", again) { () throws(PastedTextError) in
            try Ticket(reading: text)
        }
        let root = Derivation.root(phraseSeed: phrase.entropy)
        guard ticket.certificate.person.key == root.publicKey else {
            throw NodeError(
                .denied, "the ticket is not taken", why: "it is another person's",
                fix: "take the one that weft id prints on a device of your own")
        }
        return OwnPeer(ticket.certificate, addresses: ticket.addresses)
    }

    // What was typed in; `again` is how it is copied once more.
    private static func reading<Text>(
        _ what: String, _ again: String, _ read: () throws(PastedTextError) -> Text
    ) throws(NodeError) -> Text {
        do throws(PastedTextError) { return try read() } catch {
            switch error {
            case .damaged:
                throw NodeError(
                    .invalid, "\(what) is not taken", why: "a character of it is wrong or missing",
                    fix: again)
            case .newer(let algorithm):
                throw NodeError(
                    .invalid, "\(what) is not taken",
                    why: "it \(PastedTextError.madeByNewer(algorithm))",
                    fix: "install a newer version of Weft; if a character is wrong, \(again)")
            }
        }
    }

    private static func checked(_ name: String) throws(NodeError) -> String {
        let first = name.unicodeScalars.firstIndex { !$0.properties.isWhitespace }
        let last = name.unicodeScalars.lastIndex { !$0.properties.isWhitespace }
        guard let first, let last else {
            throw refusal("it is empty")
        }
        let name = String(name.unicodeScalars[first...last])
        guard name.utf8.count <= Limits.nameBytesMax else {
            throw refusal("it has \(name.utf8.count) bytes, and at most \(Limits.nameBytesMax) fit")
        }
        let isControl = name.unicodeScalars.contains {
            [.control, .format, .lineSeparator, .paragraphSeparator]
                .contains($0.properties.generalCategory) && $0.value != 0x200D
        }
        guard !isControl else { throw refusal("it has a character that cannot be seen") }
        return name
    }

    private static func refusal(_ why: String) -> NodeError {
        NodeError(
            .invalid, "the name cannot be used", why: why, fix: "give another with --name NAME")
    }
}

extension RecoveryPhraseError {
    /// The same in the three parts that a person needs; names places, never a word.
    var explanation: NodeError {
        let what = "the words are not taken"
        switch self {
        case .wordCount(let count):
            return NodeError(
                .invalid, what, why: "there are \(count), and a phrase has 24",
                fix: "type all 24, in their order, with blanks between them")
        case .unknownWord(let place):
            return NodeError(
                .invalid, what, why: "word \(place) is not in the list",
                fix: "look at word \(place) again; four letters tell each word from all others")
        case .wrongChecksum:
            return NodeError(
                .invalid, what, why: "one is another than was written down, or two changed places",
                fix: "compare them with the paper, row by row")
        }
    }
}
