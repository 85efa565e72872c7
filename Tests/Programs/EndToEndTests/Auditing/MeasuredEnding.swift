import Foundation
import TestBench
import Testing

/// How a program ended, and the most memory that it took. What the kernel reserves for it, address space above all,
/// grows with the machine's cores; resident memory is what other programs miss.
struct MeasuredEnding: Sendable {
    let status: Int
    let output: String
    let errors: String
    /// Its largest resident size in MiB. See: man 2 getrusage.
    let largest: Int

    init(of program: BuiltProgram, _ arguments: [String], environment: [String: String] = [:]) async throws {
        let script = Repository.path("Tests/Programs/EndToEndTests/Auditing/Peers/measured.py")
        let measured = try await Witness.python.run([script, program.path] + arguments, environment: environment)
        status = try #require(measured.document["status"] as? Int, "\(measured)")
        output = try #require(measured.document["output"] as? String, "\(measured)")
        errors = try #require(measured.document["errors"] as? String, "\(measured)")
        largest = try #require(measured.document["largest"] as? Int, "\(measured)")
    }

    /// The output as one JSON document.
    var document: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]) ?? [:]
    }
}
