/// One command of the console.
struct Verb: Sendable {
    let name: String
    /// The words that follow, as the help shows them.
    let parameters: String
    let run: @Sendable (EmulatorConsole, [String]) throws(EmulatorError) -> String

    /// The verbs in the order of the help.
    static let all: [Verb] = tagVerbs + faultVerbs + readerVerbs

    /// The verb and its parameters.
    var usage: String { parameters.isEmpty ? name : "\(name) \(parameters)" }

    private init(
        _ name: String, _ parameters: String,
        run: @escaping @Sendable (EmulatorConsole, VerbArguments) throws(EmulatorError) -> String
    ) {
        self.name = name
        self.parameters = parameters
        let usage = parameters.isEmpty ? name : "\(name) \(parameters)"
        let optional = parameters.count { $0 == "[" }
        let all = parameters.split(separator: " ").count
        self.run = { (console, words) throws(EmulatorError) in
            guard (all - optional...all).contains(words.count) else {
                throw .badVerb("\(name) has other arguments", next: "say \(usage)")
            }
            return try run(console, VerbArguments(words: words, usage: usage))
        }
    }
}

extension Verb {
    private static let tagVerbs = [
        Verb("tag", "NAME PRODUCT [UID]") { console, arguments throws(EmulatorError) in
            let name = try arguments.word(0)
            guard !console.shelf.namesInField.contains(name) else {
                throw .badVerb("\(name) is on the antenna", next: "say remove, or choose another name")
            }
            let model = try arguments.model(1)
            let length = model.serialNumberLength
            let tag = model.make(
                try arguments.bytes(2, count: length) ?? console.nextSerialNumber(length: length))
            console.shelf.put(tag, as: name)
            return "\(name) \(hexadecimal(tag.uid))"
        },
        Verb("insert", "NAME") { console, arguments throws(EmulatorError) in
            let name = try arguments.word(0)
            guard console.shelf.insert(name) else { throw .noTag(name) }
            return name
        },
        Verb("add", "NAME") { console, arguments throws(EmulatorError) in
            let name = try arguments.word(0)
            guard console.shelf.insert(name, besideOthers: true) else { throw .noTag(name) }
            return name
        },
        Verb("remove", "[NAME]") { console, arguments throws(EmulatorError) in
            let wanted = arguments.words.first
            guard let name = console.shelf.remove(wanted) else {
                throw .badVerb(
                    "\(wanted.map { "\($0) is not" } ?? "no tag is") on the antenna", next: "say insert NAME first")
            }
            return name
        },
        Verb("write", "NAME PAGE HEX") { console, arguments throws(EmulatorError) in
            let (page, bytes) = (try arguments.page(1), try arguments.bytes(2) ?? [])
            return try console.change(try arguments.word(0), put: bytes, at: page)
        },
        Verb("load", "NAME HEXFILE") { console, arguments throws(EmulatorError) in
            try console.load(try arguments.word(0), try arguments.file(1))
        },
        Verb("dump", "NAME") { console, arguments throws(EmulatorError) in
            let name = try arguments.word(0)
            guard let tag = console.shelf[name] else { throw .noTag(name) }
            return "\(name) \(tag.dump.map { hexadecimal($0) }.joined(separator: " "))"
        },
        Verb("list", "") { console, _ in
            let inField = console.shelf.namesInField
            return console.shelf.names.compactMap { name in
                console.shelf[name].map { tag in
                    "\(name) \(tag.productName) \(hexadecimal(tag.uid))\(inField.contains(name) ? " on the antenna" : "")"
                }
            }.joined(separator: ", ")
        },
        Verb("feed", "COUNT PRODUCT [FIRST]") { console, arguments throws(EmulatorError) in
            let (count, model) = (try arguments.number(0), try arguments.model(1))
            let first = arguments.words.count > 2 ? try arguments.number(2) : nil
            console.feeder.start(count: count, model: model, first: first)
            return "feeding \(count) \(model.name)"
        },
        Verb("fed", "") { console, _ throws(EmulatorError) in
            guard let progress = console.feeder.progress else {
                throw .badVerb("no feed was started", next: "say feed COUNT PRODUCT first")
            }
            let tags = progress.names.prefix(progress.done).compactMap { name in
                console.shelf[name].map { "\(name) \(hexadecimal($0.uid))" }
            }
            return (["\(progress.done) of \(progress.count)"] + tags).joined(separator: ", ")
        },
    ]

