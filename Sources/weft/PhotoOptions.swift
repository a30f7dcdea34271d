import API
import ArgumentParser
import Domain

/// Photos that somebody puts in with a thing.
struct PhotoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A photo of it, from a file; may be repeated.", valueName: "file"),
        completion: .file())
    var photo: [String] = []

    @OptionGroup var way: PhotoWay

    func validate() throws {
        try way.check(photo.count)
    }
}

/// What changes about the photos of a thing.
struct PhotoChangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Put a photo of it behind the others.", valueName: "file"),
        completion: .file())
    var addPhoto: [String] = []

    @Option(
        help: ArgumentHelp("Take this photo away, as weft photo ls counts.", valueName: "number"))
    var removePhoto: [Int] = []

    @Option(
        help: ArgumentHelp(
            "Which photos come first: 2,1. Those that are not named follow.", valueName: "numbers"))
    var photoOrder: String?

    @OptionGroup var way: PhotoWay

    func validate() throws {
        try way.check(addPhoto.count)
        if photoOrder != nil, !addPhoto.isEmpty || !removePhoto.isEmpty {
            throw ValidationError("--photo-order goes by itself: the numbers would change.")
        }
    }

    /// Nothing is to change.
    var isEmpty: Bool { addPhoto.isEmpty && removePhoto.isEmpty && photoOrder == nil }

    /// The change of the thing at this path of the API; nil if there is none.
    func change(at path: String, _ client: Client, _ output: Output) throws -> DetailChange? {
        guard !isEmpty else { return nil }
        guard photoOrder != nil || !removePhoto.isEmpty else {
            return DetailChange(.photo, add: try way.put(addPhoto, client, output))
        }
        let photos = try ThingPhotos(at: path, client)
        if let photoOrder {
            let order = try photos.ordered(photoOrder)
            let moved = order.moved()
            // One that is put where it stands changes nothing, and the node tells the thing as it is.
            return DetailChange(.photo, add: (moved.isEmpty ? order : moved).map(\.text))
        }
        let gone = try removePhoto.map { try photos[$0].text }
        return DetailChange(.photo, add: try way.put(addPhoto, client, output), remove: gone)
    }
}

