import CCurl

extension Transfer {
    /// Sends the request and receives the answer, on the calling thread.
    func run(_ request: WebRequest, with client: WebClient) {
        // Reported only when libcurl has released everything: the receiver may end the program.
        finish(Result { try perform(request, with: client) })
    }

    private func perform(_ request: WebRequest, with client: WebClient) throws {
        let receiver = Receiver(self)
        let handle = try EasyHandle(request, client: client, receiver: receiver, place: place)
        let multi = try MultiHandle(handle)
        setAlarm(multi.alarm)
        // The alarm must not ring after the handle that it belongs to is gone.
        defer { setAlarm(nil) }
        let result = try multi.perform(handle, until: { isEnded }, continueWhen: { takeResumption() })
        // None when the reader has ended the transfer.
        if let result { try handle.explain(result).get() }
    }
}
