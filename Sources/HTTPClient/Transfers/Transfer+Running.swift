import CCurl

extension Transfer {
    /// Sends the request and receives the answer, on the calling thread.
    func run(_ request: WebRequest, with client: WebClient) {
        do {
            let receiver = Receiver(self)
            let handle = try EasyHandle(request, client: client, receiver: receiver, place: place)
            let multi = try MultiHandle(handle)
            setAlarm(multi.alarm)
            // The alarm must not ring after the handle that it belongs to is gone.
            defer { setAlarm(nil) }
            let result = try multi.perform(handle, until: { isEnded }, continueWhen: { takeResumption() })
            if let result { finish(handle.explain(result)) }
        } catch {
            finish(.failure(error))
        }
    }
}
