import UnixSystem

/// What a sheet that the daemon makes may use: it draws texts that others have chosen, with libraries that read fonts, and runs
/// as the daemon's own user. The registry, the credentials and the daemon's socket are out of its reach.
enum SheetConfinement {
    /// Programs' own files, and fonts with their settings and caches. Nothing of the station is there.
    private static let readable = [
        "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/localtime", "/var/cache/fontconfig", "/dev/null", "/dev/urandom",
        // libdispatch watches its threads there, and Landlock hides other programs' memory and files.
        "/proc",
    ]

    /// Keeps this process to these and to the folder of its first output, for good, without a socket or another program. To be
    /// called before there is a second thread.
    static func enforce(outputs: [String]) throws(SystemError) {
        try Confinement(readable: readable, folders: outputs.prefix(1).map { Folder.parent(of: $0) }).enforce()
        try CurrentProcess.refuseNewConnections()
    }
}
