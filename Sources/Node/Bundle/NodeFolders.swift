import Sync
import UV

/// The folders, by the engine's numbers for them.
final class NodeFolders {
    /// Receives the events.
    var onEvent: (Event) -> Void = { _ in }

    private let loop: Loop
    private var keepers: [FolderKeeper] = []

    init(loop: Loop) {
        self.loop = loop
    }

    /// Watches exactly these folders; unchanged ones continue.
    func keep(_ places: [FolderPlace]) {
        for keeper in keepers where !places.contains(keeper.place) { keeper.close() }
        keepers = places.map { place in
            if let known = keepers.first(where: { $0.place == place }) { return known }
            let made = FolderKeeper(place, loop: loop)
            made.onNews = { [unowned self] news in onEvent(.folder(place.number, news)) }
            made.start()
            return made
        }
    }

    /// Performs an operation of the engine in one of them.
    func perform(_ deed: FolderDeed, in number: Int64) {
        keepers.first { $0.place.number == number }?.perform(deed)
    }
}
