/// The sizes of a run.
struct Scale: Codable {
    let isQuick: Bool
    /// The divisor of the numbers of bookmarks; 1 unless the benchmark itself is tested.
    let divisor: Int

    /// For rows 7, 10, 13, 21 and 22; row 9 writes into as many.
    var sync: Int { (isQuick ? 10_000 : 100_000) / divisor }
    /// For row 20, and objects of all kinds in rows 20 and 22.
    var search: Int { (isQuick ? 100_000 : 500_000) / divisor }
    /// For row 14.
    var start: Int { (isQuick ? 100_000 : 1_000_000) / divisor }
    /// For growth in row 22: objects of all kinds, few and many.
    var growth: [Int] {
        (isQuick ? [1000, 10_000] : [10_000, 100_000, 1_000_000]).map { max(1000, $0 / divisor) }
    }
    /// For row 22, at each size.
    var growthWrites: Int { isQuick ? 200 : 1000 }
    /// The number of files that git and Syncthing move, which takes long.
    var files: Int { (isQuick ? 1000 : 10_000) / divisor }

    /// The number of empty nodes to sync to, one after another.
    var syncRuns: Int { isQuick ? 2 : 5 }
    /// For row 9, each of idle and under load.
    var writes: Int { isQuick ? 2000 : 5000 }
    /// For row 10.
    var messages: Int { isQuick ? 300 : 2000 }
    /// For row 11: the members of the group, the links that one of them stores, and how many of these are not counted.
    var crowd: Int { isQuick ? 20 : 50 }
    var crowdWrites: Int { crowdWarmUp + (isQuick ? 50 : 200) }
    var crowdWarmUp: Int { 10 }
    /// For row 20, of each kind.
    var queries: Int { isQuick ? 50 : 200 }
    /// For row 14.
    var starts: Int { isQuick ? 5 : 20 }
    /// For row 24.
    var commands: Int { 50 }

    /// Returns the number of bookmarks that the rows need, including those written in addition.
    func workload(rows: [Int]) -> Int {
        var most = 1000
        if rows.contains(where: [7, 9, 10, 13, 21, 22].contains) { most = max(most, sync) }
        if rows.contains(where: [20, 22].contains) { most = max(most, search) }
        if rows.contains(14) { most = max(most, start) }
        if rows.contains(22) {
            most = max(most, growth.reduce(0) { max($0, $1) }) + growth.count * growthWrites
        }
        return most + 2 * writes + messages + crowdWrites
    }
}
