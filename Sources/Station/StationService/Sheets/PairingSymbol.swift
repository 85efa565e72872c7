internal import API
internal import Foundation
internal import UnixSystem

/// Draws the QR symbol of a code for pairing with `waymark`: the daemon links nothing that makes symbols.
package struct PairingSymbol: Sendable {
    private let program: LimitedProgram
    private let folder: String

    /// `program`: `waymark`. `folder`: on whose disk its output is meanwhile, without a name.
    package init(program: String, folder: String) {
        self.program = LimitedProgram(
            path: program, limits: LimitedProgram.Limits(time: .seconds(20), memory: 2 << 30, file: 1 << 20))
        self.folder = folder
    }

    /// Its rows from the top, 1 for a dark module.
    func rows(of text: String) async throws -> [String] {
        let ending = try await program.run(
            Pairing.symbolArguments, environment: [Pairing.variable: text], folder: folder)
        guard ending.status == .exited(0), !ending.isLate,
            let symbol = try? JSONDecoder().decode(SymbolRows.self, from: Data(ending.output))
        else {
            throw StationError(
                .symbolFailed, "the code cannot be shown", why: "waymark phone symbol: \(ending.status)",
                next: "look into the daemon's log, and ask again")
        }
        return symbol.rows
    }
}
