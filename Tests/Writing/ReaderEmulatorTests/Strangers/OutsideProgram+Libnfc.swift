import ReaderEmulator
import Testing

extension OutsideProgram {
    /// Runs a program of libnfc's own, which opens this reader.
    static func libnfc(
        _ name: String, _ arguments: [String] = [], opening reader: some PluggableReader,
        environment: [String: String] = [:], input: String = ""
    ) async throws -> String {
        let settings = [
            "LIBNFC_DEVICE": try #require(reader.connectionString), "LIBNFC_AUTO_SCAN": "false",
            "LIBNFC_LOG_LEVEL": "1",
        ]
        let program = try #require(OutsideProgram(named: name), "\(name) is not installed")
        return try await program.run(arguments, environment: settings.merging(environment) { $1 }, input: input)
    }

    /// What `nfc-list` says of the tag `serial`, and nothing else.
    static let oneTagFound = """
        nfc-list uses libnfc 1.8.0
        NFC device: user defined device opened
        1 ISO14443A passive target(s) found:
        ISO/IEC 14443A (106 kbps) target:
            ATQA (SENS_RES): 00  44\("  ")
               UID (NFCID1): 04  a1  b2  c3  d4  e5  80\("  ")
              SAK (SEL_RES): 00\("  ")


        """
}
