import Domain
import Primitives
import Wire

// Which of the references to a file counts. Whoever has seen the name of one can refer to it, and
// say a wrong size or key: that must not stand in the way of whoever says the right ones.
extension Store {
    /// The reference to the file of this name by which it is told of; nil if nothing in sight has
    /// one.
    ///
    /// - Parameter asked: the one that is meant; nil for the one that fits best.
    func reference(
        to name: Bytes32, as asked: BlobReference?
    ) throws(StorageError) -> BlobReference? {
        let found = try references(to: name, as: asked)
        // Most files are told of in one way, and then nothing needs to be opened.
        guard found.count > 1 else { return found.first }
        for reference in found {
            if try opens(reference) { return reference }
        }
        return found[0]
    }

    /// References to the file of this name that differ in size or key, in the order in which they
    /// are tried: of what is here first, then this person's own, then those that came first.
    ///
    /// - Parameter asked: only this one, if something in sight has it.
    func references(
        to name: Bytes32, as asked: BlobReference?
    ) throws(StorageError) -> [BlobReference] {
        let folded = SQLValue.text(Base32.encode(name.bytes))
        if let asked {
            guard asked.name == name else { return [] }
            let words = " \(asked.size) \(asked.nameText) \(Base32.encode(asked.key.bytes))"
            let isKnown = try database.row(BlobSQL.reference, [folded, .text(words)]) { _ in true }
            return isKnown == true ? [asked] : []
        }
        let texts = try database.rows(
            BlobSQL.references,
            [folded, .integer(try me), .integer(Self.referencesReadMax)]
        ) { (row) throws(StorageError) in row.text(0) }
        var different: [BlobReference] = []
        // All in the table can be read.
        for reference in texts.compactMap({ BlobReference($0) }) {
            guard different.count < Self.referencesTriedMax else { break }
            if !different.contains(where: { $0.isSameFile(as: reference) }) {
                different.append(reference)
            }
        }
        guard different.count > 1 else { return different }
        // Of a wrong size none of it ever is: its pieces would have another name.
        var here: [BlobReference] = []
        var elsewhere: [BlobReference] = []
        for reference in different {
            if try isHere(reference) { here.append(reference) } else { elsewhere.append(reference) }
        }
        return here + elsewhere
    }

    // Something of it is.
    private func isHere(_ reference: BlobReference) throws(StorageError) -> Bool {
        guard let blob = try record(of: reference) else { return false }
        return blob.held > 0
    }

    // Of the first piece that is here: the wrong key opens none.
    private func opens(_ reference: BlobReference) throws(StorageError) -> Bool {
        guard let blob = try record(of: reference) else { return false }
        for piece in 0..<blob.shape.pieces where blob.has(piece) {
            guard let sealed = try sealedPiece(piece, of: blob)?.sealed else { return false }
            return BlobSeal.open(sealed, at: piece, of: blob.shape, key: reference.key) != nil
        }
        return false
    }

    private func record(of reference: BlobReference) throws(StorageError) -> BlobRecord? {
        guard let shape = BlobShape(size: UInt64(reference.size)) else { return nil }
        return try blob(reference.name, shape)
    }

    /// References that are read to find different ones; who needs another says which.
    private static let referencesReadMax = 256
    /// Different ones that are tried: each may cost a piece that is opened.
    private static let referencesTriedMax = 16
}
