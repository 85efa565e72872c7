import ServiceLifecycle

struct TestError: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// A service that writes what it does into a diary.
struct TestService: Service {
    let name: String
    let diary: Diary
    var work: @Sendable () async throws -> Void = { try await gracefulShutdown() }

    func run() async throws {
        diary.write("\(name) started")
        do {
            try await work()
            diary.write("\(name) stopped")
        } catch {
            diary.write("\(name) threw \(error)")
            throw error
        }
    }
}
