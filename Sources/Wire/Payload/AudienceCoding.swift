package import CRDT
import Primitives

// The encoding of an audience outside the tables of payloads: kind u8, and from `AudienceName.idsBegin` on the id 32.
extension ByteWriter {
    /// Writes the kind, and the id if there is one.
    package mutating func audience(_ name: AudienceName) { raw(name.bytes) }
}

extension ByteReader {
    /// Reads the output of `ByteWriter.audience`.
    package mutating func audience() throws(WireError) -> AudienceName {
        let kind = try byte()
        guard kind >= AudienceName.idsBegin else { return AudienceName(kind) }
        return AudienceName(kind, id: try bytes32())
    }
}
