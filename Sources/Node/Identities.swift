import CRDT
import Domain
import Sodium
import Wire

/// Completes a profile: with a new identity, as a further device of one, or from 24 words.
///
/// Directories, settings and keys are written in this order. The keys come last, so a profile with keys is
/// complete, and what an interrupted run has left is used again. Each call locks the profile, so that it
/// throws `inUse` while a node runs.
package enum Identities {
    /// The outcome of `make`.
    package struct Made: Equatable, Sendable {
        /// The name that friends see.
        package let name: String
        /// The 24 words, in order, to be shown to the user.
        package let words: [String]
    }

    /// What was recovered from the 24 words.
    package enum Recovered: Equatable, Sendable {
        /// A person with a new device, in an empty profile.
        case device(name: String)
        /// The root, in a profile of the same person that lacked it.
        case root
    }

    /// Creates an identity.
    ///
    /// - Throws: `exists` if there is one; `inUse` while a node runs; `invalid` for a name that is empty, too
    ///   long, or has characters that act on a terminal. Otherwise `NodeError` of the files.
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

    /// Creates a device, to be certified by another device of its person. Repeated calls return the same one.
    ///
    /// - Parameter deviceName: The person's name for the device.
    /// - Returns: The text of its pairing request.
    /// - Throws: As `make`.
    package static func beginPairing(in profile: Profile, deviceName: String) throws -> String {
        let name = try checked(deviceName)
        return try holding(profile) {
            var entropy = Entropy.system
            return try Keystore.beginPairing(in: profile, name: name, entropy: &entropy).text
        }
    }

    /// Completes the pairing of the device of `beginPairing`.
    ///
    /// - Returns: The person's name.
    /// - Throws: `invalid` if `answer` is not an answer or is for another device. Otherwise as `make`.
    package static func finishPairing(
        _ answer: String, in profile: Profile, passphrase: [UInt8]?
    ) throws -> String {
        let again = "copy everything that weft device pair printed again, from weft-pair:1 on"
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

    /// Recovers the person of the 24 words in an empty profile, or restores the root of a profile of theirs
    /// that lacks it.
    ///
    /// - Parameters:
    ///   - ticket: The ticket of another device of the same person, which is dialled; nil if none is left.
    ///   - passphrase: The passphrase of the profile's keys; nil if they need none.
    /// - Throws: `denied` if the words or the ticket are another person's; `invalid` if they are not a phrase
    ///   or a ticket. Otherwise as `make`.
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
        let again = "copy everything that weft id prints on your other device again"
        let ticket = try reading("the ticket", again) { () throws(PastedTextError) in
            try Ticket(reading: text)
        }
        let root = Derivation.root(phraseSeed: phrase.entropy)
        guard ticket.certificate.person.key == root.publicKey else {
            throw NodeError(
                .denied, "the ticket was not accepted", why: "it belongs to another person",
                fix: "use the ticket of one of your own devices: weft id")
        }
        return OwnPeer(ticket.certificate, addresses: ticket.addresses)
    }

    // Parses pasted text; `again` says how to copy it once more.
    private static func reading<Text>(
        _ what: String, _ again: String, _ read: () throws(PastedTextError) -> Text
    ) throws(NodeError) -> Text {
        do throws(PastedTextError) { return try read() } catch {
            switch error {
            case .damaged:
                throw NodeError(
                    .invalid, "\(what) was not accepted", why: "a character is wrong or missing",
                    fix: again)
            case .newer(let algorithm):
                throw NodeError(
                    .invalid, "\(what) was not accepted",
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
            throw refusal("it has \(name.utf8.count) bytes; the limit is \(Limits.nameBytesMax)")
        }
        let isControl = name.unicodeScalars.contains {
            [.control, .format, .lineSeparator, .paragraphSeparator]
                .contains($0.properties.generalCategory) && $0.value != 0x200D
        }
        guard !isControl else { throw refusal("it contains an invisible character") }
        return name
    }

    private static func refusal(_ why: String) -> NodeError {
        NodeError(
            .invalid, "the name cannot be used", why: why, fix: "choose another with --name NAME")
    }
}

extension RecoveryPhraseError {
    /// The error in the three parts that a user needs; names positions, never a word.
    var explanation: NodeError {
        let what = "the words were not accepted"
        switch self {
        case .wordCount(let count):
            return NodeError(
                .invalid, what, why: "there are \(count); a phrase has 24",
                fix: "type all 24 in order, separated by spaces")
        case .unknownWord(let place):
            return NodeError(
                .invalid, what, why: "word \(place) is not in the list",
                fix: "check word \(place); the first four letters identify a word")
        case .wrongChecksum:
            return NodeError(
                .invalid, what, why: "one word is wrong, or two are swapped",
                fix: "compare them with your written copy")
        }
    }
}
