/// The form of every line of a scenario. Braces mark placeholders, with a label and, unless the
/// label says it, a kind; brackets mark optional parts.
package enum Verb: String, CaseIterable, Sendable {
    // Properties of the world.
    case scenario = "scenario {title:text}"
    case seed = "seed {number}"
    case people = "people {names:words}"
    case machines = "machines {names:words} of {person}"
    case spare = "spare {names:words}"
    case latency = "latency {shortest:time} to {longest:time}"
    case pieces = "pieces {number} of 4"
    case bandwidth = "links carry {number} KiB a second"
    case limits = "small limits by {number}"
    case clock = "clock of {person} is {offset:time} {direction} [drifting {ppm:number} ppm {pace}]"
    case stands = "somebody stands between {person} and {other:person} once in {number}"
    case stick = "a stick goes from machine to machine"
    case program = "a program keeps a folder alike on all machines"
    case garments = "garments are kept as well"
    case reactions = "opinions are told as well"
    case clips = "clips are kept as well"
    case follows = "people follow, and have rules for tags, as well"
    case pages = "pages are saved as well"
    case profiles = "profiles are written as well"
    case reports = "reports are made as well"
    case breaksRules = "{person} breaks the rules by {kind:text} [once in {number}]"

    // Deeds.
    case befriend = "befriend {people}"
    case befriendWith = "befriend {person} with {people}"
    case befriendRing = "befriend {people} in a ring of {number}"
    case adds = "{person} adds {other:person}"
    case unfriends = "{person} unfriends {other:person}"
    case blocks = "{person} blocks {other:person}"
    case keeps = """
        {person} keeps {title:text} [at {url:text}] [with note {note:text}] [tagged {tags:words}] \
        [for {audience}]
        """
    case keepsMany = "{person} keeps {number} links [tagged {tags:words}] [for {audience}]"
    case renames = "{person} renames {title:text} to {new:text}"
    case notes = "{person} notes {note:text} on {title:text}"
    case tags = "{person} tags {title:text} {tags:words}"
    case removes = "{person} removes {title:text}"
    case shares = "{person} shares {title:text} with {audience}"
    case sharesTagged = "{person} shares everything tagged {tag:word} with {audience}"
    case unshares = "{person} unshares {title:text} [from {audience}]"
    case undoes = "{person} undoes"
    case founds = "{person} founds {name:word}"
    case invites = "{person} invites {people} into {group} [as {role}]"
    case promotes = "{person} makes {other:person} {role} in {group}"
    case expels = "{person} removes {other:person} from {group}"
    case leaves = "{person} leaves {group}"
    case handsOver = "{person} hands {group} to {other:person}"
    case dissolves = "{person} dissolves {group}"
    case pairs = "{person} pairs {machine:person}"
    case revokes = "{person} revokes {machine:person}"
    case allowsMailbox = "{person} allows {other:person} a mailbox"
    case usesMailbox = "{person} uses {other:person} as a mailbox"
    case takes = "{person} takes {number} KiB of each author"
    case acts = "{people} act by chance for {time} every {every:time}"

    // Faults.
    case cutOff = "cut off {people}"
    case cut = "cut {people} from {others:people}"
    case meet = "{people} meet for {time}"
    case heal = "heal"
    case kill = "kill {people}"
    case powerOff = "power off {people}"
    case start = "start {people}"
    case suspend = "suspend {people}"
    case resume = "resume {people}"
    case fillDisk = "fill disk of {person} up to {number} KiB"
    case freeDisk = "free disk of {person}"
    case hasNoRoom = "{person} has no room for others"
    case hasRoom = "{person} has room for others"
    case setClock = "set clock of {person} {time} {direction}"
    case backUp = "back up {person}"
    case restore = "restore {person}"
    case copies = "copy {person} onto {other:person}"
    case attacks = "a stranger attacks {person} {number} times in {time}"

    // Time.
    case wait = "wait {time}"
    case at = "at {time}"

    // Claims.
    case sees = "{person} sees {title:text} [of {writer:person}] [tagged {tags:words}]"
    case seesNot = "{person} does not see {title:text}"
    case hasInTrash = "{person} has {title:text} in the trash [tagged {tags:words}]"
    case isMarked = "{person} is told that {title:text} was changed after its removal"
    case seesMany = "{person} sees {number} links [of {writer:person}]"
    case agree = "{people} agree on {writer:person}"
    case isInGroup = "{person} is {role} in {group}"
    case isNotInGroup = "{person} is not in {group}"
    case isTold = "{person} is told of a copy"
    case everythingHolds = "everything holds"
    case quiet = "quiet for {time}"

    // Recorded chance events.
    case turmoil = "turmoil for {time}"
    case choiceDoes = "at {time} {person} does {deed:text} by chance {chance}"
    case choiceAdds = "at {time} {person} adds {other:person}"
    case choiceQuarrels = "at {time} {person} ends a friendship by chance {chance}"
    case choiceSuffers = "at {time} the world suffers {fault:text} by chance {chance}"
    case choiceAttacks = "at {time} a stranger attacks by chance {chance}"
    case choicePairs = "at {time} {person} lets in {machine:person}"
    case choiceLoses = "at {time} {person} gives up {machine:person}"
    case choiceForesees = "at {time} {person} writes what nobody knows by chance {chance}"
    case choiceCarries = "at {time} the carrier comes by chance {chance}"
    case healOnly = "heal only {people} by chance {chance}"
    case audit = "heal and audit"

    /// The subject of a line, in the order of the manual.
    package enum Chapter: String, CaseIterable, Sendable {
        case world = "What the world is like"
        case deeds = "What people do"
        case faults = "What befalls them"
        case time = "Time"
        case claims = "What must hold"
        case choices = "What happened by chance"
    }

    /// Its chapter in the manual.
    package var chapter: Chapter {
        switch self {
        case .scenario, .seed, .people, .machines, .spare, .latency, .pieces, .bandwidth,
            .limits, .clock, .stick, .program, .garments, .reactions, .clips, .follows,
            .pages, .profiles, .reports, .stands, .breaksRules:
            return .world
        case .befriend, .befriendWith, .befriendRing, .adds, .unfriends, .blocks, .keeps,
            .keepsMany,
            .renames, .notes, .tags, .removes, .shares, .sharesTagged, .unshares, .undoes, .founds,
            .invites, .promotes, .expels, .leaves, .handsOver, .dissolves, .pairs, .revokes,
            .allowsMailbox, .usesMailbox, .takes, .acts:
            return .deeds
        case .cutOff, .cut, .meet, .heal, .kill, .powerOff, .start, .suspend, .resume, .fillDisk,
            .freeDisk, .hasNoRoom, .hasRoom, .setClock, .backUp, .restore, .copies, .attacks:
            return .faults
        case .wait, .at: return .time
        case .sees, .seesNot, .hasInTrash, .isMarked, .seesMany, .agree, .isInGroup, .isNotInGroup,
            .isTold, .everythingHolds, .quiet:
            return .claims
        case .turmoil, .choiceDoes, .choiceAdds, .choiceQuarrels, .choiceSuffers, .choiceAttacks,
            .choicePairs, .choiceLoses, .choiceForesees, .choiceCarries, .healOnly,
            .audit:
            return .choices
        }
    }

    /// Whether it belongs to the list of a `turmoil`.
    var isChoice: Bool { chapter == .choices && ![.turmoil, .healOnly, .audit].contains(self) }

    /// The line as the manual shows it: `PERSON keeps TITLE [at URL] ...`.
    package var usage: String { Phrase.of(self).usage }
}
