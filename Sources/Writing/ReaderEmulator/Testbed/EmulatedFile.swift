/// A file that a tool has opened in a testbed.
protocol EmulatedFile: Sendable {
    /// What an ioctl comes to. The tool's memory may be used until then.
    mutating func control(
        _ request: UInt, _ argument: UInt, in memory: ToolMemory
    ) throws(ToolMemory.Closed) -> ToolMemory.Outcome

    /// The tool has closed the file, or is gone.
    func close()
}

/// Any device but a reader. The preload library asks about every file below `/dev`; without an answer it would leak a
/// socket with each.
struct UnconcernedFile: EmulatedFile {
    func control(_ request: UInt, _ argument: UInt, in memory: ToolMemory) -> ToolMemory.Outcome { .notOurs }

    func close() {}
}