/// How photos are put in.
struct PhotoWay: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A small picture of each photo, of 32 KiB at most; else a program of this machine "
                + "makes it, if there is one.", valueName: "file"),
        completion: .file())
    var thumbnail: [String] = []

    @Flag(help: "Leave in photos where, when and with what they were taken.")
    var keepMetadata = false

    @Option(
        help: ArgumentHelp(
            "Turn each photo clockwise: 90, 180 or 270. A program of this machine does it.",
            valueName: "degrees"))
    var rotate: Int?

    @Option(
        help: ArgumentHelp(
            "Keep of each photo this part alone, in pixels from its left and top as it is shown, "
                + "turned first: 0,120,800,600.", valueName: "x,y,w,h"))
    var crop: String?

    /// Holds what was typed together against the number of photos.
    func check(_ photos: Int) throws {
        guard thumbnail.isEmpty || thumbnail.count == photos else {
            throw ValidationError("Give --thumbnail once for each photo, in their order, or never.")
        }
        if photos == 0, keepMetadata {
            throw ValidationError("--keep-metadata goes with a photo.")
        }
        guard try PhotoEdit(crop: crop, rotate: rotate) != nil else { return }
        if photos == 0 { throw ValidationError("--crop and --rotate go with a photo.") }
        if keepMetadata {
            throw ValidationError(
                "--keep-metadata does not go with --crop and --rotate: what a photo says of itself "
                    + "may have the whole of it, small.")
        }
    }

    /// Puts the files in.
    ///
    /// - Returns: what to put among the photos of a thing.
    func put(_ paths: [String], _ client: Client, _ output: Output) throws -> [String] {
        guard let edit = try PhotoEdit(crop: crop, rotate: rotate) else {
            return try Self.put(
                paths, thumbnails: thumbnail, keepsMetadata: keepMetadata, client, output)
        }
        let program = try PhotoEditProgram()
        defer { program.remove() }
        let edited = try paths.map { try program.edited($0, edit) }
        return try Self.put(
            edited, thumbnails: thumbnail, keepsMetadata: keepMetadata, client, output)
    }

    /// The same for who has said it otherwise; without `thumbnails` a program makes them.
    static func put(
        _ paths: [String], thumbnails: [String], keepsMetadata: Bool, _ client: Client,
        _ output: Output
    ) throws -> [String] {
        // None is put in if one cannot be.
        let files = try paths.map { try UploadFile($0, as: .photo) }
        var photos: [String] = []
        for (place, file) in files.enumerated() {
            let small: String?
            if thumbnails.isEmpty {
                small = try made(of: file.path, keepsMetadata, client, output)
            } else {
                let picture = try UploadFile(thumbnails[place], as: .thumbnail)
                small = try upload(picture, as: .thumbnail, keepsMetadata, nil, client)
            }
            photos.append(try upload(file, as: .photo, keepsMetadata, small, client))
        }
        return photos
    }

    // What cannot be made small is shown from the photo itself.
    private static func made(
        of path: String, _ keepsMetadata: Bool, _ client: Client, _ output: Output
    ) throws -> String? {
        let drawer = ThumbnailProgram()
        defer { drawer.remove() }
        guard let path = drawer.thumbnail(of: path) else {
            output.trace("no program has made a thumbnail of \(path)")
            return nil
        }
        return try upload(
            UploadFile(path, as: .thumbnail), as: .thumbnail, keepsMetadata, nil, client)
    }

    private static func upload(
        _ file: UploadFile, as use: BlobUse, _ keepsMetadata: Bool, _ small: String?,
        _ client: Client
    ) throws -> String {
        let query = [
            ("as", use.rawValue), ("thumbnail", small),
            ("keep_metadata", keepsMetadata ? "true" : nil),
        ]
        var call = Call(method: "POST", path: Call.target("/v1/blobs", query))
        call.file = file
        let kept: BlobJSON
        do {
            kept = try Reading.decode(BlobJSON.self, from: client.send(call))
        } catch let failure as Failure where failure.problem != nil {
            throw failure.about(file.path)
        }
        guard let photo = kept.photo else {
            throw Failure(.failure, "the node did not name the file that was put in")
        }
        return photo
    }
}

/// The photos of one thing, counted from 1 in their order; of a link its thumbnail.
struct ThingPhotos {
    let photos: [BlobReference]
    let id: String
    /// What to type to put one in.
    let change: String

    /// Those of the thing at this path of the API.
    init(at path: String, _ client: Client) throws {
        let reply = try client.send(.get(path))
        let thing = try Reading.decode(ThingJSON.self, from: reply)
        id = thing.shortID
        let texts: [String]
        switch thing {
        case .link(let link):
            texts = link.thumbnail.map { [$0] } ?? []
            change = "weft edit \(id) --thumbnail FILE"
        case .named(let thing):
            texts = thing.details[.photo]
            let noun = thing.type == Kind.outfit.word ? thing.type : Kind.garment.word
            change = "weft \(noun) edit \(id) --add-photo FILE"
        }
        photos = texts.compactMap { BlobReference($0) }
    }

    subscript(_ number: Int) -> BlobReference {
        get throws {
            guard number > 0, photos.indices.contains(number - 1) else {
                let count = Counted.words(photos.count, "photo")
                throw Failure(
                    .notFound, "there is no photo \(number): \(id) has \(count)",
                    fix: "weft photo ls \(id)")
            }
            return photos[number - 1]
        }
    }

    /// All of them in this order, with the places that they have.
    func ordered(_ text: String) throws -> [BlobReference] {
        var order: [BlobReference] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = Int(word.filter { $0 != " " }) else {
                throw Failure(
                    .usage, "\"\(text.prefix(80))\" is no order of photos",
                    fix: "name them by their numbers: --photo-order 2,1")
            }
            let photo = try self[number]
            guard !order.contains(photo) else {
                throw Failure(
                    .usage, "photo \(number) is named twice",
                    fix: "name each once: --photo-order 2,1")
            }
            order.append(photo)
        }
        order += photos.filter { !order.contains($0) }
        return order
    }
}
