import Doctor
import Testing

struct DiagnosisTests {
    @Test func `a healthy machine has no findings, and everything was looked at`() {
        let report = DiagnosisReport(MachinePicture.healthy)
        #expect(report.findings == [])
        #expect(report.notChecked == [])
        #expect(report.fine.contains("reader till (usb:1-1.3)"))
        #expect(report.fine.contains("20.0 GiB free for the registry"))
        #expect(report.fine.contains("station berlin of https://hub.example, last contact 12 s ago"))
    }

    /// The fault, the whole fault and nothing but the fault.
    @Test(arguments: PlantedFault.all)
    func `a planted fault is the one finding, with the command that mends it`(_ fault: PlantedFault) throws {
        var picture = MachinePicture.healthy
        fault.plant(&picture)
        let findings = DiagnosisReport(picture).findings
        #expect(findings.map(\.code) == [fault.code], "\(findings)")
        let finding = try #require(findings.first)
        #expect(finding.next.contains(fault.mending), "\(finding.next)")
        #expect(!finding.message.isEmpty && !finding.why.isEmpty)
    }

    @Test func `every code has a planted fault`() {
        let planted = Set(PlantedFault.all.map(\.code) + PlantedHubFault.all.map(\.code))
        #expect(DiagnosisCode.allCases.filter { !planted.contains($0) } == [])
    }

    /// The worker can only say that it was refused; the machine shows by whom.
    @Test func `a reader's failure is not told twice`() {
        var picture = MachinePicture.healthy
        picture.changeReader { $0.holders = [HolderPicture(process: 4_711, program: "pcscd")] }
        picture.daemon = .with(failure: DaemonPicture.failure("port-busy"))
        #expect(DiagnosisReport(picture).findings.map(\.code) == [.readerHeld])
    }

    /// The worker's sandbox shows no other process, and a person does not see whose files others have open.
    @Test func `a reader that another program has is reported as that, and what shows the program`() throws {
        var picture = MachinePicture.healthy
        picture.daemon = .with(failure: DaemonPicture.failure("reader-held"))
        for (sees, runs, words) in [
            (false, false, "sudo waymark doctor"), (false, true, "restart pcscd.service"), (true, false, "container"),
        ] {
            picture.accounts.seesEverything = sees
            picture.programs.running = runs ? ["pcscd"] : []
            let findings = DiagnosisReport(picture).findings
            #expect(findings.map(\.code) == [.readerHeld])
            #expect(findings.first?.next.contains(words) == true)
        }
        picture.accounts.seesEverything = true
        picture.changeReader { $0.holders = [HolderPicture(process: 4_711, program: "pcscd")] }
        #expect(DiagnosisReport(picture).findings.map(\.message).contains { $0.contains("pcscd has it") })
    }

    @Test func `findings come in the order of the codes`() {
        var picture = MachinePicture.healthy
        for fault in PlantedFault.all where [.clockBehind, .diskFull, .readerHeld].contains(fault.code) {
            fault.plant(&picture)
        }
        #expect(DiagnosisReport(picture).findings.map(\.code) == [.readerHeld, .diskFull, .clockBehind])
    }

    @Test func `what cannot be seen is said to be unseen`() {
        var picture = MachinePicture.healthy
        picture.accounts.seesEverything = false
        picture.clock.isSynchronised = nil
        picture.files.disk = nil
        picture.gps = .notInstalled
        picture.printing = .notInstalled
        picture.scriptsWithoutFont = nil
        picture.upstream?.credentials = nil
        picture.upstream?.contact = nil
        picture.upstream?.obstacle = .hidden
        let report = DiagnosisReport(picture)
        #expect(report.findings == [])
        #expect(report.notChecked.count == 9)
    }

    @Test func `a hub that the daemon did not say anything of is not checked`() {
        var picture = MachinePicture.healthy
        (picture.upstream, picture.isHubKnown) = (nil, false)
        #expect(DiagnosisReport(picture).notChecked.contains { $0.hasPrefix("the station's hub: ") })
    }

    @Test func `what was kept of the last contact is hidden, damaged or not there yet, and that is said`() {
        let hub = "the last contact with https://hub.example: "
        let known: [(obstacle: UpstreamPicture.Obstacle?, words: String)] = [
            (.hidden, "sudo waymark doctor"), (.refused(why: "it is damaged"), "it is damaged"),
            (nil, "there was none yet"),
        ]
        for (obstacle, words) in known {
            var picture = MachinePicture.healthy
            picture.upstream?.contact = nil
            picture.upstream?.obstacle = obstacle
            // It has joined just now.
            picture.upstream?.secondsSinceJoining = 60
            let report = DiagnosisReport(picture)
            #expect(report.findings == [])
            #expect(report.notChecked == [hub + words])
        }
    }

    /// It may be healthy: it was looked for at the wrong place.
    @Test(arguments: [true, false])
    func `a station whose rounds have another file is not advised, and that file is named`(isKnownToLack: Bool) {
        var picture = MachinePicture.healthy
        picture.upstream?.credentials = nil
        picture.upstream?.lacksCredentials = isKnownToLack
        // Left behind by rounds of before.
        picture.upstream?.contact = UpstreamPicture.Contact(seconds: 90_000, waiting: 2)
        picture.upstream?.isSyncRunning = false
        picture.upstream?.otherCredentials = "/srv/hub.json"
        let report = DiagnosisReport(picture)
        #expect(report.findings == [])
        let hub = "https://hub.example"
        let rounds =
            "the rounds with \(hub), which have another file: waymark doctor --credentials /srv/hub.json"
        let hidden = "who may read the station's key and token for \(hub): sudo waymark doctor"
        #expect(!report.fine.contains { $0.hasPrefix("station berlin") })
        #expect(report.notChecked == (isKnownToLack ? [rounds] : [hidden, rounds]))
    }

    @Test func `a last contact is not fine where nothing brings the two together`() {
        var picture = MachinePicture.healthy
        picture.upstream?.isSyncRunning = false
        #expect(!DiagnosisReport(picture).fine.contains { $0.hasPrefix("station berlin") })
    }
}
