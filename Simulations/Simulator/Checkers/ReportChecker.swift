import CRDT
import Domain
import Primitives

@testable import Store

/// Checks that a report is read by everybody it is addressed to, if a path leads to them, and by nobody else, and that
/// it disappears from all of them when it is withdrawn and from each who dismissed it.
enum ReportChecker {
    static let read = "a report is read by whom it is told, and by nobody else"
    static let told = "who is told a report reads it, until it is taken back"

    // MARK: At any moment

    static func checkRead(_ cluster: Cluster) throws(BrokenClaim) {
        guard !cluster.accusations.all.isEmpty else { return }
        var holders: [Bytes32: Set<PersonID>] = [:]
        for machine in cluster.machines where machine.store != nil && machine.decay == nil {
            for report in try ReportWork.shown(at: machine) {
                try check(report, at: machine, cluster)
            }
            for audience in try directs(at: machine) {
                holders[audience, default: []].insert(machine.person)
                guard holders[audience]?.count ?? 0 < 3 else {
                    throw BrokenClaim(
                        read, "\(machine.place) holds what two others share alone")
                }
            }
        }
    }

    private static func check(
        _ report: ThingReport, at machine: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) {
        guard let accusation = accusation(of: report, cluster),
            accusation.reporter == report.author.person
        else {
            throw BrokenClaim(read, "\(machine.place) reads a report that nobody made so")
        }
        guard
            accusation.reporter == machine.person || accusation.told.contains(machine.person)
        else {
            throw BrokenClaim(
                read, "\(machine.place) reads a report of node\(accusation.machine)")
        }
        note(report, accusation, at: machine, cluster)
        guard cluster.devices.cut?.machine == machine.number else { return }
        let isWithheld = Array(report.reason.utf8).withUnsafeBytes {
            cluster.canaries.withheld(in: $0) != nil
        }
        guard !isWithheld else {
            throw BrokenClaim(read, "\(machine.place) was lost before the report that it reads")
        }
    }

    private static func note(
        _ report: ThingReport, _ accusation: Accusations.Accusation, at machine: SimulatedNode,
        _ cluster: Cluster
    ) {
        guard machine.person != accusation.reporter else { return }
        guard let thing = report.thing else { return cluster.reach(.reportOfGone) }
        if thing.author.person == machine.person { cluster.reach(.reportRead) }
        if accusation.group != nil { cluster.reach(.reportReadInGroup) }
    }

    private static func accusation(
        of report: ThingReport, _ cluster: Cluster
    ) -> Accusations.Accusation? {
        Canaries.find(in: Array(report.reason.utf8)).first
            .flatMap { cluster.accusations.accusation(by: $0) }
    }

    // The direct audiences of which a node holds chains.
    private static func directs(at machine: SimulatedNode) throws(BrokenClaim) -> [Bytes32] {
        try machine.read { (store) throws(StorageError) in
            try HeldLog.audiences(of: store).filter { $0.kind == .direct }
                .compactMap(\.name.id)
        }
    }

    // MARK: After healing

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard !cluster.accusations.all.isEmpty else { return }
        var shown: [(machine: SimulatedNode, reports: [ThingReport])] = []
        for machine in cluster.machines where cluster.isSound(machine) {
            shown.append((machine, try ReportWork.shown(at: machine)))
        }
        var views: [[Int: Fellowship.View]] = []
        for number in cluster.groups.accounts.indices {
            views.append(try Fellowship.views(of: number, in: cluster))
        }
        for (machine, reports) in shown {
            for report in reports {
                guard let accusation = accusation(of: report, cluster),
                    accusation.devices.contains(machine.owner.device)
                else { continue }
                for (other, all) in shown where other.person != machine.person {
                    guard accusation.devices.contains(other.owner.device),
                        isConcerned(other, by: report, accusation),
                        try isReached(machine, other, of: accusation, by: views, cluster)
                    else { continue }
                    if all.contains(where: { $0.id == report.id }) { continue }
                    guard try ReportWork.mayMiss(report, at: other) else {
                        throw BrokenClaim(
                            told,
                            "\(machine.place) shows \(report.id.text) of node\(accusation.machine), "
                                + "\(other.place) does not")
                    }
                }
            }
        }
    }

    // Whether the person at the node is the reporter, or one to whom the reporter says that it is addressed.
    private static func isConcerned(
        _ machine: SimulatedNode, by report: ThingReport,
        _ accusation: Accusations.Accusation
    ) -> Bool {
        accusation.reporter == machine.person
            || report.told.contains { $0.person == machine.person }
    }

    // Whether both hold the same of the audience of the report: members of its group, or friends throughout, one of
    // whom reports.
    private static func isReached(
        _ one: SimulatedNode, _ other: SimulatedNode, of accusation: Accusations.Accusation,
        by views: [[Int: Fellowship.View]], _ cluster: Cluster
    ) throws(BrokenClaim) -> Bool {
        guard let number = accusation.group else {
            return try cluster.areFriendsThroughout(one.holder, other.holder)
        }
        let views = views[number]
        guard let mine = views[one.number], let theirs = views[other.number], mine.isOpen,
            theirs.isOpen, mine.roles[other.holder] != nil, theirs.roles[one.holder] != nil
        else { return false }
        return cluster.areJoined(one.number, other.number, by: views.keys.sorted())
    }
}
