import Domain
import Wire

extension Problem {
    /// Creates the problem of a ticket or an invitation that cannot be read.
    ///
    /// - Parameter fix: what to do if it is incomplete.
    init(reading what: String, _ error: PastedTextError, fix: String) {
        switch error {
        case .damaged:
            self.init(
                .invalidTicket, "\(what) is not valid: it is incomplete or was changed", fix: fix)
        case .newer(let algorithm):
            self.init(
                .invalidTicket, "\(what) \(PastedTextError.madeByNewer(algorithm))",
                fix: "install a newer version of Weft, then type it again")
        }
    }
}
