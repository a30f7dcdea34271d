import CRDT
import Primitives
import Store
import Wire

// Opens segments that arrive in a bundle or a folder, and applies them in slices.
extension Engine {
    /// What a segment is to this device.
    enum OpenedSegment {
        case begun(Unpacking)
        case notForMe
        case damaged
        /// A segment that a newer version may read: its writer's certificate has this signature algorithm.
        case newer(algorithm: UInt8)
        case stranger(PersonID)
        case unshared
    }

    /// Opens a segment from a bundle or a folder.
    func open(_ bytes: [UInt8]) throws(StorageError) -> OpenedSegment {
        // Bytes that are no segment are treated like a segment that was changed on its way.
        guard let segment = try? Segment(bytes: bytes) else { return .damaged }
        switch segment.open(for: owner.agreement) {
        case .notForMe: return .notForMe
        case .damaged, .forged: return .damaged
        case .newer(let algorithm): return .newer(algorithm: algorithm)
        case .contents(let contents):
            switch try Unpacking.begin(contents, in: store) {
            case .begun(let unpacking): return .begun(unpacking)
            case .stranger: return .stranger(contents.certificate.person)
            case .unshared: return .unshared
            }
        }
    }

    /// The result of applying a slice of a segment.
    enum Unpacked {
        /// More of it is left.
        case partly
        case wholly
        /// Its writer broke a rule; the rest is not read.
        case refused(CloseReason)
    }

    /// Applies the next slice of a segment.
    func proceed(
        _ unpacking: inout Unpacking, at wall: WallTime
    ) throws(StorageError) -> Unpacked {
        do throws(SessionError) {
            let isDone = try unpacking.proceed(
                in: store, bytesWanted: SyncLimits.unpackBytes, wall: wall)
            if !isDone { hasMore = true }
            return isDone ? .wholly : .partly
        } catch {
            switch error {
            case .storage(let failure): throw failure
            case .peer(let reason): return .refused(reason)
            }
        }
    }
}
