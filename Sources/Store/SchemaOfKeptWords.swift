extension Tables {
    /// Version 23: for objects in the trash, the stamp of the last change by a device that did not know
    /// of the removal.
    static let version23 = "ALTER TABLE trashed ADD COLUMN changed INTEGER NOT NULL DEFAULT 0"
}
