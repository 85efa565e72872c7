internal import ReaderProtocol
internal import UnixSystem

extension Inspection {
    private static let drivers = "/usr/lib/pcsc/drivers"

    /// pcscd as it is installed, and the readers that its drivers list.
    var cardService: CardServicePicture {
        var service = CardServicePicture()
        service.isInstalled = FileStatus("\(root)/usr/sbin/pcscd") != nil
        service.listens = FileStatus("\(root)/run/pcscd/pcscd.comm") != nil
        service.sparesReaders = ["/etc", "/usr/lib", "/lib"].contains {
            FileStatus("\(root)\($0)/systemd/system/pcscd.service.d/waymark.conf") != nil
        }
        service.isPermitted = ["/etc", "/usr/share"].contains {
            FileStatus("\(root)\($0)/polkit-1/rules.d/50-waymark.rules") != nil
        }
        for bundle in Folder.names(in: root + Self.drivers) where bundle.hasSuffix(".bundle") {
            let lines = Folder.lines(of: "\(root)\(Self.drivers)/\(bundle)/Contents/Info.plist")
            service.listed[bundle] = Self.readers(inPropertyList: lines)
        }
        return service
    }

    /// Vendors and products are two arrays of the same length (libccid's Info.plist).
    static func readers(inPropertyList lines: [String]) -> Set<USBReader> {
        let vendors = numbers(of: "ifdVendorID", in: lines)
        let products = numbers(of: "ifdProductID", in: lines)
        return Set(zip(vendors, products).map { USBReader(vendor: $0, product: $1) })
    }

    private static func numbers(of key: String, in lines: [String]) -> [UInt16] {
        let texts = lines.drop { !$0.contains("<key>\(key)</key>") }.prefix { !$0.contains("</array>") }
        return texts.compactMap { line in
            guard let start = line.firstRange(of: "<string>0x"), let end = line.firstRange(of: "</string>") else {
                return nil
            }
            return UInt16(line[start.upperBound..<end.lowerBound], radix: 16)
        }
    }
}
