import CSodium

/// The door to libsodium: the only module that imports it.
///
/// Nothing in here draws randomness of its own. So the calls `crypto_*_keypair`, `crypto_box_seal`
/// and `crypto_secretstream_*_init_push` are not used: seeds give keys, callers give nonces.
package enum Sodium {
    /// Zero when the library came up, one when another part of the process had started it.
    private static let outcome = sodium_init()

    /// Chooses the fastest code for this processor and opens the system's source of chance.
    ///
    /// Call it before anything else; again, or from another thread, is harmless. Without it hashes
    /// are right but slow. Stops the program when the library is older than 1.0.18 (library version
    /// 10.3): no caller could go on without cryptography.
    package static func start() {
        precondition(outcome >= 0, "libsodium starts")
        precondition(
            sodium_library_version_major() == 10 && sodium_library_version_minor() >= 3
                || sodium_library_version_major() > 10,
            "libsodium is 1.0.18 or newer")
    }
}
