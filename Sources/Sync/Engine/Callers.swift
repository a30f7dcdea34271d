import Domain
import Primitives
import Store
import Wire

// Callers that have not proved who they are yet. Being one costs little, so they have few places, and one
// that holds a place for long gives way.
extension Engine {
    func accept(
        _ link: LinkID, from address: String, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard hasRoom, now >= restsUntil, sessions.count < SyncLimits.sessionsMax,
            makeRoom(forCallerFrom: AddressBlock(of: address), at: now)
        else {
            effects.append(.close(link, .tooMuch))
            return
        }
        let invited = Session.Invited(others: try store.invitationKeys(at: wall))
        makeSession(link, address: address, dialling: nil, invited: invited, at: now)
    }

    /// Records that a friend or an own device was met at `address`, so that places are reserved for callers
    /// from there.
    func note(metAt address: String, at now: Instant) {
        metBlocks.note(AddressBlock(of: address))
    }

    // If all places are taken, the oldest caller of the block with most of them gives way; those from blocks
    // where friends were met give way only to a caller from such a block. Within one block, a caller that has
    // had no time yet to prove who it is does not give way, so a crowd behind one address does not shut
    // itself out.
    private func makeRoom(forCallerFrom block: AddressBlock, at now: Instant) -> Bool {
        let callers = sessions.filter {
            $0.isAlive && !$0.isProven && $0.channel.role == .responder
        }
        let neighbours = callers.filter { $0.block == block }
        if neighbours.count >= limits.unprovenPerAddressMax {
            guard let oldest = Self.oldest(of: neighbours),
                now >= oldest.openedAt + SyncLimits.callerStay
            else { return false }
            end(oldest, .tooMuch)
            return true
        }
        let isMet = metBlocks.contains(block)
        let rivals = callers.filter { metBlocks.contains($0.block) == isMet }
        guard rivals.count >= (isMet ? limits.unprovenMetMax : limits.unprovenMax) else {
            return true
        }
        let largest = AddressBlock.largest(among: rivals.map(\.block))
        guard let oldest = Self.oldest(of: rivals.filter { largest.contains($0.block) }) else {
            return false
        }
        end(oldest, .tooMuch)
        return true
    }
}
