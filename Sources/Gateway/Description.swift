import API
import Domain

/// The description of what is served, written once for the process: it is half a megabyte, and made of some
/// thousand parts.
actor Description {
    private var text: Text?

    struct Text: Sendable {
        let bytes: [UInt8]
        /// As `ETag` has it.
        let tag: String
    }

    /// The document of a program of this version.
    func whole(_ version: String) throws(ProblemJSON) -> Text {
        if let text { return text }
        let bytes = JSONText.encode(OpenAPI.document(version: version))
        let text = Text(bytes: bytes, tag: "\"\(EntityTag.text(of: bytes))\"")
        self.text = text
        return text
    }
}
