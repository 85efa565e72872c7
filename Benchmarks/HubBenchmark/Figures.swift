import Foundation

/// What a measurement needs could not be made.
struct Unprepared: Error {}

func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Unprepared() }
    return value
}

/// In seconds.
func time(_ body: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - began) / .seconds(1)
}

/// Writes a figure, at once, with the machine's load.
func say(_ figure: String) {
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first ?? "?"
    FileHandle.standardOutput.write(Data("figure: \(figure) (load \(load))\n".utf8))
}
