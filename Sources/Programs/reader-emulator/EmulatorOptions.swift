import ReaderEmulator

/// What the command line asks for.
struct EmulatorOptions {
    /// The USB reader to be; nil is the PN532 on a serial line.
    var model: USBReaderModel?
    var link: String?
    var testbed: String?
    var port: String?
    var control: String?
    /// Of the serial numbers of tags; nil is one that no other emulator has.
    var series: SerialNumbers?

    /// Nil when the words make no sense.
    init?(_ words: [String]) {
        guard let kind = words.first else { return nil }
        model = USBReaderModel(named: kind)
        guard model != nil || kind == "pn532" else { return nil }
        let options = words.dropFirst()
        guard options.count.isMultiple(of: 2) else { return nil }
        for index in stride(from: options.startIndex, to: options.endIndex, by: 2) {
            let value = options[index + 1]
            switch options[index] {
            case "--link" where model == nil: link = value
            case "--testbed" where model != nil: testbed = value
            case "--port" where model != nil: port = value
            case "--control": control = value
            case "--series":
                guard let number = UInt32(value, radix: 16), number < 1 << 24 else { return nil }
                series = SerialNumbers(series: number)
            default: return nil
            }
        }
    }
}
