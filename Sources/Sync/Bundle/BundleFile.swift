package import Domain

/// A file operation that the shell performs for one bundle.
package enum BundleDeed: Equatable, Sendable {
    /// Create a new file for this absolute path; it appears there with `finish`.
    case make(path: String)
    /// Append a segment.
    case append([UInt8])
    /// Make the complete file durable and let it appear.
    case finish
    /// Open the file at this absolute path and return its first segment.
    case read(path: String)
    /// Return the next segment.
    case readOn
    /// Return the first segment again.
    case readAgain
    /// Close the file, and delete it if it is not finished.
    case close
}

/// The result of a file operation.
package enum BundleNews: Equatable, Sendable {
    /// The file was created, appended to or finished.
    case written
    /// The next segment, as long as its header says.
    case segment([UInt8])
    /// The file ends after the last segment.
    case ended
    /// An incomplete segment stands after the last whole one.
    case torn
    /// Something that is not a segment stands there.
    case foreign
    /// The operation failed.
    case failed(Problem)
}
