import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What starts and stops services for this user: `systemctl --user` or `launchctl`.
struct Supervisor {
    /// What came of asking it to start a service.
    enum Outcome: Equatable {
        case started
        /// From the next login on: another process holds the profile now.
        case enabled
        /// It does not answer, or looks elsewhere; then the person does it.
        case notAsked(why: String)
    }

    private let file: ServiceFile

    init(_ file: ServiceFile) {
        self.file = file
    }

    /// What a person types to start it.
    var startWords: String {
        switch file.kind {
        case .systemd:
            "systemctl --user daemon-reload && systemctl --user enable --now \(file.name)"
        case .launchd: "launchctl bootstrap \(domain) \(ShellWord.quoted(file.path))"
        }
    }

    /// Makes the file known, and starts the service unless a node is up.
    func start(isNodeUp: Bool) -> Outcome {
        switch file.kind {
        case .launchd:
            if isNodeUp { return .enabled }
            let asked = call("launchctl", "bootstrap", domain, file.path)
            return asked.code == 0 ? .started : .notAsked(why: asked.words)
        case .systemd:
            let asked = call("systemctl", "--user", "daemon-reload")
            guard asked.code == 0 else { return .notAsked(why: asked.words) }
            guard isFound else {
                return .notAsked(why: "systemd does not look for units beside \(file.path)")
            }
            let isActive = call("systemctl", "--user", "is-active", file.name).code == 0
            let isHeld = isNodeUp && !isActive
            let enabled = call(
                ["systemctl", "--user", "enable"] + (isHeld ? [] : ["--now"]) + [file.name])
            guard enabled.code == 0 else { return .notAsked(why: enabled.words) }
            return isHeld ? .enabled : .started
        }
    }

    /// Stops it, and starts it no more.
    ///
    /// - Returns: false if the manager did not do so.
    func stop() -> Bool {
        switch file.kind {
        case .launchd: return call("launchctl", "bootout", "\(domain)/\(file.name)").code == 0
        case .systemd:
            guard isFound else { return false }
            return call("systemctl", "--user", "disable", "--now", file.name).code == 0
        }
    }

    /// The file is gone.
    func forget() {
        if file.kind == .systemd { _ = call("systemctl", "--user", "daemon-reload") }
    }

    /// In its own words: `enabled, active`; or why it does not say.
    func state() -> String {
        switch file.kind {
        case .launchd:
            let asked = call("launchctl", "print", "\(domain)/\(file.name)")
            return asked.code == 0 ? "loaded" : "not loaded"
        case .systemd:
            let asked = call("systemctl", "--user", "daemon-reload")
            guard asked.code == 0 else { return "systemd is not asked: \(asked.words)" }
            guard isFound else { return "systemd does not look there" }
            return ["is-enabled", "is-active"]
                .map { call("systemctl", "--user", $0, file.name).words }
                .joined(separator: ", ")
        }
    }

    // The manager began with other variables perhaps, and so has another unit of this name.
    private var isFound: Bool {
        let asked = call(
            "systemctl", "--user", "show", "--property=FragmentPath", "--value", file.name)
        return asked.code == 0 && asked.words == file.path
    }

    private var domain: String { "gui/\(getuid())" }

    private func call(_ words: String...) -> (code: Int32, words: String) { call(words) }

    private func call(_ words: [String]) -> (code: Int32, words: String) {
        ChildProcess.run(words)
    }
}
