// One side of a Noise session on standard input and output, so that another implementation can talk
// to ours (scripts/check-noise). For checks only: its keys are in its arguments.
//
//     noise-peer initiator|responder xk|xkpsk3 STATIC REMOTE EPHEMERAL PSK PROLOGUE
//
// Arguments and bytes are hexadecimal; REMOTE and PSK are `-` where there is none. Each input line
// is answered by one output line:
//
//     write PAYLOAD   the message that carries it
//     read MESSAGE    its payload, or `refused` and why
//     hash            the handshake hash of the finished session
//     remote          the other side's static key

import Glibc
import Primitives
import Sodium
import Sync

/// The side that this process plays.
private enum Side {
    case handshake(NoiseHandshake)
    case transport(sending: CipherState, receiving: CipherState, hash: [UInt8], remote: [UInt8])

    /// Writes or reads one message; switches to transport when the handshake is complete.
    mutating func answer(
        _ body: [UInt8], isWrite: Bool
    ) throws(NoiseError) -> [UInt8] {
        switch self {
        case .handshake(var handshake):
            let result = try isWrite ? handshake.write(payload: body) : handshake.read(body)
            self = .handshake(handshake)
            if handshake.isComplete, let remote = handshake.remoteStatic {
                let (sending, receiving, hash) = handshake.split()
                self = .transport(
                    sending: sending, receiving: receiving, hash: hash, remote: remote.bytes)
            }
            return result
        case .transport(var sending, var receiving, let hash, let remote):
            let result = try isWrite ? sending.encrypt(body) : receiving.decrypt(body)
            self = .transport(sending: sending, receiving: receiving, hash: hash, remote: remote)
            return result
        }
    }
}

private func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
}

private func text(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func fail(_ reason: String) -> Never {
    print("error", reason)
    exit(2)
}

private func key(_ argument: String) -> Bytes32? {
    bytes(argument).flatMap { Bytes32($0) }
}

private func begin(_ arguments: [String]) -> NoiseHandshake {
    guard arguments.count == 8 else { fail("seven arguments are needed") }
    guard let secret = key(arguments[3]), let ephemeral = key(arguments[5]),
        let prologue = bytes(arguments[7])
    else { fail("STATIC, EPHEMERAL and PROLOGUE are hexadecimal") }
    let pattern: NoiseHandshake.Pattern
    switch (arguments[2], key(arguments[6])) {
    case ("xk", nil): pattern = .xk
    case ("xkpsk3", let psk?): pattern = .xkPsk3(psk: psk)
    default: fail("xk has no PSK, xkpsk3 has one of 32 bytes")
    }
    let remote = key(arguments[4])
    guard (arguments[1] == "initiator") == (remote != nil) else {
        fail("REMOTE is not as it must be")
    }
    return NoiseHandshake(
        role: remote == nil ? .responder : .initiator, pattern: pattern, prologue: prologue,
        staticKey: AgreementKey(seed: SecretKey(secret)), remoteStatic: remote,
        ephemeralSeed: ephemeral)
}

Sodium.start()
private var side = Side.handshake(begin(CommandLine.arguments))

while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let body = words.count > 1 ? bytes(words[1]) : [] else { fail("bytes are hexadecimal") }
    switch (words[0], side) {
    case ("hash", .transport(_, _, let hash, _)):
        print(text(hash))
    case ("remote", .transport(_, _, _, let remote)):
        print(text(remote))
    case ("write", _), ("read", _):
        do {
            print(text(try side.answer(body, isWrite: words[0] == "write")))
        } catch {
            print("refused", error)
        }
    default:
        fail("the line is not understood")
    }
    fflush(nil)
}
