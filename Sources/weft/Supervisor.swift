import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The program that starts and stops services of this user: `systemctl --user` or `launchctl`.
struct Supervisor {
    /// The outcome of a request to start a service.
    enum Outcome: Equatable {
        case started
        /// It ran with an earlier file and was restarted.
        case restarted
        /// It starts at the next login: another process holds the profile now.
        case enabled
        /// It does not answer, or looks elsewhere; then the person does it.
        case notAsked(why: String)
    }

    private let file: ServiceFile

    init(_ file: ServiceFile) {
        self.file = file
    }

    /// The line that a person types to start it, or to restart it by the file that is there now.
    var startWords: String {
        switch file.kind {
        case .systemd:
            return "systemctl --user daemon-reload && systemctl --user enable \(file.name)"
                + " && systemctl --user restart \(file.name)"
        case .launchd:
            let end = isLoaded ? "launchctl bootout \(domain)/\(file.name); " : ""
            return end + "launchctl bootstrap \(domain) \(ShellText.quoted(file.path))"
        }
    }

    /// Makes the file known, and starts the service unless another process has the profile.
    ///
    /// - Parameters:
    ///   - holder: the process that has the profile; nil if none has.
    ///   - isWritten: the file was not there before, or was another: what runs by that starts anew.
    func start(holder: Int32?, isWritten: Bool) -> Outcome {
        switch file.kind {
        case .launchd: return bootstrap(isHeld: holder != nil, isWritten: isWritten)
        case .systemd:
            let asked = call("systemctl", "--user", "daemon-reload")
            guard asked.code == 0 else { return .notAsked(why: asked.words) }
            guard isFound else {
                return .notAsked(why: "systemd does not search the folder of \(file.path)")
            }
            let process = property("MainPID")
            let isHeld = holder.map { "\($0)" != process } ?? false
            let isActive = call("systemctl", "--user", "is-active", file.name).code == 0
            // What is active already --now leaves as it is.
            let isOld = isActive && isWritten && !isHeld
            let enabled = call(
                ["systemctl", "--user", "enable"] + (isHeld || isOld ? [] : ["--now"])
                    + [file.name])
            guard enabled.code == 0 else { return .notAsked(why: enabled.words) }
            guard isOld else { return isHeld ? .enabled : .started }
            let restarted = call("systemctl", "--user", "restart", file.name)
            return restarted.code == 0 ? .restarted : .notAsked(why: restarted.words)
        }
    }

    // launchd reads a file once: what it has loaded goes first.
    private func bootstrap(isHeld: Bool, isWritten: Bool) -> Outcome {
        let isLoaded = isLoaded
        let isOld = isLoaded && isWritten
        if isHeld, !isOld { return isLoaded ? .started : .enabled }
        if isLoaded { _ = call("launchctl", "bootout", "\(domain)/\(file.name)") }
        let asked = call("launchctl", "bootstrap", domain, file.path)
        guard asked.code == 0 else { return .notAsked(why: asked.words) }
        return isOld ? .restarted : .started
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
        case .launchd: return isLoaded ? "loaded" : "not loaded"
        case .systemd:
            let asked = call("systemctl", "--user", "daemon-reload")
            guard asked.code == 0 else { return "systemd was not asked: \(asked.words)" }
            guard isFound else { return "systemd does not search there" }
            return ["is-enabled", "is-active"]
                .map { call("systemctl", "--user", $0, file.name).words }
                .joined(separator: ", ")
        }
    }

    // The manager began with other variables perhaps, and so has another unit of this name.
    private var isFound: Bool { property("FragmentPath") == file.path }

    // As systemd has it; nil if it does not say.
    private func property(_ name: String) -> String? {
        let asked = call("systemctl", "--user", "show", "--property=\(name)", "--value", file.name)
        return asked.code == 0 ? asked.words : nil
    }

    // launchd has a job of this name, whether or not it runs now.
    private var isLoaded: Bool {
        call("launchctl", "print", "\(domain)/\(file.name)").code == 0
    }

    private var domain: String { "gui/\(getuid())" }

    private func call(_ words: String...) -> (code: Int32, words: String) { call(words) }

    private func call(_ words: [String]) -> (code: Int32, words: String) {
        ChildProcess.run(words)
    }
}
