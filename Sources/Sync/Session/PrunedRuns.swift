import CRDT
import Domain
import Primitives
import Store
import Wire

// Leaves what is dead out of runs. A peer that lacks it receives the checkpoint that declares it dead before
// the run that leaves it out.
extension Session {
    /// The next part of a chain for the peer after its first `sequence` deltas; nil if nothing can be sent.
    func nextPart(
        _ chain: ChainID, from sequence: UInt64, _ index: Int
    ) throws(SessionError) -> Store.Part? {
        let told = exchanges[index].checkpointsTold
        return try stored { () throws(StorageError) in
            try store.nextPart(
                of: chain, from: sequence, told: told, bytesWanted: limits.runBytesWanted)
        }
    }

    /// Sends a part.
    ///
    /// - Returns: Its cost in bytes, and how far the peer gets by it; nil if there is nothing to send.
    func sendPart(
        _ part: Store.Part?, _ chain: ChainID, from sequence: UInt64, _ index: Int
    ) throws(SessionError) -> (bytes: Int, end: UInt64)? {
        switch part {
        case nil: return nil
        case .leap(let end)?: return (0, end)
        case .proof(let proof)?: return (try sendCheckpoint(proof, index), sequence)
        case .run(let deltas, let end)?:
            try stored { () throws(StorageError) in try store.release(chain, to: end) }
            sendRun(exchanges[index].place, chain, from: sequence, deltas)
            return (deltas.count, end)
        }
    }

    private func sendCheckpoint(_ proof: CheckpointProof, _ index: Int) throws(SessionError) -> Int
    {
        let keyBytes = try tellKey(of: proof, index)
        let message = Message.checkpoint(audience: exchanges[index].place, proof)
        send(message)
        exchanges[index].checkpointsTold.append(proof.place)
        return keyBytes + message.bytes.count
    }

    /// Processes a checkpoint, which comes ahead of its chain.
    func takeCheckpoint(
        _ proof: CheckpointProof, at place: UInt8, wall: WallTime
    ) throws(SessionError) {
        let index = try exchange(at: place)
        try receivedBytes(Message.checkpoint(audience: place, proof).bytes.count)
        guard !exchanges[index].isSpare else { return }
        let audience = exchanges[index].audience
        try claimAgain()
        let reception = try stored { () throws(StorageError) in
            try store.receive(proof, in: audience, wall: wall)
        }
        switch reception {
        case .refused(let reason): throw .peer(reason)
        case .early, .unaware:
            exchanges[index].isBehind = true
            guard exchanges[index].unjudged.count < SyncLimits.doubtsMax else {
                throw .peer(.tooMuch)
            }
            if !exchanges[index].unjudged.contains(proof.target) {
                exchanges[index].unjudged.append(proof.target)
            }
        case .known, .advanced, .parted, .doubtful, .full:
            if !exchanges[index].checkpointsTold.contains(proof.place) {
                exchanges[index].checkpointsTold.append(proof.place)
            }
            guard case .advanced = reception else { return }
            if exchanges[index].audience == nil { try learnAudience(index) }
            let held = try frontier(of: exchanges[index]).length(of: proof.target)
            exchanges[index].theirs.extend(proof.target, to: held)
        }
    }

    /// Sends the checkpoints of a chain to a peer that sent a run over what is dead here, and asks it again.
    func explain(_ chain: ChainID, _ index: Int) throws(SessionError) {
        let proofs = try stored { () throws(StorageError) in
            try store.checkpointProofs(of: chain)
        }
        var isNew = false
        for proof in proofs where !exchanges[index].checkpointsTold.contains(proof.place) {
            guard credit > 0 else { return }
            credit -= try sendCheckpoint(proof, index)
            isNew = true
        }
        guard isNew else { return }
        try tell(index, isAsking: true)
    }
}
