import Domain

/// SQL for the tables of files. References are rows of `facets` whose folded form is the file's name.
enum BlobSQL {
    /// A condition on a column: the detail refers to files, or is the facet that stands for thumbnails.
    private static let refers: String = {
        let details = DetailName.allCases.filter(\.value.isFile).map { "\($0.rawValue)" }
        return "IN (" + (details + ["\(Store.thumbnailFacet)"]).joined(separator: ", ") + ")"
    }()

    /// Visible references to a file, those of this person first.
    static let references = """
        SELECT f.value FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail \(refers) AND f.folded = ?1 AND o.hidden < 2
        ORDER BY o.author <> ?2, f.object, f.value LIMIT ?3
        """

    /// Finds a visible reference that contains these words.
    static let reference = """
        SELECT 1 FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail \(refers) AND f.folded = ?1 AND o.hidden < 2 AND instr(f.value, ?2) > 0
        ORDER BY f.object LIMIT 1
        """

    /// Visible things that refer to a file.
    static let things = """
        SELECT DISTINCT o.object, o.id FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail \(refers) AND f.folded = ? AND o.hidden < 2 ORDER BY o.object, o.id LIMIT ?
        """

    static let all = """
        SELECT DISTINCT b.name FROM blobs b
        WHERE b.name > ? AND EXISTS (
            SELECT 1 FROM facets f JOIN objects o ON o.id = f.object
            WHERE f.detail \(refers) AND f.folded = b.name AND o.hidden < 2)
        ORDER BY b.name LIMIT ?
        """

    static let missing = """
        SELECT b.name FROM blobs b
        WHERE b.name IS NOT NULL AND b.held * 32768 < b.size
        AND EXISTS (SELECT 1 FROM facets f WHERE f.detail \(refers) AND f.folded = b.name)
        ORDER BY b.wanted DESC, b.id LIMIT ?
        """

    static let wanted = """
        SELECT id, name, size, pieces, wanted FROM blobs
        WHERE wanted > 0 AND name IS NOT NULL AND (wanted < ?1 OR wanted = ?1 AND id > ?2)
        ORDER BY wanted DESC, id LIMIT ?3
        """

    /// For a group or direct audience: things at home there, and things that this person has placed there.
    static let inGroup = """
        SELECT o.id FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail \(refers) AND f.folded = ?1 AND (
            o.audience = ?2
            OR o.author = ?4 AND o.audience = 1 AND o.hidden = 0 AND ?5 = 1 AND EXISTS (
                SELECT 1 FROM placed p WHERE p.object = o.id AND p.audience = ?2))
        ORDER BY o.id LIMIT 1
        """

    /// For other audiences: its owner's things there, and things that this person has placed in their own audience.
    static let inAudience = """
        SELECT o.id FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail \(refers) AND f.folded = ?1 AND (
            o.audience = ?2 AND o.author = ?3
            OR o.author = ?4 AND o.audience = 1 AND o.hidden = 0 AND ?5 = 1 AND EXISTS (
                SELECT 1 FROM placed p WHERE p.object = o.id AND p.audience = ?2))
        ORDER BY o.id LIMIT 1
        """

    /// Marks files that nothing refers to.
    static let markUnused = """
        UPDATE blobs SET unused = ? WHERE unused IS NULL AND NOT EXISTS (
            SELECT 1 FROM facets f WHERE f.detail \(refers) AND f.folded = blobs.name)
        """

    /// Clears the mark on files that are referred to again.
    static let markUsed = """
        UPDATE blobs SET unused = NULL WHERE unused IS NOT NULL AND EXISTS (
            SELECT 1 FROM facets f WHERE f.detail \(refers) AND f.folded = blobs.name)
        """
}
