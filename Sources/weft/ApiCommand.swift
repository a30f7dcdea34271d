import API
import ArgumentParser

/// `weft api`: any question to the node, as it is.
struct ApiCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api", abstract: "Send a request to the node's HTTP API.",
        discussion: "For example: weft api GET /v1/status. The response is printed unchanged.")

    @Argument(help: "GET, POST, PATCH, DELETE …")
    var method: String

    @Argument(help: "A path such as /v1/bookmarks?limit=1.")
    var path: String

    @Argument(help: "JSON body, or - for standard input.")
    var body: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard path.hasPrefix("/"), path.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw ValidationError(
                "PATH must begin with / and be percent-encoded, as in /v1/status.")
        }
        guard !method.isEmpty, method.utf8.allSatisfy({ 0x41...0x5A ~= $0 & 0xDF }) else {
            throw ValidationError("METHOD must be a word such as GET.")
        }
    }

    func run() throws {
        let output = options.output
        var call = Call(method: method.uppercased(), path: path)
        call.body = try body.map { $0 == "-" ? try InputFile.bytes("-") : Array($0.utf8) }
        call.accept = "*/*"
        call.patience = nil
        if case .found(let route, _) = Routing.find(call.method, String(path.prefix { $0 != "?" }))
        {
            call.afterwards = Call.afterwards(of: route.type)
        }
        let reply = try options.client().exchange(call) { output.raw(VersionedJSON.escaped($0)) }
        guard !reply.isSuccess else { return }
        output.raw(VersionedJSON.escaped(reply.body))
        throw reply.failure
    }
}
