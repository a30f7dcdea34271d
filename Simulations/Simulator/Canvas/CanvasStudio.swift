import CRDT
import Domain
import Primitives

@testable import Store

/// One outfit, the nodes that edit it, and a model of what each has said and known.
struct CanvasStudio {
    /// One aspect of a layer, as a node has set it.
    private struct Saying {
        let layer: LayerID
        let mark: CanvasMark
        /// What its writer knew, as indices into `sayings`.
        let known: Set<Int>
    }

    private let cluster: Cluster
    private let report: CanvasTrial.Report
    private var dice: Dice
    private var outfit = ObjectID(.zero)
    /// Garments that everybody sees, and garments that one node alone sees, by node.
    private var garments: [ObjectID] = []
    private var ownGarments: [ObjectID] = []
    private var sayings: [Saying] = []
    /// The layers that somebody has removed.
    private var taken: Set<LayerID> = []
    private var made = 0
    private(set) var crashes = 0
    /// The number of commands that were obeyed.
    private(set) var edits = 0

    init(_ cluster: Cluster, _ report: CanvasTrial.Report, _ dice: Dice) {
        self.cluster = cluster
        self.report = report
        self.dice = dice
    }

    private var nodes: Range<Int> { 0..<report.nodes }

    // MARK: Phases

    /// Connects the nodes and stores their garments and an outfit made of them.
    mutating func open() throws(BrokenClaim) {
        var audience: Audience?
        if report.isOfOnePerson {
            for machine in nodes.dropFirst() { try cluster.pair(machine, by: 0) }
            try cluster.settle()
        } else {
            let group = try cluster.foundGroup(at: 0)
            for node in nodes.dropFirst() { try cluster.letIn(node, into: group, by: 0) }
            audience = .group(GroupAccount.name(group))
        }
        for node in nodes {
            garments.append(try keepGarment(for: audience, at: node))
            ownGarments.append(try keepGarment(for: nil, at: node))
        }
        let draft = BookmarkDraft(
            url: "https://node0.example/look", title: "look", kind: .outfit)
        let command = WardrobeCommand.keep(draft, of: [.id(garments[0].text)], to: audience)
        let answer = try cluster.done(.wardrobe(command), at: 0)
        guard case .kept(let kept) = answer, case .added(let id)? = kept.outcomes.first else {
            throw BrokenClaim("an outfit is kept", "\(answer)")
        }
        outfit = id
        try note(try marks(at: 0).standing, known: [])
        try settle()
    }

    /// Lets the nodes edit for a while, some of them partitioned, and sometimes cuts power to one.
    mutating func work() throws(BrokenClaim) {
        let time = Duration.seconds(4 + dice.roll(below: 20))
        var ways: [(Int, Int)] = []
        for one in nodes {
            for other in nodes where one < other && dice.roll(below: 4) > 0 {
                ways += [(one, other), (other, one)]
            }
        }
        cluster.block(ways, for: time)
        let end = cluster.now + time
        for _ in 0..<3 + dice.roll(below: 9) {
            try act(at: dice.roll(below: report.nodes))
            try cluster.run(for: dice.duration(from: .milliseconds(1), to: .milliseconds(900)))
            if dice.roll(below: 12) == 0 { try crash(dice.roll(below: report.nodes)) }
        }
        if end > cluster.now { try cluster.run(for: end - cluster.now) }
        // Power may also fail while they synchronise.
        try cluster.run(for: dice.duration(from: .milliseconds(1), to: .seconds(4)))
        if dice.roll(below: 3) == 0 { try crash(dice.roll(below: report.nodes)) }
    }

    /// Waits until every node has received everything.
    mutating func settle() throws(BrokenClaim) {
        let end = cluster.now + Simulation.settlesWithin
        while !(try haveHeardAll()) {
            guard cluster.now < end else {
                throw BrokenClaim("all hear of what was done to a canvas", "after \(cluster.now)")
            }
            try cluster.run(for: .seconds(1))
        }
    }

