import Doctor
import ReaderProtocol

extension MachinePicture {
    /// A smart-card reader at port 2-1 with a pcscd that drives it, as it should be.
    mutating func plugInCardReader(
        _ kind: USBReader = PlantedFault.acr1252u, isAdded: Bool = true, failure: String? = nil
    ) {
        var reader = PluggedReader(port: "2-1", kind: kind)
        reader.isCardReader = true
        readers.append(reader)
        addCardReaders(isAdded ? 1 : 0, failure: failure)
    }

    /// The daemon knows readers at the ports from 2-1 on, and pcscd is in order.
    mutating func addCardReaders(_ count: Int, failure: String? = nil) {
        programs.cardService.isInstalled = true
        programs.cardService.listens = true
        programs.cardService.listed = ["ifd-ccid.bundle": [PlantedFault.acr1252u]]
        daemon = .with(
            others: (0..<count).map { number in
                DaemonPicture.KnownReader(
                    name: "card-\(number + 1)", connection: "pcsc:2-\(number + 1)",
                    failure: failure.map(DaemonPicture.failure))
            })
    }
}
