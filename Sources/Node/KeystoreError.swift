/// Why keys cannot be made or used. Carries paths, never bytes of a key or a word of a phrase.
package enum KeystoreError: Error, Equatable {
    /// This directory has an identity already, which is never overwritten.
    case exists(String)
    /// This directory has no keys.
    case missing(String)
    /// This directory has a device that no person has certified yet.
    case unpaired(String)
    /// This file needs a passphrase, and none was given.
    case locked(String)
    /// This file needs another passphrase.
    case wrongPassphrase(String)
    /// The root is not in this directory.
    case rootless(String)
    /// The phrase is not that of this device's person.
    case otherPerson
    /// The answer certifies another device.
    case otherDevice
    /// The passphrase derivation needs this much memory at once, and the system has less.
    case outOfMemory(bytes: Int)
    /// This file is not what was once written.
    case damaged(String)
    /// A later version of the program wrote this file.
    case newer(String, version: UInt8)
    /// The file cannot be used.
    case file(NodeError)

    /// The error in the three parts that a user needs.
    package var explanation: NodeError {
        switch self {
        case .exists(let path):
            return NodeError(
                .exists, "no new identity is made", why: "there is one in \(path)",
                fix: "weft up, or another profile: weft --profile NAME init")
        case .missing(let path):
            return NodeError(
                .missing, "the keys cannot be read", why: "there are none in \(path)",
                fix: "weft init")
        case .unpaired(let path):
            return NodeError(
                .missing, "this device is nobody's yet",
                why: "no answer from your other device is in \(path)",
                fix: "weft init --pair tells what to type on it; then weft device join ANSWER")
        case .locked(let path):
            return NodeError(
                .denied, "the keys cannot be opened", why: "\(path) lies under a passphrase",
                fix: "type it at a terminal, or put it into a file of mode 0600 and its path into "
                    + "WEFT_PASSPHRASE_FILE")
        case .wrongPassphrase(let path):
            return NodeError(
                .denied, "the keys cannot be opened", why: "\(path) lies under another passphrase",
                fix: "try again; with the 24 words weft key recover begins anew in another profile")
        case .rootless(let path):
            return NodeError(
                .missing, "the root key is not here", why: "\(path) holds only this device's keys",
                fix: "your 24 words are where you wrote them, or on the device that has the root")
        case .otherPerson:
            return NodeError(
                .denied, "the words are not taken", why: "they are another person's",
                fix: "type your own, or make that person a profile: weft --profile NAME key recover"
            )
        case .otherDevice:
            return NodeError(
                .invalid, "the answer is not taken", why: "it is for another device",
                fix: "weft init --pair prints this one's request; weft device pair answers it")
        case .outOfMemory(let bytes):
            return NodeError(
                .machine, "the keys cannot be opened",
                why: "a passphrase takes \(bytes >> 20) MiB of memory, and the system has less",
                fix: "end other programs, then try again")
        case .damaged(let path):
            return NodeError(
                .damaged, "the keys cannot be used", why: "\(path) is not what was written",
                fix: "weft restore --force FILE, with your newest backup")
        case .newer(let path, let version):
            return NodeError(
                .invalid, "the keys cannot be used",
                why: "\(path) has version \(version), written by a later weft",
                fix: "install the version of weft that wrote it")
        case .file(let error):
            return error
        }
    }
}
