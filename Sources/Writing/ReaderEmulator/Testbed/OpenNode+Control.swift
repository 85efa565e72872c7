import Glibc

/// Endpoint 0.
extension OpenNode {
    func controlTransfer(
        _ address: UInt, _ memory: ToolMemory
    ) throws(ToolMemory.Closed) -> ToolMemory.Outcome {
        let setup = try memory.read(24, at: address)
        guard let part = answer(toSetup: setup) else { return .failed(EPIPE) }
        try memory.write(part, at: LittleEndian.number(in: setup, at: 16, count: 8))
        return ToolMemory.Outcome(result: part.count)
    }

    /// GET_DESCRIPTOR for the device, its configuration and its strings is all that tools ask of endpoint 0.
    private func answer(toSetup setup: [UInt8]) -> [UInt8]? {
        let length = Int(LittleEndian.number(in: setup, at: 6, count: 2))
        let descriptor: [UInt8]? =
            switch (setup[0], setup[1], setup[3]) {
            case (0x80, 0x06, 0x01): device.model.deviceDescriptor
            case (0x80, 0x06, 0x02): device.model.configuration
            case (0x80, 0x06, 0x03): device.model.stringDescriptor(setup[2])
            default: nil
            }
        return descriptor.map { Array($0.prefix(length)) }
    }

    /// A control transfer of libusb 1.0, which the reader answers at once.
    func endControl(
        _ transfer: inout TransferRequest, _ memory: ToolMemory
    ) throws(ToolMemory.Closed) {
        guard transfer.capacity >= 8,
            let part = answer(toSetup: try memory.read(8, at: transfer.buffer))
        else { return transfer.end(status: -EPIPE, length: 0) }
        try memory.write(part, at: transfer.buffer + 8)
        transfer.end(status: 0, length: part.count)
    }
}