    // MARK: Results

    /// The aspects of layers that several nodes set without knowing of each other.
    var contested: Int {
        let all = Set(sayings.map { [$0.layer.text, $0.mark.aspect.word] })
        return all.count { standing($0[0], $0[1]).count > 1 }
    }

    /// Checks that all nodes show one canvas with the latest edits and without removed layers.
    ///
    /// - Returns: the number of its layers.
    func check() throws(BrokenClaim) -> Int {
        let canvas = Canvas(try marks(at: 0).standing)
        for node in nodes {
            let shown = try show(at: node)
            guard shown.canvas == canvas else {
                throw BrokenClaim("all show one canvas", "node\(node) and node0")
            }
            try checkParts(of: shown, at: node)
        }
        for layer in Set(sayings.map(\.layer)).sorted() {
            guard let shown = canvas[layer] else {
                if taken.contains(layer) { continue }
                throw BrokenClaim("a layer stays until it is taken off", layer.text)
            }
            guard !taken.contains(layer) else {
                throw BrokenClaim("what is taken off stays off", layer.text)
            }
            for aspect in Self.aspects(of: shown) {
                let last = standing(layer.text, aspect.word)
                guard last.isEmpty || last.contains(where: { $0.mark.aspect == aspect }) else {
                    throw BrokenClaim(
                        "an edit that nobody contests stands",
                        "\(layer.text) \(aspect.word): \(last.map(\.mark.text))")
                }
            }
        }
        return canvas.layers.count
    }

    // Of a garment that only its owner sees, others see a silhouette.
    private func checkParts(of shown: Bookmark, at node: Int) throws(BrokenClaim) {
        let names = Set(shown.parts.map(\.thing.id))
        let foreign =
            report.isOfOnePerson ? [] : nodes.filter { $0 != node }.map { ownGarments[$0] }
        if let leak = foreign.first(where: names.contains) {
            throw BrokenClaim(
                "who may not see a garment sees a silhouette", "\(leak.text) at \(node)")
        }
        let mine = report.isOfOnePerson ? ownGarments : [ownGarments[node]]
        for id in garments + mine {
            let name = try name(of: id, at: node)
            let isThere = !shown.canvas.layers(of: name).isEmpty
            guard isThere == names.contains(id) else {
                throw BrokenClaim(
                    "who may see a garment sees it in an outfit", "\(id.text) at \(node)")
            }
        }
    }

    // MARK: One edit

    private mutating func act(at node: Int) throws(BrokenClaim) {
        guard cluster.machines[node].state == .running else { return }
        let before = try marks(at: node)
        let canvas = Canvas(before.standing)
        let change = draw(canvas, at: node)
        let command = Command.wardrobe(.arrange(.id(outfit.text), [change]))
        let answer = try cluster.ask(.command(command), at: node)
        // Somebody else may have removed the layer in the meantime.
        guard case .bookmark(let shown) = answer else { return }
        edits += 1
        let after = try marks(at: node)
        for layer in canvas.layers where shown.canvas[layer.id] == nil { taken.insert(layer.id) }
        try note(after.standing.filter { !before.standing.contains($0) }, known: known(before))
    }

    // What arrived from other nodes in the meantime is in the model already.
    private mutating func note(_ marks: [CanvasMark], known: Set<Int>) throws(BrokenClaim) {
        for mark in marks where !sayings.contains(where: { $0.mark == mark }) {
            sayings.append(Saying(layer: mark.layer, mark: mark, known: known))
        }
    }

