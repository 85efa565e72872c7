import CMicroHTTPD

/// What libmicrohttpd calls, on the daemon's thread.
///
/// The request's own pointer holds an `HTTPExchange`, retained from the request line to the completion.
enum Callbacks {
    /// MHD_OPTION_URI_LOG_CALLBACK: the request line, before libmicrohttpd decodes the address.
    static let target:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
            UnsafeMutableRawPointer? = { context, target, _ in
                guard let context = unsafe context, let target = unsafe target else { return nil }
                let owner = unsafe Unmanaged<MicroHTTPDaemon.Context>.fromOpaque(context).takeUnretainedValue()
                let exchange = unsafe HTTPExchange(
                    target: String(cString: target), service: owner.service, origin: owner.origin)
                return unsafe Unmanaged.passRetained(exchange).toOpaque()
            }

    /// MHD_AccessHandlerCallback: first for the headers, then for each part of the body, then for the whole.
    static let handler: MHD_AccessHandlerCallback = { _, connection, _, method, _, part, partSize, own in
        guard
            let connection = unsafe connection, let method = unsafe method, let partSize = unsafe partSize,
            let pointer = unsafe own?.pointee
        else { return .NO }
        let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue()
        let place = unsafe HTTPConnection(pointer: connection)
        let goesOn: Bool
        if exchange.admission == nil {
            exchange.service.heads.forget(place.socket)
            goesOn = unsafe exchange.admit(place, method: HTTPMethod(rawValue: String(cString: method)))
        } else if unsafe partSize.pointee > 0 {
            goesOn = unsafe exchange.receive(
                UnsafeRawBufferPointer(start: part, count: partSize.pointee), on: place)
            unsafe partSize.pointee = 0
        } else {
            goesOn = exchange.proceed(place)
        }
        return goesOn ? .YES : .NO
    }

    /// MHD_RequestCompletedCallback: the response is sent, or the connection is lost.
    static let completed: MHD_RequestCompletedCallback = { _, connection, own, _ in
        guard let connection = unsafe connection, let own = unsafe own, let pointer = unsafe own.pointee else { return }
        unsafe own.pointee = nil
        let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(pointer).takeRetainedValue()
        exchange.complete()
        // The connection may bring another one. If it is closed instead, the next callback says so.
        exchange.service.heads.expect(on: unsafe HTTPConnection(pointer: connection).socket)
    }

    /// MHD_NotifyConnectionCallback: a connection begins, or its socket is about to be closed.
    static let connection: MHD_NotifyConnectionCallback = { context, connection, _, code in
        guard let context = unsafe context, let connection = unsafe connection else { return }
        let service = unsafe Unmanaged<MicroHTTPDaemon.Context>.fromOpaque(context).takeUnretainedValue().service
        let socket = unsafe HTTPConnection(pointer: connection).socket
        if code == .CONNECTION_NOTIFY_STARTED {
            service.connections.begin(socket)
        } else {
            service.connections.end(socket)
            service.lingering.closing(socket)
        }
    }
}
