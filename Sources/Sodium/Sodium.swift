import CSodium

/// Initializes libsodium. Only this module imports it.
///
/// Nothing in here draws randomness of its own: seeds give keys, and callers give nonces. So the calls
/// `crypto_*_keypair`, `crypto_box_seal` and `crypto_secretstream_*_init_push` are not used.
package enum Sodium {
    /// Zero if the library started, one if another part of the process had started it.
    private static let outcome = sodium_init()

    /// Selects the fastest code for this processor and opens the system's random source.
    ///
    /// Call it before anything else; repeated calls, from any thread, are harmless. Without it hashes are
    /// correct but slow. Traps if the library is older than 1.0.18 (library version 10.3), since no caller
    /// could go on without cryptography.
    package static func start() {
        precondition(outcome >= 0, "libsodium starts")
        precondition(
            sodium_library_version_major() == 10 && sodium_library_version_minor() >= 3
                || sodium_library_version_major() > 10,
            "libsodium is 1.0.18 or newer")
    }
}
