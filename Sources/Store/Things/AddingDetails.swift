import CRDT
import Domain

extension ObjectRow {
    /// What of `details` it has not, as a change of it.
    func lacking(_ details: [Detail]) -> [DetailChange] {
        guard let kind = thing, !details.isEmpty else { return [] }
        let known = Store.details(of: state, kind: kind)
        return known.adding(details, of: kind).sum.compactMap { detail in
            detail.values == known[detail.name]
                ? nil : DetailChange(detail.name, values: detail.values)
        }
    }
}
