/// How many of everything a run takes.
struct Scale: Codable {
    let isQuick: Bool
    /// What the numbers of bookmarks were divided by; 1 unless the benchmark itself is tried.
    let divisor: Int

    /// Rows 7, 10, 13, 21 and 22; row 9 writes into as many.
    var sync: Int { (isQuick ? 10_000 : 100_000) / divisor }
    /// Row 20, and objects of all kinds in rows 20 and 22.
    var search: Int { (isQuick ? 100_000 : 500_000) / divisor }
    /// Row 14.
    var start: Int { (isQuick ? 100_000 : 1_000_000) / divisor }
    /// Row 22, what grows: objects of all kinds, few and many.
    var growth: [Int] {
        (isQuick ? [1000, 10_000] : [10_000, 100_000, 1_000_000]).map { max(1000, $0 / divisor) }
    }
    /// Row 22, of each size.
    var growthWrites: Int { isQuick ? 200 : 1000 }
    /// Files that git and Syncthing move, which take long.
    var files: Int { (isQuick ? 1000 : 10_000) / divisor }

    /// Empty nodes that are synced to, one after another.
    var syncRuns: Int { isQuick ? 2 : 5 }
    /// Row 9, each of idle and under load.
    var writes: Int { isQuick ? 2000 : 5000 }
    /// Row 10.
    var messages: Int { isQuick ? 300 : 2000 }
    /// Row 11: members of the group, links that one of them keeps, and how many of them are not counted.
    var crowd: Int { isQuick ? 20 : 50 }
    var crowdWrites: Int { crowdWarmUp + (isQuick ? 50 : 200) }
    var crowdWarmUp: Int { 10 }
    /// Row 20, of each kind.
    var queries: Int { isQuick ? 50 : 200 }
    /// Row 14.
    var starts: Int { isQuick ? 5 : 20 }
    /// Row 24.
    var commands: Int { 50 }

    /// Bookmarks that the rows need, and those that are written beside them.
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
