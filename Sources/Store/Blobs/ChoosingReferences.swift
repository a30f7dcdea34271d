import Domain
import Primitives
import Wire

// Chooses among the references to a file. Anyone who has seen the name of a file can refer to it with a wrong size or
// key, which must not hide the correct references.
extension Store {
    /// Returns the reference by which the file of this name is described; nil if nothing visible refers to it.
    ///
    /// - Parameter asked: the reference that is meant; nil for the best one.
    func reference(
        to name: Bytes32, as asked: BlobReference?
    ) throws(StorageError) -> BlobReference? {
        let found = try references(to: name, as: asked)
        // Most files have a single reference, which needs no check.
        guard found.count > 1 else { return found.first }
        for reference in found {
            if try opens(reference) { return reference }
        }
        return found[0]
    }

    /// Returns the references to the file of this name that differ in size or key, in the order to try them: first of
    /// what is here, then this person's own, then the oldest.
    ///
    /// - Parameter asked: if given, only this one is returned, if something visible has it.
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
        // Every stored reference can be parsed.
        for reference in texts.compactMap({ BlobReference($0) }) {
            guard different.count < Self.referencesTriedMax else { break }
            if !different.contains(where: { $0.isSameFile(as: reference) }) {
                different.append(reference)
            }
        }
        guard different.count > 1 else { return different }
        // A reference with a wrong size never has pieces here, because the pieces would hash to another name.
        var here: [BlobReference] = []
        var elsewhere: [BlobReference] = []
        for reference in different {
            if try isHere(reference) { here.append(reference) } else { elsewhere.append(reference) }
        }
        return here + elsewhere
    }

    // Whether any piece of it is here.
    private func isHere(_ reference: BlobReference) throws(StorageError) -> Bool {
        guard let blob = try record(of: reference) else { return false }
        return blob.held > 0
    }

    // Whether the key opens the first piece that is here; a wrong key opens none.
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

    /// The most references read to find different ones. A caller that needs another one names it.
    private static let referencesReadMax = 256
    /// The most different references tried; each may cost opening a piece.
    private static let referencesTriedMax = 16
}
