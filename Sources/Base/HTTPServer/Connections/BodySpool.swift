/// How much space the bodies on their way in may take, over all connections, and where long ones are kept.
struct BodySpool: Sendable {
    /// The folder of files without a name.
    let folder: String
    /// Of short bodies, until their handlers have ended.
    let memory: ByteBudget
    /// Of long bodies, until their handlers begin.
    let disk: ByteBudget
    /// Long bodies that are with their handlers.
    let turns: TurnsBySize

    init(_ limits: WebServer.BodyLimits) {
        folder = limits.folder
        memory = ByteBudget(limit: limits.memory)
        disk = ByteBudget(limit: limits.disk)
        turns = TurnsBySize(limit: limits.handled)
    }
}
