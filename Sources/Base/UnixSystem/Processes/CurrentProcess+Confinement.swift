internal import CLinux
public import Faults

extension CurrentProcess {
    /// Leaves this process what it has open and its memory, for good. No thread of it gets a socket, starts a program,
    /// changes what files there are, or opens one for writing; this thread, and those that it starts, open no file at all
    /// and send no signal. For a program that is about to read what a stranger sent, in the thread that reads.
    ///
    /// The other threads may read files, because libdispatch watches its own under `/proc`. A kernel without Landlock
    /// (before 5.13, or with it switched off) lets this thread read files, too.
    ///
    /// See: man 2 seccomp, man 7 landlock
    public static func confine() throws(SystemError) {
        guard waymark_refuse_calls(1) == 0 else { throw SystemError(Confinement.failure, call: "seccomp") }
        try Confinement().enforceInThread()
    }

    /// Leaves this process the connections that it has, for good: no thread of it gets a socket, starts a program or looks into
    /// another one, and none sends a signal to another process. Which files it may use is a ``Confinement``.
    ///
    /// See: man 2 seccomp
    public static func refuseNewConnections() throws(SystemError) {
        guard waymark_refuse_calls(0) == 0 else {
            throw SystemError("cannot give up the use of sockets and programs", call: "seccomp")
        }
    }
}
