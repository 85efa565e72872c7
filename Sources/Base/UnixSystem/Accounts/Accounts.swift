import Glibc

/// The users and groups of this machine, wherever its name service keeps them.
public enum Accounts {
    /// A user as people know it: `alice`, or `uid 1000` when the system has no name for the number.
    ///
    /// See: man 3 getpwuid_r
    public static func userName(_ number: UInt32) -> String {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let code = unsafe getpwuid_r(number, &entry, &buffer, buffer.count, &found)
        guard code == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return "uid \(number)" }
        return unsafe String(cString: name)
    }

    /// A group as people know it, or `gid 1000`.
    ///
    /// See: man 3 getgrgid_r
    public static func groupName(_ number: UInt32) -> String {
        var entry = unsafe group()
        var found: UnsafeMutablePointer<group>?
        var buffer = [CChar](repeating: 0, count: 65_536)
        let code = unsafe getgrgid_r(number, &entry, &buffer, buffer.count, &found)
        guard code == 0, unsafe found != nil, let name = unsafe entry.gr_name else { return "gid \(number)" }
        return unsafe String(cString: name)
    }

    /// The number of the group that has a name; nil when there is none.
    ///
    /// See: man 3 getgrnam_r
    public static func groupNumber(named name: String) -> UInt32? {
        var size = 4_096
        // A group with many members needs more room.
        while size <= 1 << 24 {
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            var buffer = [CChar](repeating: 0, count: size)
            let code = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
            guard code == ERANGE else { return unsafe code == 0 && found != nil ? entry.gr_gid : nil }
            size *= 4
        }
        return nil
    }

    /// Whether there is a user, and a group, of this name.
    ///
    /// See: man 3 getpwnam, man 3 getgrnam
    public static func has(userAndGroup name: String) -> Bool {
        unsafe getpwnam(name) != nil && getgrnam(name) != nil
    }

    /// The user whose rights this process has.
    public static var current: UInt32 { geteuid() }

    /// The group that a user has by the user database; nil for a number without a name.
    ///
    /// See: man 3 getpwuid_r
    public static func primaryGroup(of user: UInt32) -> UInt32? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let code = unsafe getpwuid_r(user, &entry, &buffer, buffer.count, &found)
        return unsafe code == 0 && found != nil ? entry.pw_gid : nil
    }

    /// The users whose symbolic links this process follows when it is the superuser's: the superuser, and the person who
    /// gave the command through sudo. See: man 8 sudo (SUDO_UID)
    static var trusted: Set<UInt32> {
        let sudo = unsafe getenv("SUDO_UID").flatMap { unsafe UInt32(String(cString: $0)) }
        return Set([0, sudo].compactMap { $0 })
    }
}

extension Accounts {
    /// The number of the user that has a name; nil when there is none.
    ///
    /// See: man 3 getpwnam_r
    public static func userNumber(named name: String) -> UInt32? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let code = unsafe getpwnam_r(name, &entry, &buffer, buffer.count, &found)
        return unsafe code == 0 && found != nil ? entry.pw_uid : nil
    }
}
