import Glibc
import Synchronization

/// One open file of `/dev/bus/usb/...`: what the kernel's usbdevfs does with its ioctls.
/// See: linux/usbdevice_fs.h; drivers/usb/core/devio.c
struct OpenNode: EmulatedFile {
    let device: EmulatedDevice
    private let user: EmulatedDevice.User
    private var pending: [TransferRequest] = []
    /// Transfers that were asked for before the last reset are over.
    private var generation: Int
    private var ended: [TransferRequest] = []

    /// libusb waits for a node to become writable, and a regular file always is: it asks again at once. So it is
    /// kept waiting for this long, in microseconds; longer would delay what other threads of the tool submit.
    private static let pause: UInt32 = 1_000
    /// The same while commands come one after another, to whichever reader: a program with several of them asks one after
    /// another, and commands wait for those who only listen.
    private static let busyPause: UInt32 = 100
    private static let busyTime = Duration.milliseconds(100)
    private static let lastCommand = Mutex(ContinuousClock.now)

    init(_ device: EmulatedDevice) {
        self.device = device
        user = device.newUser()
        generation = device.generation
    }

    func close() { device.release(by: user) }

    /// What the kernel can do: mark the end of a transfer with an empty packet, and take transfers of any size.
    private static let zeroPackets: UInt8 = 0x01
    private static let anySize: UInt8 = 0x04

    private enum Number {
        static let control: UInt = 0
        static let resetEndpoint: UInt = 3
        static let setInterface: UInt = 4
        static let setConfiguration: UInt = 5
        static let getDriver: UInt = 8
        static let submit: UInt = 10
        static let discard: UInt = 11
        static let reap: UInt = 12
        static let reapWithoutWaiting: UInt = 13
        static let claim: UInt = 15
        static let release: UInt = 16
        static let connectInfo: UInt = 17
        static let driverControl: UInt = 18
        static let reset: UInt = 20
        static let clearHalt: UInt = 21
        static let capabilities: UInt = 26
    }

    mutating func control(
        _ request: UInt, _ argument: UInt, in memory: ToolMemory
    ) throws(ToolMemory.Closed) -> ToolMemory.Outcome {
        guard request >> 8 & 0xFF == UInt(UInt8(ascii: "U")) else { return .failed(ENOTTY) }
        // The node stays open when the cable is pulled. What is under way ends, and everything else fails.
        guard !device.isGone else { return try reapLast(request & 0xFF, into: argument, memory) }
        endWhatWasReset()
        switch request & 0xFF {
        case Number.control: return try controlTransfer(argument, memory)
        case Number.submit: return try submit(argument, memory)
        case Number.discard: return discard(argument)
        case Number.reap, Number.reapWithoutWaiting: return try reap(into: argument, memory)
        case Number.reset:
            device.reset()
            return .done
        case Number.claim:
            let interface = Int(LittleEndian.number(in: try memory.read(4, at: argument), at: 0, count: 4))
            return device.claim(interface, by: user) ? .done : .failed(EBUSY)
        case Number.release:
            device.release(by: user)
            return .done
        case Number.resetEndpoint, Number.setInterface, Number.setConfiguration, Number.clearHalt: return .done
        case Number.connectInfo:
            try memory.write(LittleEndian.bytes(UInt(device.number), count: 8), at: argument)
            return .done
        case Number.capabilities:
            try memory.write([Self.zeroPackets | Self.anySize, 0, 0, 0], at: argument)
            return .done
        case Number.getDriver:
            guard let driver = device.driver else { return .failed(ENODATA) }
            // struct usbdevfs_getdriver: the interface's number comes first.
            try memory.write(Array(driver.utf8) + [0], at: argument + 4)
            return .done
        case Number.driverControl: return .failed(ENOSYS)
        default: return .failed(ENOTTY)
        }
    }

