// Plans the search for duplicate links.
extension SearchPlanner {
    /// Gathers the own links whose address another own link has. The index of keys is walked once; rows that share a
    /// key are compared.
    mutating func rowsTwice() throws(StorageError) -> RowSet {
        var rows = RowSet()
        guard refusal == nil else { return rows }
        effort.spend(try store.lastRow / SearchEffort.rowsEach)
        let keys = effort.isSpent ? [] : try store.sharedKeys()
        for key in keys {
            effort.spend(key.count * SearchEffort.address)
            guard !effort.isSpent else { break }
            for set in try store.sameLinks(withKey: key.key) {
                for link in set { rows.insert(link.row) }
            }
        }
        if effort.isSpent { refuseAsTooBroad() }
        return rows
    }
}
