import CRDT
import Primitives
import Store
import Wire

// Segments that somebody carried here, in a bundle or in a folder: opened, and taken in by slices.
extension Engine {
    /// What a segment is to this device.
    enum OpenedSegment {
        case begun(Unpacking)
        case notForMe
        case damaged
        /// A newer version may read it: its writer's certificate has this kind of signature.
        case newer(algorithm: UInt8)
        case stranger(PersonID)
        case unshared
    }

    /// Opens a segment that somebody carried here.
    func open(_ bytes: [UInt8]) throws(StorageError) -> OpenedSegment {
        // What is no segment is as good as one that was changed on its way.
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

    /// What came of a slice of a segment.
    enum Unpacked {
        /// There is more of it.
        case partly
        case wholly
        /// Its writer broke a rule: the rest is not looked at.
        case refused(CloseReason)
    }

    /// Takes in the next slice of a segment that somebody carried here.
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
