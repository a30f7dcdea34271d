package import CRDT
import Primitives

// How an audience is named outside of payloads' tables: kind u8, and from `AudienceName.idsBegin` on
// the id 32.
extension ByteWriter {
    /// The kind, and the id if there is one.
    package mutating func audience(_ name: AudienceName) { raw(name.bytes) }
}

extension ByteReader {
    /// What `ByteWriter.audience` wrote.
    package mutating func audience() throws(WireError) -> AudienceName {
        let kind = try byte()
        guard kind >= AudienceName.idsBegin else { return AudienceName(kind) }
        return AudienceName(kind, id: try bytes32())
    }
}
