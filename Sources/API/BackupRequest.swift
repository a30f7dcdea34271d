/// `POST /v1/backup`.
package struct BackupRequest: JSONShape {
    package var path = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("path", &path, "An absolute path, as the node sees it.")
    }

    /// A copy at this path.
    package init(path: String) {
        self.path = path
    }
}