    private static let faultVerbs = [
        Verb("tear", "N [lost|unanswered|torn|erased|mixed] [SEED]") { console, arguments throws(EmulatorError) in
            let n = try arguments.number(0, atLeast: 0)
            let seed = arguments.words.count > 2 ? try arguments.number(2, atLeast: 0) : 0
            switch try arguments.choice(1, of: ["lost", "unanswered", "torn", "erased", "mixed"]) {
            case "erased": console.reader.antenna.tear(after: n, leaving: .erased)
            case "mixed": console.reader.antenna.tear(after: n, leaving: .mixture(seed: UInt64(seed)))
            case "lost": console.reader.antenna.tear(after: n, losing: .command)
            case "unanswered": console.reader.antenna.tear(after: n, losing: .answer)
            case "torn": console.reader.antenna.tear(after: n, leaving: .bytes([0x55, 0xAA, 0x55, 0xAA]))
            default: console.reader.antenna.tear(after: n)
            }
            return ""
        },
        Verb("drop", "N [lost|unanswered]") { console, arguments throws(EmulatorError) in
            let n = try arguments.number(0)
            let isAnswer = try arguments.choice(1, of: ["lost", "unanswered"]) == "unanswered"
            console.reader.antenna.drop(at: n, losing: isAnswer ? .answer : .command)
            return ""
        },
        Verb("corrupt", "N") { console, arguments throws(EmulatorError) in
            console.reader.antenna.corrupt(at: try arguments.number(0))
            return ""
        },
        Verb("delay", "N MILLISECONDS") { console, arguments throws(EmulatorError) in
            let n = try arguments.number(0)
            console.reader.antenna.delay(at: n, by: .milliseconds(try arguments.number(1)))
            return ""
        },
        Verb("nak", "N [CODE]") { console, arguments throws(EmulatorError) in
            let n = try arguments.number(0)
            console.reader.antenna.refuse(at: n, with: try arguments.nibble(1) ?? 0)
            return ""
        },
        Verb("distance", "LENGTH [SEED]") { console, arguments throws(EmulatorError) in
            let length = try arguments.number(0)
            let seed = arguments.words.count > 1 ? UInt64(try arguments.number(1, atLeast: 0)) : nil
            console.reader.antenna.couple(
                seed.map { .noisy(halfLength: length, seed: $0) } ?? .damagesAnswers(longerThan: length))
            return ""
        },
        Verb("assume", "QUESTION ANSWER") { console, arguments throws(EmulatorError) in
            let antenna = console.reader.antenna
            guard let variant = antenna.variant.assuming(try arguments.word(0), try arguments.word(1)) else {
                throw .badVerb("there is no such question or answer", next: "say assumptions for those there are")
            }
            antenna.variant = variant
            return "\(variant)"
        },
        Verb("assumptions", "") { _, _ in
            HardwareVariant.switches.map { "\($0.name) \($0.answers.joined(separator: "|"))" }
                .joined(separator: "; ")
        },
        Verb("garbage", "N") { console, arguments throws(EmulatorError) in
            console.reader.sendGarbage(at: try arguments.number(0))
            return ""
        },
        Verb("silence", "N") { console, arguments throws(EmulatorError) in
            console.reader.silence(at: try arguments.number(0))
            return ""
        },
        Verb("late", "N MILLISECONDS") { console, arguments throws(EmulatorError) in
            let n = try arguments.number(0)
            console.reader.delayAnswer(at: n, by: .milliseconds(try arguments.number(1)))
            return ""
        },
        Verb("eproto", "N") { console, arguments throws(EmulatorError) in
            guard let reader = console.reader as? EmulatedUSBReader else {
                throw .badVerb("this reader is on a serial line", next: "say garbage N or silence N")
            }
            reader.failTransfer(at: try arguments.number(0))
            return ""
        },
        Verb("stale", "N") { console, arguments throws(EmulatorError) in
            console.reader.holdBackAnswer(at: try arguments.number(0))
            return ""
        },
        Verb("nad", "N") { console, arguments throws(EmulatorError) in
            console.reader.announceNodeAddress(at: try arguments.number(0))
            return ""
        },
        Verb("heal", "") { console, _ in
            console.reader.antenna.clearFaults()
            return ""
        },
    ]

    private static let readerVerbs = [
        Verb("unplug", "") { console, _ in
            console.reader.unplug()
            return ""
        },
        Verb("hang", "") { console, _ in
            console.reader.hang()
            return ""
        },
        Verb("plug", "[PORT]") { console, arguments throws(EmulatorError) in
            try console.reader.plug(into: arguments.words.first)
            return "connection \(console.reader.connectionString ?? "")"
        },
        Verb("count", "") { console, _ in
            let counts = console.reader.antenna.counts
            return
                "selections \(counts.selections) commands \(counts.commands) empty polls \(counts.emptyPolls)"
        },
        Verb("help", "") { _, _ in Verb.all.map(\.usage).joined(separator: "; ") },
        Verb("quit", "") { _, _ in "" },
    ]
}
