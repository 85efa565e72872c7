import Foundation
import TestBench
import Testing

/// The rules beside the model in Python, which was written and checked before them, by others' hands.
///
/// Where the hub is never restored and a station asks once, both have the same states, and the numbers must be equal. With
/// two requests a model's message may overtake an older one, which entries of a chain cannot; with a restoration the model
/// hears a station at once and the hub applies entry by entry: there only the answers are compared.
@Suite(.enabled(if: PythonModel.canRun, "there is no python3")) struct `The grants and their model` {
    @Test func `have the same states`() async throws {
        var states: Set<ModelledState> = []
        let found = try Exploration(Scope()) { states.insert(ModelledState($0)) }
        #expect(found.isComplete)
        let model = try await PythonModel.explore(#"{"reqs": 1, "restores": 0}"#)
        #expect(states.count == model.states)
        #expect(!model.double)
    }

    @Test(arguments: [
        (Mistake?.none, #"{"reqs": 1, "restores": 1}"#),
        (.grantsExpire, #"{"reqs": 1, "restores": 0, "expiry": true}"#),
        (.noEras, #"{"reqs": 1, "restores": 1, "era_check": false}"#),
        (.noCheckIn, #"{"reqs": 1, "restores": 1, "checkin": false}"#),
        (.lossFrees, #"{"reqs": 1, "restores": 0, "lost_spends": false}"#),
    ])
    func `have the same answer`(mistake: Mistake?, configuration: String) async throws {
        // Without a mistake a sample: all of it is explored by the long form.
        let found =
            if let mistake { try await #require(MistakenExploration.all[mistake]).value } else {
                try Exploration(Scope(restores: 1), atMost: 15_000)
            }
        let model = try await PythonModel.explore(configuration)
        #expect(found.violation.isEmpty == !model.double)
        #expect(model.double == (mistake != nil))
    }
}

/// Peers/grants.py, run by python3.
enum PythonModel {
    struct Answer: Decodable {
        let states: Int
        let double: Bool
    }

    static let canRun = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static func explore(_ configuration: String) async throws -> Answer {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers").path
        let program = try RunningProgram(
            path: "python3", ["-B", "\(folder)/count.py", configuration])
        let ending = await program.wait()
        return try JSONDecoder().decode(Answer.self, from: Data(ending.output.utf8))
    }
}
