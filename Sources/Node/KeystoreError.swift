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
                .exists, "no new identity was created", why: "\(path) already has one",
                fix: "weft up, or another profile: weft --profile NAME init")
        case .missing(let path):
            return NodeError(
                .missing, "the keys cannot be read", why: "there are none in \(path)",
                fix: "weft init")
        case .unpaired(let path):
            return NodeError(
                .missing, "this device does not belong to an identity yet",
                why: "\(path) has no answer from your other device",
                fix: "weft init --pair prints what to type on it; then weft device join ANSWER")
        case .locked(let path):
            return NodeError(
                .denied, "the keys cannot be opened", why: "\(path) is protected by a passphrase",
                fix:
                    "type it at a terminal, or write it to a file of mode 0600 and put its path in "
                    + "WEFT_PASSPHRASE_FILE")
        case .wrongPassphrase(let path):
            return NodeError(
                .denied, "the keys cannot be opened",
                why: "the passphrase of \(path) is a different one",
                fix: "try again, or restore from the 24 words in another profile: weft key recover")
        case .rootless(let path):
            return NodeError(
                .missing, "the root key is not here",
                why: "\(path) contains only this device's keys",
                fix: "use your 24 words, or the device that has the root key")
        case .otherPerson:
            return NodeError(
                .denied, "the words were not accepted", why: "they belong to another person",
                fix:
                    "type your own, or use another profile for that person: weft --profile NAME "
                    + "key recover"
            )
        case .otherDevice:
            return NodeError(
                .invalid, "the answer was not accepted", why: "it is for another device",
                fix:
                    "print this device's request with weft init --pair; answer it with weft "
                    + "device pair"
            )
        case .outOfMemory(let bytes):
            return NodeError(
                .machine, "the keys cannot be opened",
                why: "a passphrase takes \(bytes >> 20) MiB of memory, but the system has less",
                fix: "close other programs, then try again")
        case .damaged(let path):
            return NodeError(
                .damaged, "the keys cannot be used", why: "\(path) is damaged",
                fix: "restore your newest backup: weft restore --force FILE")
        case .newer(let path, let version):
            return NodeError(
                .invalid, "the keys cannot be used",
                why: "\(path) has version \(version), written by a newer weft",
                fix: "install the version of weft that wrote it")
        case .file(let error):
            return error
        }
    }
}
