import CFuzzer
import Glibc

// fuzz                        lists the targets
// fuzz NAME --seeds FOLDER    writes the inputs with which NAME begins, a file each
// fuzz NAME ARGUMENTS         gives ARGUMENTS to libFuzzer: its options, and folders of inputs
let arguments = CommandLine.arguments

guard arguments.count > 1 else {
    for target in FuzzTarget.all { print("\(target.name)\t\(target.about)") }
    exit(0)
}
guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
    FuzzDriver.complain("fuzz: there is no target \(arguments[1])")
    exit(2)
}
if arguments.count == 4, arguments[2] == "--seeds" {
    exit(SeedInputs.write(target.seeds(), to: arguments[3]) ? 0 : 1)
}
exit(FuzzDriver.run(target))
