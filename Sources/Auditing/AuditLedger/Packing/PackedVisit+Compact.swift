package import Registry

/// Times and places less the smallest of the entry's, in as many bits as the largest needs; places in the largest unit that
/// says them exactly: of six decimals of a degree, the millionth. Deviations by their place among the common numbers.
extension PackedVisit: CompactRecord {
    package var repeated: UInt32? { sigma.bitPattern }

    /// The units in which places are written, of 10^-9 degree: of nine, seven, six and five decimals.
    private static let units = [0, 2, 3, 4].map(PowerOfTen.init)
    /// How many bits the southernmost and westernmost place take in each unit.
    private static let placeWidths: [UInt64] = units.map { (360_000_000_000 / $0.value).bitWidthUsed }
    private static let sigmaWidth: UInt64 = 31

    /// What is written before the records.
    private struct Head {
        var unit = 0
        var (north, east, time): (UInt64, UInt64, UInt64) = (.max, .max, .max)
        var (norths, easts, times, devices): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        /// 31 where deviations are written as they are.
        var sigmas: UInt64 = 0

        var areSigmasCommon: Bool { sigmas < sigmaWidth }

        func write(to bits: inout BitWriter) {
            bits.write(UInt64(unit) | norths << 2 | easts << 8 | times << 14 | devices << 20 | sigmas << 26, width: 31)
            bits.write(time, width: 32)
            bits.write(north, width: placeWidths[unit])
            bits.write(east, width: placeWidths[unit])
        }

        init() {}

        init(_ bits: inout BitReader, _ bytes: RawSpan) {
            let widths = bits.read(bytes, width: 31)
            unit = Int(widths & 3)
            (norths, easts, times) = (widths >> 2 & 63, widths >> 8 & 63, widths >> 14 & 63)
            (devices, sigmas) = (widths >> 20 & 63, widths >> 26)
            time = bits.read(bytes, width: 32)
            north = bits.read(bytes, width: placeWidths[unit])
            east = bits.read(bytes, width: placeWidths[unit])
        }
    }

    package static func write(_ kept: Span<Self>, to bits: inout BitWriter, _ common: CommonNumbers) {
        var places = InlineArray<16, (north: UInt64, east: UInt64)>(repeating: (0, 0))
        var head = Head()
        head.unit = units.indices.last { takePlaces(kept, in: units[$0], to: &places) } ?? 0
        var sigmas = InlineArray<16, UInt64>(repeating: 0)
        var (north, east, time, devices, sigma) = (0 as UInt64, 0 as UInt64, 0 as UInt64, 0 as UInt64, 0 as UInt64)
        for index in kept.indices {
            let (record, place) = (kept[index], places[index])
            (north, east, time) = (max(north, place.north), max(east, place.east), max(time, UInt64(record.time)))
            (head.north, head.east) = (min(head.north, place.north), min(head.east, place.east))
            head.time = min(head.time, UInt64(record.time))
            devices |= UInt64(record.device)
            if let place = common.place(of: record.sigma.bitPattern) {
                sigmas[index] = UInt64(place)
                sigma |= sigmas[index]
            } else {
                sigma = .max
            }
        }
        (head.norths, head.easts) = ((north - head.north).bitWidthUsed, (east - head.east).bitWidthUsed)
        (head.times, head.devices) = ((time - head.time).bitWidthUsed, devices.bitWidthUsed)
        head.sigmas = min(sigma.bitWidthUsed, sigmaWidth)
        head.write(to: &bits)
        for index in kept.indices {
            let record = kept[index]
            bits.write(
                UInt64(record.time) - head.time | UInt64(record.device) &<< head.times, width: head.times + head.devices
            )
            let sigma = head.areSigmasCommon ? sigmas[index] : UInt64(record.sigma.bitPattern)
            let (north, east) = (places[index].north - head.north, places[index].east - head.east)
            if head.sigmas + head.norths + head.easts <= 64 {
                bits.write(
                    sigma | north &<< head.sigmas | east &<< (head.sigmas + head.norths),
                    width: head.sigmas + head.norths + head.easts)
            } else {
                bits.write(sigma, width: head.sigmas)
                bits.write(north, width: head.norths)
                bits.write(east, width: head.easts)
            }
        }
    }

    /// Puts the places in a unit; false where one of them is between two.
    private static func takePlaces(
        _ kept: Span<Self>, in unit: PowerOfTen, to places: inout InlineArray<16, (north: UInt64, east: UInt64)>
    ) -> Bool {
        for index in kept.indices {
            guard let north = unit.quotient(UInt64(kept[index].northUnits)),
                let east = unit.quotient(UInt64(kept[index].eastUnits))
            else { return false }
            places[index] = (north, east)
        }
        return true
    }

    package static func read(
        _ count: Int, from bytes: RawSpan, entry: Int, into kept: inout [Self], _ common: CommonNumbers
    ) {
        var bits = BitReader()
        let head = Head(&bits, bytes)
        let unit = units[head.unit].value
        for _ in 0..<count {
            let whole = bits.read(bytes, width: head.times + head.devices)
            var (sigma, north, east): (UInt64, UInt64, UInt64)
            if head.sigmas + head.norths + head.easts <= 64 {
                let rest = bits.read(bytes, width: head.sigmas + head.norths + head.easts)
                sigma = rest & (1 &<< head.sigmas &- 1)
                north = rest &>> head.sigmas & (1 &<< head.norths &- 1)
                east = rest >> (head.sigmas + head.norths)
            } else {
                sigma = bits.read(bytes, width: head.sigmas)
                north = bits.read(bytes, width: head.norths)
                east = bits.read(bytes, width: head.easts)
            }
            if head.areSigmasCommon { sigma = UInt64(common.number(Int(sigma))) }
            kept.append(
                Self(
                    entry: entry, time: UInt32(truncatingIfNeeded: head.time + whole & (1 &<< head.times &- 1)),
                    device: UInt32(truncatingIfNeeded: whole &>> head.times),
                    north: (head.north + north) &* unit, east: (head.east + east) &* unit,
                    sigma: Float(bitPattern: UInt32(truncatingIfNeeded: sigma))))
        }
    }
}
