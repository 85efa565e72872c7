import Foundation

/// The filter of system calls that a unit asks for, loaded by a program that then becomes another one.
enum UnitFilter {
    /// Debian's Python: the module is a Debian package.
    static let python = "/usr/bin/python3"

    static let canRun: Bool = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", "import seccomp, shutil, sys; sys.exit(not shutil.which('systemd-analyze'))"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Loads the filter as systemd does: the first line says what is allowed, later ones add and take away, and everything else
    /// fails with EPERM.
    static let script = """
        import os, subprocess, sys
        import seccomp
        sets, name = {}, None
        for line in subprocess.run(['systemd-analyze', '--no-pager', 'syscall-filter'], capture_output=True, text=True,
                                   env={'SYSTEMD_COLORS': '0', 'PATH': '/usr/bin:/bin'}).stdout.splitlines():
            word = line.strip()
            if line.startswith('@'): name = word; sets[name] = []
            elif name and word and not word.startswith('#'): sets[name].append(word)
        def expand(word): return {c for w in sets[word] for c in expand(w)} if word.startswith('@') else {word}
        allowed = expand('@default')
        for line in open(sys.argv[1]):
            if not line.startswith('SystemCallFilter='): continue
            value = line.split('=', 1)[1].strip()
            calls = {c for w in value.lstrip('~').split() for c in expand(w)}
            allowed = allowed - calls if value.startswith('~') else allowed | calls
        assert 'read' in allowed and 'mount' not in allowed and len(allowed) > 100
        filter = seccomp.SyscallFilter(defaction=seccomp.ERRNO(1))
        for call in sorted(allowed):
            try: filter.add_rule(seccomp.ALLOW, call)
            except (RuntimeError, OSError): pass  # Of another architecture.
        filter.load()
        os.execv(sys.argv[2], sys.argv[2:])
        """
}