    private mutating func submit(
        _ address: UInt, _ memory: ToolMemory
    ) throws(ToolMemory.Closed) -> ToolMemory.Outcome {
        var transfer = TransferRequest(at: address, try memory.read(TransferRequest.size, at: address))
        guard device.mayTransfer(over: transfer.endpoint, by: user) else { return .failed(EBUSY) }
        if transfer.isControl {
            try endControl(&transfer, memory)
            ended.append(transfer)
        } else if transfer.isToHost {
            pending.append(transfer)
        } else {
            let bytes = try memory.read(transfer.capacity, at: transfer.buffer)
            device.receive(bytes, over: transfer.endpoint)
            Self.lastCommand.withLock { $0 = .now }
            transfer.end(status: 0, length: bytes.count)
            ended.append(transfer)
        }
        return .done
    }

    /// A transfer that has ended already cannot be discarded. The tool collects it all the same, and libusb-0.1 throws
    /// it away: so answers are lost in real life.
    private mutating func discard(_ address: UInt) -> ToolMemory.Outcome {
        guard let index = pending.firstIndex(where: { $0.address == address }) else { return .failed(EINVAL) }
        var transfer = pending.remove(at: index)
        transfer.end(status: -ENOENT, length: 0)
        ended.append(transfer)
        return .done
    }

    /// A reset, by whatever program, ends the transfers that were asked for before.
    private mutating func endWhatWasReset() {
        guard generation != device.generation else { return }
        generation = device.generation
        endPending()
    }

    private mutating func endPending() {
        for var transfer in pending {
            transfer.end(status: -ESHUTDOWN, length: 0)
            ended.append(transfer)
        }
        pending = []
    }

    private mutating func reap(
        into address: UInt, _ memory: ToolMemory
    ) throws(ToolMemory.Closed) -> ToolMemory.Outcome {
        try bringInterrupts(memory)
        while let (index, bytes) = nextTransfer() {
            var transfer = pending.remove(at: index)
            guard !device.hasTransferFailed() else {
                transfer.end(status: -EPROTO, length: 0)
                ended.append(transfer)
                continue
            }
            try bring(bytes, by: transfer, in: memory)
        }
        return try collect(into: address, memory)
    }

    /// What a reader has for one of those who wait.
    private func nextTransfer() -> (index: Int, bytes: [UInt8])? {
        for (index, transfer) in pending.enumerated() where !device.model.isInterrupt(transfer.endpoint) {
            if let bytes = device.nextTransfer(over: transfer.endpoint) { return (index, bytes) }
        }
        return nil
    }

    private mutating func bringInterrupts(_ memory: ToolMemory) throws(ToolMemory.Closed) {
        for (index, transfer) in pending.enumerated().reversed() where device.model.isInterrupt(transfer.endpoint) {
            guard let bytes = device.nextInterrupt(over: transfer.endpoint) else { continue }
            try bring(bytes, by: pending.remove(at: index), in: memory)
        }
    }

    private mutating func bring(
        _ bytes: [UInt8], by transfer: TransferRequest, in memory: ToolMemory
    ) throws(ToolMemory.Closed) {
        var transfer = transfer
        let part = Array(bytes.prefix(transfer.capacity))
        try memory.write(part, at: transfer.buffer)
        transfer.end(status: part.count < bytes.count ? -EOVERFLOW : 0, length: part.count)
        ended.append(transfer)
    }

    private mutating func collect(
        into address: UInt, _ memory: ToolMemory
    ) throws(ToolMemory.Closed) -> ToolMemory.Outcome {
        guard !ended.isEmpty else {
            let isBusy = ContinuousClock.now - Self.lastCommand.withLock(\.self) < Self.busyTime
            usleep(isBusy ? Self.busyPause : Self.pause)
            return .failed(EAGAIN)
        }
        let transfer = ended.removeFirst()
        for part in transfer.outcome { try memory.write(part.bytes, at: part.address) }
        try memory.write(LittleEndian.bytes(transfer.address, count: 8), at: address)
        return .done
    }

    /// The kernel ends what was under way with a device that has left; libusb 1.0 lets go of it only then.
    private mutating func reapLast(
        _ number: UInt, into address: UInt, _ memory: ToolMemory
    ) throws(ToolMemory.Closed) -> ToolMemory.Outcome {
        guard number == Number.reap || number == Number.reapWithoutWaiting else { return .failed(ENODEV) }
        endPending()
        return ended.isEmpty ? .failed(ENODEV) : try collect(into: address, memory)
    }
}