    private mutating func draw(_ canvas: Canvas, at node: Int) -> LayoutChange {
        made += 1
        let chosen =
            canvas.layers.isEmpty ? nil : canvas.layers[dice.roll(below: canvas.layers.count)]
        guard let layer = chosen?.id.text, dice.roll(below: 4) > 0 else {
            let all = garments + [ownGarments[node]]
            let garment = all[dice.roll(below: all.count)]
            return .put(garment.text, PoseChange(x: made, y: -made), isAgain: true)
        }
        switch dice.roll(below: 20) {
        case 0: return .clear
        case 1...2: return .take(layer)
        case 3...6:
            let height = PoseChange.Height.number(1 + dice.roll(below: canvas.layers.count))
            return .put(layer, PoseChange(height: height), isAgain: false)
        case 7...11: return .put(layer, PoseChange(scale: 1000 + made), isAgain: false)
        case 12...14: return .put(layer, PoseChange(turn: made % 360), isAgain: false)
        default: return .put(layer, PoseChange(x: made, y: made), isAgain: false)
        }
    }

    // MARK: Reading

    private func standing(_ layer: String, _ word: String) -> [Saying] {
        let about = sayings.indices.filter {
            sayings[$0].layer.text == layer && sayings[$0].mark.aspect.word == word
        }
        return about.filter { one in !about.contains { sayings[$0].known.contains(one) } }
            .map { sayings[$0] }
    }

    private func known(_ marks: (standing: [CanvasMark], removed: [CanvasMark])) -> Set<Int> {
        let seen = Set(marks.standing + marks.removed)
        return Set(sayings.indices.filter { seen.contains(sayings[$0].mark) })
    }

    private func haveHeardAll() throws(BrokenClaim) -> Bool {
        var first: [CanvasMark]?
        for node in nodes {
            guard cluster.machines[node].state == .running else { return false }
            let marks = try marks(at: node)
            guard known(marks).count == sayings.count else { return false }
            if let first, first != marks.standing { return false }
            first = marks.standing
        }
        return try cluster.isAgreed()
    }

    private func marks(
        at node: Int
    ) throws(BrokenClaim) -> (standing: [CanvasMark], removed: [CanvasMark]) {
        let found = try cluster.machines[node].read { (store) throws(StorageError) in
            guard case .success(let row) = try store.resolve(.id(outfit.text)) else {
                return nil as ObjectRow?
            }
            return try store.object(row: row)
        }
        return (found?.marks ?? [], found?.removedMarks ?? [])
    }

    private func show(at node: Int) throws(BrokenClaim) -> Bookmark {
        let answer = try cluster.ask(.query(.show(.id(outfit.text))), at: node)
        guard case .bookmark(let shown) = answer else {
            throw BrokenClaim("all show the outfit", "node\(node): \(answer)")
        }
        return shown
    }

    private func name(of id: ObjectID, at node: Int) throws(BrokenClaim) -> ThingReference {
        let found = try cluster.machines[node].read { (store) throws(StorageError) in
            guard case .success(let row) = try store.resolve(.id(id.text)),
                let object = try store.object(row: row)
            else { return nil as ThingReference? }
            return try store.reference(to: object.id, of: object.author)
        }
        guard let found else { throw BrokenClaim("all show the garments", "\(id.text) at \(node)") }
        return found
    }

    private mutating func keepGarment(
        for audience: Audience?, at node: Int
    ) throws(BrokenClaim) -> ObjectID {
        made += 1
        let draft = BookmarkDraft(
            url: "https://node\(node).example/\(made)", title: "garment \(made)", kind: .garment,
            details: [Detail(.category, [made % 2 == 0 ? "shirts" : "shoes"])])
        return try cluster.keep(draft, for: audience, at: node)
    }

    // Cuts power to a node and restores it after a while.
    private mutating func crash(_ node: Int) throws(BrokenClaim) {
        guard cluster.machines[node].state == .running else { return }
        crashes += 1
        try cluster.crash(node, isSilent: dice.roll(below: 2) == 0)
        try cluster.run(for: dice.duration(from: .milliseconds(10), to: .seconds(3)))
        try cluster.start(node)
    }

    private static func aspects(of layer: Canvas.Layer) -> [CanvasMark.Aspect] {
        [
            .garment(layer.garment), .at(x: layer.x, y: layer.y), .scale(layer.scale),
            .turn(layer.turn), .z(layer.z),
        ]
    }
}
