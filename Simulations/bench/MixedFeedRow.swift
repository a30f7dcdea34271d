/// Row 22: pages of feeds at a node that has a friend's objects of all kinds.
enum MixedFeedRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let town = try bench.mixedTown()
        let node = town.ben
        let all = "\(town.mixture.count) of all kinds"
        var findings = [
            try FeedRow.page(bench, node, "rate", "of what nobody has judged among \(all)"),
            try FeedRow.page(bench, node, "feed?kind=discover", "of \(all)"),
        ]
        try FeedRow.follow(node, "#tag007")
        try FeedRow.follow(node, "type:garment category:shoes")
        try FeedRow.follow(node, "likes:>=2")
        findings.append(
            try FeedRow.page(
                bench, node, "feed?kind=following",
                "following a tag, shoes and what is liked among \(all)"))
        findings.append(
            try FeedRow.page(bench, node, "feed?kind=discover", "of the rest of \(all)"))
        return findings
    }
}
