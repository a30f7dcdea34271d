extension Tables {
    /// The twenty-third: the stamp of the last change that somebody made of what is in the trash without knowing that
    /// it had been removed.
    static let version23 = "ALTER TABLE trashed ADD COLUMN changed INTEGER NOT NULL DEFAULT 0"
}
