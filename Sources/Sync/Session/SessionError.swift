import Store
import Wire

/// Why a session cannot go on.
enum SessionError: Error {
    /// The peer broke a rule; the link is closed with this reason.
    case peer(CloseReason)
    /// Storage failed; nothing of the step is durable.
    case storage(StorageError)
}

/// Runs `body`, rethrowing storage errors as session errors.
func stored<Result>(
    _ body: () throws(StorageError) -> Result
) throws(SessionError) -> Result {
    do throws(StorageError) {
        return try body()
    } catch {
        throw .storage(error)
    }
}
