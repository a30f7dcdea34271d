package import Domain

/// `POST /v1/connect`.
package struct ConnectRequest: JSONShape {
    package var host = ""
    package var port = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("host", &host, "The name or address of the other node.")
        fields.member("port", &port, as: .integer(1...65535), "Its port.")
    }

    /// Dials this address.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = Int(port)
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        guard let port = UInt16(exactly: port), port > 0 else {
            throw ProblemJSON(
                .invalidValue, "\(port) is not a port", fix: "a number from 1 to 65535",
                pointer: "/port")
        }
        return .connect(host: host, port: port)
    }
}

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
