import Logging
import Sync
import UV

// What a node reads again on SIGHUP.
extension Node {
    /// Applies the profile's current settings, as far as a running node can. Logs what it cannot apply and
    /// what is wrong.
    func readSettingsAgain() {
        let settings: ProfileSettings
        do throws(NodeError) {
            settings = try ProfileSettings.read(from: configuration.profile)
        } catch {
            logger.error("the settings are unchanged: \(error.what): \(error.why)")
            return
        }
        var changed: [String] = []
        if settings.name != configuration.settings.name {
            configuration.settings.name = settings.name
            put(.named(settings.name))
            changed.append("the name")
        }
        if settings.listen != configuration.settings.listen, settings.listen != bound?.text {
            if let change = listenElsewhere(settings.listen) { changed.append(change) }
        }
        if settings.peers != configuration.settings.peers {
            logger.warning("\"peers\" in the settings takes effect at the next start")
        }
        let words = changed.isEmpty ? "no changes" : changed.joined(separator: ", ")
        logger.notice("settings reloaded: \(words)")
    }

    // Returns what has changed, in words; nil if nothing has.
    private func listenElsewhere(_ listen: String?) -> String? {
        guard !configuration.forbidsListening else {
            logger.notice("still not listening: the node was started with --no-listen")
            return nil
        }
        let before = bound
        do throws(NodeError) {
            if let listen { try self.listen(on: listen) } else { listenNowhere() }
        } catch {
            logger.error("\(error.what): \(error.why); the listening address is unchanged")
            if let before { recover(before) }
            return nil
        }
        configuration.settings.listen = listen
        beacons.links(on: bound?.host)
        return bound.map { "listening on \($0.text)" } ?? "not listening"
    }

    // The socket was closed first, since the same port cannot be bound twice.
    private func recover(_ place: HostPort) {
        do throws(NodeError) {
            try listen(on: place.text)
        } catch {
            logger.error("\(error.what): \(error.why)")
            listenNowhere()
            beacons.links(on: nil)
        }
    }

    private func listenNowhere() {
        links.deafen()
        bound = nil
        tellAddresses()
    }

    /// Accepts links on `listen`, written `host:port`, and nowhere else.
    func listen(on listen: String) throws(NodeError) {
        guard let place = HostPort(listen) else {
            throw NodeError(
                .invalid, "cannot listen on \(listen)", why: "it is not HOST:PORT",
                fix: "weft up --listen 0.0.0.0:7433")
        }
        do throws(UVError) {
            bound = HostPort(
                host: place.host, port: try links.listen(host: place.host, port: place.port))
            tellAddresses()
        } catch {
            throw NodeError(
                error.isAddressInUse ? .inUse : .machine, "cannot listen on \(listen)",
                why: error.message,
                fix:
                    "weft up --listen \(place.host):0 picks any free port; --no-listen turns "
                    + "listening off"
            )
        }
    }
}
