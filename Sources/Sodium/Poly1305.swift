import CSodium
package import Primitives

/// Poly1305: sixteen bytes that show whether a message is the one that it was.
///
/// Seven times as fast as a hash, and none: who has the key can make another message of the same tag.
/// With a key that serves for one message it stands for that message against all who have not got it,
/// and against chance: damage is missed once in 2^100 times or less.
/// - Source: RFC 8439, section 2.5.
package enum Poly1305 {
    /// The tag of `message` under `key`.
    package static func tag(of message: [UInt8], key: Bytes32) -> Bytes16 {
        Bytes16 { target in
            key.withPointer { key in
                message.withUnsafeBufferPointer { message in
                    if message.count >= Bulk.bytesMin,
                        Bulk.poly1305(message, key: key, into: target)
                    {
                        return
                    }
                    _ = crypto_onetimeauth(
                        target, message.baseAddress, UInt64(message.count), key)
                }
            }
        }
    }
}
