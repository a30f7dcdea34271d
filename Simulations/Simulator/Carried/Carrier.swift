import Domain
import Primitives
import Store
import Sync

// Moves carried files between devices, damages some, and lets persons exchange bundles.
extension Cluster {
    /// Lets the carrier come now and schedules the next visit.
    func carry() {
        guard !carriage.isOver, let options = carriage.options else { return }
        plan(.carry, in: carriage.dice.duration(from: .seconds(1), to: options.every * 2))
        note(.carry, carriage.dice)
        carryOnce()
    }

    /// Moves the stick or synchronises two directories, and now and then damages something.
    func carryOnce() {
        guard let options = carriage.options, !carriage.isOver else { return }
        let (from, to) = (
            carriage.dice.roll(below: machines.count), carriage.dice.roll(below: machines.count)
        )
        switch options.means {
        case .stick: carriage.stickAt = carriage.dice.roll(below: 4) == 0 ? nil : to
        case .program: copy(from, to)
        }
        if carriage.dice.roll(below: 4) == 0 { spoil(at: to) }
    }

    // Copies files that differ or are missing, and handles files that the source no longer has.
    private func copy(_ source: Int, _ target: Int) {
        guard source != target else { return }
        for file in carriage[source].files
        where carriage[target].file(named: file.name)?.bytes != file.bytes {
            let fate = carriage.dice.roll(below: 8)
            switch fate {
            case 0: continue
            case 1:
                let kept = carriage.dice.roll(below: file.bytes.count + 1)
                carriage[target].put(file.name, Array(file.bytes.prefix(kept)))
                trick(.torn)
            default: carriage[target].put(file.name, file.bytes)
            }
        }
        for file in carriage[target].files
        where carriage[source].file(named: file.name) == nil && carriage.dice.roll(below: 4) == 0 {
            // Either the source deleted the file, or it has not received it yet.
            if carriage.dice.roll(below: 2) == 0 {
                carriage[target].remove(file.name)
                trick(.lost)
            } else {
                carriage[source].put(file.name, file.bytes)
                trick(.revived)
            }
        }
    }

    private func spoil(at node: Int) {
        let files = carriage[node].files
        guard !files.isEmpty else {
            carriage[node].foreign += 1
            return trick(.foreign)
        }
        let file = files[carriage.dice.roll(below: files.count)]
        switch carriage.dice.roll(below: 8) {
        case 0, 1:
            let kept = carriage.dice.roll(below: file.bytes.count + 1)
            carriage[node].put(file.name, Array(file.bytes.prefix(kept)))
            trick(.torn)
        case 2, 3:
            carriage[node].put(file.name, flipped(file.bytes))
            trick(.flipped)
        case 4:
            carriage[node].put("copy of \(file.name)", file.bytes)
            trick(.doubled)
        case 5:
            carriage[node].remove(file.name)
            trick(.lost)
        case 6:
            carriage[node].put("noise\(FolderPlace.suffix)", [1, 2, 3])
            trick(.foreign)
        default:
            carriage[node].isMarked = false
            trick(.unmarked)
        }
    }

    private func flipped(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var changed = bytes
        changed[carriage.dice.roll(below: bytes.count)] ^= 1 << carriage.dice.roll(below: 8)
        return changed
    }

    private func trick(_ trick: Carriage.Trick) { carriage.tricks.add(trick.rawValue) }

    /// Ends all changes to carried files and restores the mark; files altered before stay altered.
    func endCarriage() {
        carriage.isOver = true
        for node in machines.indices where carriage.keepers[node] != nil {
            carriage[node].isMarked = true
        }
    }

    // MARK: Deeds

    /// Has a person make or apply a bundle, or add or remove a carried folder.
    func carryAlong(_ deed: Deed, at node: Int) throws(BrokenClaim) {
        switch deed {
        case .makeBundle:
            let addressees = try somebody(for: node)
            let isWhole = workload.dice.roll(below: 3) == 0
            let command = Command.makeBundle(
                path: "/bundle", for: addressees, isWhole: isWhole)
            submit(.command(command), at: node)
        case .applyBundle:
            guard !carriage.bundles.isEmpty else { return }
            // New and old bundles, for any recipient.
            let place =
                carriage.bundles.count - 1
                - workload.dice.roll(
                    below: min(carriage.bundles.count, 12))
            var number = place
            if workload.dice.roll(below: 4) == 0 {
                carriage.bundles.append(spoilt(carriage.bundles[place]))
                number = carriage.bundles.count - 1
            }
            submit(.command(.applyBundle(path: "/stick/\(number)")), at: node)
        case .addFolder:
            let addressees = try somebody(for: node)
            submit(.command(.addFolder(path: "/carried", for: addressees)), at: node)
        case .removeFolder:
            guard let keeper = carriage.keepers[node], keeper.life == machines[node].life
            else { return }
            submit(.command(.removeFolder(number: Int(keeper.place.number))), at: node)
        default: return
        }
        marks.add(deed.rawValue)
    }

    // Mostly everybody.
    private func somebody(for node: Int) throws(BrokenClaim) -> [Addressee] {
        let friends = machines[node].account.friends
        let groups = try groupsJoined(at: node)
        switch workload.dice.roll(below: 6) {
        case 0 where !friends.isEmpty:
            let friend = friends[workload.dice.roll(below: friends.count)]
            return [.friend(PersonReference("friend\(friend)"))]
        case 1 where !groups.isEmpty:
            return [.group(GroupAccount.name(groups[workload.dice.roll(below: groups.count)]))]
        case 2: return [.ownDevices]
        default: return [.everybody]
        }
    }

    private func spoilt(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        var changed = bytes
        if workload.dice.roll(below: 2) == 0 {
            changed.removeLast(1 + workload.dice.roll(below: bytes.count))
            carriage.tricks.add(Carriage.Trick.torn.rawValue)
        } else {
            changed[workload.dice.roll(below: bytes.count)] ^= 1 << workload.dice.roll(below: 8)
            carriage.tricks.add(Carriage.Trick.flipped.rawValue)
        }
        return changed
    }
}

extension Deed {
    /// The deeds that use carried files.
    static let ofCarriers: [Deed] = [.makeBundle, .applyBundle, .addFolder, .removeFolder]
}
