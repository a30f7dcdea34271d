import CRDT
import Domain

extension ObjectRow {
    /// Returns the changes that add those of `details` that the thing lacks.
    func lacking(_ details: [Detail]) -> [DetailChange] {
        guard let kind = thing, !details.isEmpty else { return [] }
        let known = Store.details(of: state, kind: kind)
        return known.adding(details, of: kind).sum.compactMap { detail in
            detail.values == known[detail.name]
                ? nil : DetailChange(detail.name, values: detail.values)
        }
    }
}
