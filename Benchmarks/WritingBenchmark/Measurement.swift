import ReaderEmulator

/// What writing one tag took.
struct Measurement {
    let commands: Int
    let selections: Int
    let bytes: Int
    let time: Duration

    /// What was counted at a reader since its counts were reset.
    init(_ reader: EmulatedReader) {
        let (counts, traffic) = (reader.antenna.counts, reader.traffic)
        commands = counts.commands
        selections = counts.selections
        bytes = traffic.bytesFromHost + traffic.bytesToHost
        time = traffic.modelledTime
    }

    private init(commands: Int, selections: Int, bytes: Int, time: Duration) {
        self.commands = commands
        self.selections = selections
        self.bytes = bytes
        self.time = time
    }

    static func - (left: Measurement, right: Measurement) -> Measurement {
        Measurement(
            commands: left.commands - right.commands, selections: left.selections - right.selections,
            bytes: left.bytes - right.bytes, time: left.time - right.time)
    }

    /// Without the time on air: an empty antenna is waited for, which opening a reader is not.
    func onLineOnly(_ reader: EmulatedReader) -> Measurement {
        Measurement(
            commands: commands, selections: selections, bytes: bytes, time: time - reader.traffic.airTime)
    }

    var milliseconds: Int { Int(time / .milliseconds(1)) }
}

extension EmulatedReader {
    func beginCounting() {
        antenna.resetCounts()
        resetTraffic()
    }
}

/// `https://` and the rest of a URL with so many characters.
func url(of length: Int) -> String {
    let start = "https://brighteggcafe.example/s/"
    return start + String((0..<length - start.count).map { Character(String($0 % 10)) })
}

func blank(_ product: Type2Product, _ number: Int = 1) -> Type2Tag {
    Type2Tag(product, uid: Type2Tag.uid(numbered: number))
}
