import CLibuv
import Primitives

/// One attempt to reach a host: resolves the name, tries its addresses in turn, and reports the outcome once.
final class Dial {
    private let loop: Loop
    private let timer: Timer
    private var waiting: ArraySlice<SocketAddress> = []
    private var attempt: TCPConnection?
    private var lastError = UVError(UV_EAI_NONAME)
    /// Nil once the outcome is reported.
    private var then: ((Result<TCPConnection, UVError>) -> Void)?

    private init(
        _ loop: Loop, _ timer: Timer, then: @escaping (Result<TCPConnection, UVError>) -> Void
    ) {
        self.loop = loop
        self.timer = timer
        self.then = then
    }

    /// See `TCPConnection.dial`. Pending callbacks and the timer keep the attempt alive.
    static func start(
        _ loop: Loop, host: String, port: UInt16, within patience: Duration,
        then: @escaping (Result<TCPConnection, UVError>) -> Void
    ) {
        do throws(UVError) {
            let dial = Dial(loop, try Timer(loop), then: then)
            dial.timer.start(after: patience) { dial.finish(.failure(UVError(UV_ETIMEDOUT))) }
            dial.begin(host: host, port: port)
        } catch {
            // Only a closing loop refuses a timer, and it has no later turn to report it in.
            then(.failure(error))
        }
    }

    private func begin(host: String, port: UInt16) {
        if let address = SocketAddress(literal: host, port: port) {
            tryAll([address])
            return
        }
        do throws(UVError) {
            try Resolution.start(loop, host: host, port: port) { [self] outcome in
                switch outcome {
                case .success(let addresses):
                    tryAll(addresses[...])
                case .failure(let error):
                    finish(.failure(error))
                }
            }
        } catch {
            failSoon(error)
        }
    }

    private func tryAll(_ addresses: ArraySlice<SocketAddress>) {
        waiting = addresses
        tryNext()
    }

    private func tryNext() {
        guard then != nil else { return }
        while let address = waiting.popFirst() {
            do throws(UVError) {
                let connection = try TCPConnection(loop)
                attempt = connection
                try connection.connect(to: address) { [self] in tried(connection, $0) }
                return
            } catch {
                attempt?.close()
                attempt = nil
                lastError = error
            }
        }
        failSoon(lastError)
    }

    private func tried(_ connection: TCPConnection, _ status: Int32) {
        guard then != nil else { return }
        attempt = nil
        if status == 0 {
            connection.becomeConnected()
            finish(.success(connection))
        } else {
            connection.close()
            lastError = UVError(code: status)
            tryNext()
        }
    }

    /// Reports a failure on the loop's next turn, so that `dial` has returned by then.
    private func failSoon(_ error: UVError) {
        if loop.isClosing {
            finish(.failure(error))
        } else {
            timer.start(after: .zero) { self.finish(.failure(error)) }
        }
    }

    private func finish(_ outcome: Result<TCPConnection, UVError>) {
        guard let action = then else { return }
        then = nil
        timer.close()
        attempt?.close()
        attempt = nil
        waiting = []
        action(outcome)
    }
}
