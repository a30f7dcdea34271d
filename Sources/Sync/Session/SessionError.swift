import Store
import Wire

/// Why a session cannot go on.
enum SessionError: Error {
    /// The peer did wrong: the link is closed with this reason.
    case peer(CloseReason)
    /// The machine did: nothing of the step is durable.
    case storage(StorageError)
}

/// Runs what the store does, in the words of a session.
func stored<Result>(
    _ body: () throws(StorageError) -> Result
) throws(SessionError) -> Result {
    do throws(StorageError) {
        return try body()
    } catch {
        throw .storage(error)
    }
}
