package import Domain

/// What the shell does with the file of one bundle.
package enum BundleDeed: Equatable, Sendable {
    /// Make a new file for this absolute path, which appears there with `finish`.
    case make(path: String)
    /// Put a segment behind the others.
    case append([UInt8])
    /// All of it is there: make it durable, and let it appear.
    case finish
    /// Open what is at this absolute path, and bring its first segment.
    case read(path: String)
    /// Bring the next one.
    case readOn
    /// Bring the first one once more.
    case readAgain
    /// Nothing more is wanted; a file that is not finished goes away.
    case close
}

/// What came of it.
package enum BundleNews: Equatable, Sendable {
    /// It was made, appended to or finished.
    case written
    /// The next segment, whole as far as its length says.
    case segment([UInt8])
    /// The file ends behind the last one.
    case ended
    /// Behind the last segment there is too little of one.
    case torn
    /// Something else is there.
    case foreign
    /// It cannot be done.
    case failed(Problem)
}
