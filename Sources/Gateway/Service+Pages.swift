import API
import Domain
import HTTPTypes
import HummingbirdCore
import Interchange

extension Service {
    /// Shows a thing as a page for people without the program, with the pictures that are
    /// here in it, as many as have room.
    func page(of thing: Bookmark) async throws -> Response {
        let (pictures, missing) = try await pictures(of: thing)
        return Replies.text(
            PageWriter.page(of: thing, with: pictures, missing: missing), Routes.pageType,
            headers: [
                .contentSecurityPolicy:
                    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                    + "frame-ancestors 'none'",
                .cacheControl: "no-store",
            ])
    }

    private func pictures(of thing: Bookmark) async throws -> ([EmbeddedPicture], missing: Int) {
        var pictures: [EmbeddedPicture] = []
        var missing = 0
        var room = EmbeddedPicture.totalBytesMax
        for detail in thing.details where detail.name.value.isFile {
            for reference in detail.values.compactMap({ BlobReference($0) })
            where reference.type.isImage || reference.thumbnail != nil {
                guard let picture = try await picture(of: reference), picture.size <= room else {
                    missing += 1
                    continue
                }
                room -= picture.size
                pictures.append(picture)
            }
        }
        return (pictures, missing)
    }

    // Nil for what is not here, does not open, or is no picture that is embedded.
    private func picture(of reference: BlobReference) async throws -> EmbeddedPicture? {
        guard let file = EmbeddedPicture.file(of: reference) else { return nil }
        let about = try await door.answer(
            to: .query { .blob(.about(name: file.name, as: file, $0)) })
        guard case .success(let state) = about, state.isHere,
            // At most 256 KiB: one slice.
            case .success(let part) = try await door.answer(
                to: .query {
                    .blob(.read(name: file.name, from: 0, count: file.size, as: file, $0))
                }),
            part.bytes.count == file.size
        else { return nil }
        return EmbeddedPicture(part.bytes)
    }
}
