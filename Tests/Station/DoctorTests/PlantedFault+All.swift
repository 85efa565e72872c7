import Doctor
import ReaderProtocol

extension PlantedFault {
    private static let held = HolderPicture(process: 4_711, program: "pcscd")
    static let acr1252u = USBReader(vendor: 0x072F, product: 0x223E)
    private static let refused = DaemonPicture.failure("no-permission")

    static let all = [
        // The package.
        PlantedFault("a group was never made", .accountMissing, mending: "sudo systemd-sysusers") {
            $0.accounts.missing = ["waymark-reader"]
            $0.changeReader { $0.isKnownToRule = nil }
        },
        PlantedFault("the rules are gone", .rulesMissing, mending: "sudo apt install --reinstall waymark") {
            $0.udev.missingRules = ["93-waymark.rules"]
            $0.changeReader { $0.isKnownToRule = false }
        },
        PlantedFault("udev was stopped", .udevNotRunning, mending: "sudo systemctl start systemd-udevd") {
            $0.udev.isRunning = false
        },
        PlantedFault("the worker is gone", .workerMissing, mending: "apt install --reinstall") {
            $0.programs.workerVersion = nil
        },
        PlantedFault("the worker is an old one", .versionMismatch, mending: "apt install --reinstall") {
            $0.programs.workerVersion = "1.2.2"
        },
        PlantedFault("the daemon is an old one", .versionMismatch, mending: "sudo systemctl restart waymarkd") {
            $0.daemon = .with(version: "1.2.2")
        },
        // The daemon.
        PlantedFault(
            "the daemon was never started", .daemonNotRunning, mending: "systemctl enable --now waymarkd.socket"
        ) {
            $0.daemon = .silent(.noSocket, message: "cannot reach waymarkd", why: "no socket at /run")
        },
        PlantedFault("the daemon has crashed", .daemonSilent, mending: "sudo systemctl restart waymarkd") {
            $0.daemon = .silent(.noAnswer, message: "cannot reach waymarkd", why: "nobody listens")
        },
        PlantedFault("the user is not in the group", .noPermission, mending: "sudo adduser kim waymark") {
            $0.accounts.user = "kim"
            $0.daemon = .silent(.noPermission, message: "cannot reach waymarkd", why: "not permitted")
        },
        PlantedFault("the user's groups have no role", .noPermission, mending: "ask an administrator") {
            $0.daemon = .silent(
                .refused(next: "ask an administrator for the role"), message: "the request is refused",
                why: "it takes the role read")
        },
        // Readers on USB.
        PlantedFault("a container does not see the device", .readerNodeMissing, mending: "/dev/bus/usb") {
            $0.changeReader { $0.node = nil }
        },
        PlantedFault("the rules came after the reader", .readerRuleNotApplied, mending: "udevadm trigger --action=add")
        {
            $0.changeReader { reader in
                reader.isKnownToRule = false
                reader.node = NodePicture(path: "/dev/bus/usb/001/004", owner: "root", group: "root", mode: 0o664)
            }
        },
        PlantedFault("udev never saw the reader", .readerRuleNotApplied, mending: "udevadm trigger --action=add") {
            $0.changeReader { $0.isKnownToRule = nil }
        },
        PlantedFault("a later rule has changed the group", .readerGroup, mending: "udevadm test") {
            $0.changeReader {
                $0.node = NodePicture(path: "/dev/bus/usb/001/004", owner: "root", group: "plugdev", mode: 0o664)
            }
        },
        PlantedFault("a later rule has changed the mode", .readerMode, mending: "udevadm test") {
            $0.changeReader {
                $0.node = NodePicture(
                    path: "/dev/bus/usb/001/004", owner: "root", group: "waymark-reader", mode: 0o600)
            }
        },
        PlantedFault("the kernel has taken the reader", .kernelDriver, mending: "sudo modprobe -r pn533_usb pn533 nfc")
        {
            $0.modules.loaded = ["pn533_usb", "pn533", "nfc", "usbserial"]
            $0.changeReader { $0.kernelDrivers = ["pn533_usb"] }
        },
        PlantedFault("pcscd has taken the reader", .readerHeld, mending: "restart pcscd.service") {
            $0.changeReader { $0.holders = [held] }
        },
        PlantedFault("somebody's program has the reader", .readerHeld, mending: "sudo kill 99") {
            $0.changeReader { $0.holders = [HolderPicture(process: 99, program: "nfc-poll")] }
        },
        PlantedFault("the reader is of an unknown kind", .readerUnsupported, mending: "pcsc-plain:1-2") {
            var reader = PluggedReader(port: "1-2", kind: USBReader(vendor: 0x096E, product: 0x060D))
            reader.isCardReader = true
            $0.readers.append(reader)
        },
        PlantedFault("a reader was removed and is still there", .readerNotAdded, mending: "waymark reader add usb:1-2")
        {
            var reader = $0.readers[0]
            reader = PluggedReader(port: "1-2", kind: reader.kind)
            reader.node = $0.readers[0].node
            reader.isKnownToRule = true
            $0.readers.append(reader)
        },
        PlantedFault("the kernel's modules may come", .moduleNotBlacklisted, mending: "apt install --reinstall") {
            $0.modules.blacklisted = ["nfc"]
        },
        PlantedFault("pcscd waits for the next plug", .cardService, mending: "restart pcscd.service") {
            $0.programs.running = ["pcscd"]
            $0.programs.cardService.sparesReaders = false
        },
        // Smart-card readers.
        PlantedFault("pcscd was never installed", .cardServiceMissing, mending: "sudo apt install pcscd libccid") {
            $0.plugInCardReader()
            $0.programs.cardService.isInstalled = false
        },
        PlantedFault("pcscd was masked, as was once advised", .cardServiceSilent, mending: "unmask pcscd.socket") {
            $0.plugInCardReader()
            $0.programs.cardService.listens = false
        },
        PlantedFault("an ACR1552U on Debian 12", .cardReaderUnlisted, mending: "libccid of Debian 13") {
            $0.plugInCardReader(USBReader(vendor: 0x072F, product: 0x2308))
        },
        PlantedFault("the maker's driver is there as well", .cardReaderTwoDrivers, mending: "apt remove libacsccid1") {
            $0.plugInCardReader()
            $0.programs.cardService.listed["ifd-acsccid.bundle"] = [acr1252u]
        },
        PlantedFault("seventeen smart-card readers", .cardReadersTooMany, mending: "unplug") {
            for number in 1...17 {
                var reader = PluggedReader(port: "2-\(number)", kind: acr1252u)
                reader.isCardReader = true
                $0.readers.append(reader)
            }
            $0.addCardReaders(17)
        },
        PlantedFault("a smart-card reader was removed and is still there", .readerNotAdded, mending: "add pcsc:2-1") {
            $0.plugInCardReader(isAdded: false)
        },
        PlantedFault("polkit has lost the rule", .cardServiceRefuses, mending: "apt install --reinstall waymark") {
            $0.plugInCardReader(failure: "pcscd-refuses")
            $0.programs.cardService.isPermitted = false
        },
        PlantedFault("another rule of polkit refuses", .cardServiceRefuses, mending: "ls /etc/polkit-1/rules.d") {
            $0.plugInCardReader(failure: "pcscd-refuses")
        },
        PlantedFault("pcscd was removed, and the worker says so", .cardServiceMissing, mending: "apt install pcscd") {
            $0.plugInCardReader(failure: "no-pcscd")
            $0.programs.cardService.isInstalled = false
        },
        PlantedFault("pcscd shows only the slot for a SIM card", .readerFailed, mending: "restart pcscd.service;") {
            $0.plugInCardReader(failure: "no-pcsc-driver")
        },
        PlantedFault("a smart-card reader was given to libnfc", .readerOtherLibrary, mending: "add pcsc:2-1") {
            $0.plugInCardReader(isAdded: false)
            $0.daemon = .with(others: [DaemonPicture.KnownReader(name: "card-1", connection: "usb:2-1")])
        },
        PlantedFault("a reader of libnfc's was given to pcscd", .readerOtherLibrary, mending: "add usb:1-1.3") {
            $0.daemon = .with(connection: "pcsc:1-1.3")
        },
        PlantedFault("a smart-card reader is stuck", .readerFailed, mending: "do as it says") {
            $0.plugInCardReader(failure: "reader-stuck")
        },
        PlantedFault("a browser has the smart-card reader", .readerFailed, mending: "do as it says") {
            $0.plugInCardReader(failure: "reader-held")
        },
        PlantedFault("no worker for a smart-card reader", .readerFailed, mending: "start waymark-pcsc-reader@2-1;") {
            $0.plugInCardReader(failure: "worker-missing")
        },
        // Readers as the daemon knows them.
        PlantedFault("a reader was added twice", .readerTwice, mending: "waymark reader remove again") {
            $0.daemon = .with(others: [
                DaemonPicture.KnownReader(name: "again", connection: "pn532_uart:/dev/ttyUSB0:115200")
            ])
        },
        PlantedFault("a reader does not answer", .readerFailed, mending: "do as it says") {
            $0.daemon = .with(failure: DaemonPicture.failure("no-reader"))
        },
        PlantedFault("systemd has started no worker", .readerFailed, mending: "systemctl start waymark-reader@1-1.3;") {
            $0.daemon = .with(failure: DaemonPicture.failure("worker-missing"))
        },
        // Serial ports.
        PlantedFault("gpsd has taken the bridge", .serialHeld, mending: "mask --now gpsd.socket gpsd.service") {
            $0.changePort { $0.holders = [HolderPicture(process: 7, program: "gpsd")] }
            $0.daemon = .with(bridgeFailure: DaemonPicture.failure("port-busy"))
        },
        PlantedFault("a bridge was added by its tty", .serialOutOfReach, mending: "KERNELS==\"1-1.4\"") {
            $0.changePort { $0.isNamedReader = false }
            $0.daemon = .with(bridge: "pn532_uart:/dev/ttyUSB0", bridgeFailure: DaemonPicture.failure("no-such-port"))
        },
        PlantedFault("a port of the board was added", .serialOutOfReach, mending: "DeviceAllow=/dev/ttyAMA0 rw") {
            $0.serialPorts = [SerialPortPicture(path: "/dev/ttyAMA0", usbPort: nil)]
            $0.daemon = .with(bridge: "pn532_uart:/dev/ttyAMA0", bridgeFailure: refused)
        },
        PlantedFault("ModemManager probes the bridge", .modemManager, mending: "60-waymark-local.rules") {
            $0.programs.running = ["ModemManager"]
            $0.changePort { $0.isIgnoredByModemManager = false }
        },
        // What is kept.
        PlantedFault("somebody has edited the journal", .journalBroken, mending: "waymark journal verify") {
            $0.daemon = .with(brokenAt: 17)
        },
        PlantedFault("the disk has changed pages", .registryDamaged, mending: "waymarkd restore FILE") {
            $0.daemon = .with(
                registry: RegistryPicture(
                    damage: RegistryPicture.Trouble(
                        why: "SQLite finds it damaged", next: "restore a backup: waymarkd restore FILE")))
        },
        PlantedFault("a token was put in by hand", .registryAltered, mending: "waymark journal verify") {
            $0.daemon = .with(
                registry: RegistryPicture(
                    alteration: RegistryPicture.Trouble(
                        why: "token mallory: no entry of the journal made it",
                        next: "see all of it: waymark journal verify")))
        },
        PlantedFault("the disk went read-only", .diskReadOnly, mending: "mount -o remount,rw") {
            $0.files.disk = FilesPicture.Disk(free: 20 << 30, total: 100 << 30, isReadOnly: true)
        },
        PlantedFault("the disk is full", .diskFull, mending: "sudo du") {
            $0.files.disk = FilesPicture.Disk(free: 1 << 20, total: 100 << 30, isReadOnly: false)
        },
        PlantedFault("the disk is nearly full", .diskLow, mending: "sudo du") {
            $0.files.disk = FilesPicture.Disk(free: 500 << 20, total: 100 << 30, isReadOnly: false)
        },
        PlantedFault("root has started the daemon once", .registryOwner, mending: "chown -hR waymark:waymark") {
            $0.files.registryNode = NodePicture(
                path: $0.files.registry, owner: "root", group: "root", mode: 0o600)
        },
        PlantedFault("everybody may read the registry", .registryOpen, mending: "sudo waymarkd tighten") {
            $0.files.registryNode = NodePicture(
                path: $0.files.registry, owner: "waymark", group: "waymark", mode: 0o644)
        },
        PlantedFault("people may read the registry", .registryOpen, mending: "sudo waymarkd tighten") {
            $0.files.registryNode = NodePicture(
                path: $0.files.registry, owner: "waymark", group: "waymark", mode: 0o640)
        },
        PlantedFault("people may look into the registry's folder", .registryOpen, mending: "sudo waymarkd tighten") {
            $0.files.folderNode = NodePicture(
                path: "/var/lib/waymark", owner: "waymark", group: "waymark", mode: 0o750)
        },
        PlantedFault("people may read a replaced registry", .registryOpen, mending: "sudo waymarkd tighten") {
            $0.files.besides = [
                NodePicture(
                    path: "\($0.files.registry).replaced-20261121T213000Z", owner: "waymark", group: "waymark",
                    mode: 0o640)
            ]
        },
        PlantedFault("people may read the master key", .keyOpen, mending: "sudo waymarkd tighten --tag-key") {
            $0.files.keys = [
                NodePicture(path: "/etc/waymark/keys/bench.key", owner: "root", group: "waymark", mode: 0o640)
            ]
        },
        PlantedFault("everybody may read the master key", .keyOpen, mending: "sudo waymarkd tighten --tag-key") {
            $0.files.keys = [
                NodePicture(path: "/etc/waymark/keys/bench.key", owner: "root", group: "root", mode: 0o644)
            ]
        },
        // The hub.
        PlantedFault("people may read the hub's token", .credentialsOpen, mending: "chmod 600 /var/lib/waymark-station")
        {
            $0.upstream?.credentials = NodePicture(
                path: "/var/lib/waymark-station/hub.json", owner: "waymark-station", group: "waymark", mode: 0o640)
        },
        PlantedFault("the rounds were never begun", .syncNotRunning, mending: "enable --now waymark-station") {
            $0.upstream?.isSyncRunning = false
            $0.upstream?.contact = UpstreamPicture.Contact(seconds: 90_000, waiting: 20_000)
        },
        PlantedFault("the rounds have a file of their own", .syncNotRunning, mending: "--credentials /srv/hub.json") {
            $0.upstream?.isSyncRunning = false
            $0.upstream?.ownCredentials = "/srv/hub.json"
        },
        PlantedFault("the station's key was removed", .syncNotRunning, mending: "waymark station leave") {
            $0.upstream?.isSyncRunning = false
            $0.upstream?.credentials = nil
            $0.upstream?.lacksCredentials = true
        },
        PlantedFault("the station's key is elsewhere", .syncNotRunning, mending: "waymark doctor --credentials FILE") {
            $0.upstream?.isSyncRunning = false
            $0.upstream?.credentials = nil
            $0.upstream?.lacksCredentials = true
        },
        PlantedFault(
            "rounds run, with another file than the one that is there", .syncNotRunning,
            mending: "waymark doctor --credentials /srv/hub.json; otherwise: sudo systemctl enable"
        ) {
            $0.upstream?.isSyncRunning = false
            $0.upstream?.otherCredentials = "/srv/hub.json"
        },
        PlantedFault("the hub was never reached", .hubSilent, mending: "journalctl -u waymark-station") {
            $0.upstream?.contact = nil
            $0.upstream?.secondsSinceJoining = 7_200
        },
        PlantedFault(
            "the hub's past was cut off", .hubRewrote, mending: "https://hub.example to run waymark-hub verify"
        ) {
            $0.upstream?.contact = UpstreamPicture.Contact(
                seconds: 90_000, waiting: 20_000,
                refusal: UpstreamPicture.Refusal(code: "hub-rewrote", reason: "its log is shorter than before"))
        },
        PlantedFault("the network has been away since yesterday", .hubSilent, mending: "journalctl -u waymark-station")
        {
            $0.upstream?.contact = UpstreamPicture.Contact(seconds: 90_000, waiting: 20_000)
        },
        PlantedFault("the network is too slow", .uploadsBehind, mending: "journalctl -u waymark-station -f") {
            $0.upstream?.contact = UpstreamPicture.Contact(seconds: 12, waiting: 20_000)
        },
        PlantedFault("the hub has nothing left of a batch", .grantLow, mending: "waymark station take spring 500") {
            $0.upstream?.low = [UpstreamPicture.LowBatch(batch: "spring", left: 140, came: 500)]
        },
        // What is around.
        PlantedFault("the clock has lost its battery", .clockBehind, mending: "timedatectl set-ntp true") {
            $0.clock.secondsBehind = 86_400
        },
        PlantedFault("nobody keeps the clock", .clockUnsynchronised, mending: "timedatectl set-ntp true") {
            $0.clock.isSynchronised = false
        },
        PlantedFault("gpsd sees no satellite", .noPosition, mending: "go to a window") {
            $0.gps = .trouble(why: "no fix", next: "go to a window")
        },
        PlantedFault("CUPS hangs", .printingSilent, mending: "sudo systemctl restart cups") {
            $0.printing = .silent(why: "time-out")
        },
        PlantedFault("the printer is stopped", .printerStopped, mending: "sudo cupsenable label") {
            $0.printing = .stopped(["label"])
        },
        PlantedFault("no font has Japanese letters", .fontMissing, mending: "sudo apt install fonts-noto-core") {
            $0.scriptsWithoutFont = ["Japanese"]
        },
    ]
}
