// What a link takes over from another with the same address.
extension [Detail] {
    /// Adds the details of `others`: a single value is taken only where there is none, lists are joined as far as there
    /// is room.
    package func adding(_ others: [Detail], of kind: Kind) -> (sum: [Detail], hasRoom: Bool) {
        var sum: [Detail] = []
        var hasRoom = true
        for form in kind.details {
            var values = self[form.name]
            let known = Set(values.map(form.value.folded))
            let new = others[form.name].filter { !known.contains(form.value.folded($0)) }
            if form.isList {
                let room = Swift.max(form.valuesMax - values.count, 0)
                if new.count > room { hasRoom = false }
                values = (values + new.prefix(room)).sorted {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                }
            } else if values.isEmpty {
                values = new.first.map { [$0] } ?? []
            }
            if !values.isEmpty { sum.append(Detail(form.name, values)) }
        }
        return (sum, hasRoom)
    }
}
