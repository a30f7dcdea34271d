import API
import ArgumentParser

/// `weft id`: who you are, and what to give to a friend.
struct IdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "id", abstract: "Print your ticket, which friends use to add you.",
        discussion: "A ticket contains your ID and the addresses of your node. It is not secret.")

    @OptionGroup var picture: QROptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        guard let me = try options.reply(to: ShowIdentity()) else { return }
        output.say("\(me.name, .strong) \(me.person, .faint)")
        picture.draw(me.ticket, output)
        output.line("\(me.ticket)")
        output.next("your friend types", "weft friend add TICKET")
        output.next("you add theirs", "weft friend add THEIR-TICKET --name NAME")
    }
}
