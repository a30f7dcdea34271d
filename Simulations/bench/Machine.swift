import API
import Primitives

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The machine that produced the figures.
struct Machine: Codable {
    let processor: String
    let cores: Int
    let memoryGigabytes: Double
    let system: String
    /// RFC 3339.
    let date: String
    /// The load average of the last minute: figures of a busy machine mean little.
    let load: Double

    static func here() -> Machine {
        var names = utsname()
        uname(&names)
        let release = withUnsafeBytes(of: names.release) { text($0) }
        let kernel = withUnsafeBytes(of: names.sysname) { text($0) }
        let pages = Double(sysconf(Int32(_SC_PHYS_PAGES)))
        let pageBytes = Double(sysconf(Int32(_SC_PAGESIZE)))
        var loads = [Double](repeating: 0, count: 1)
        getloadavg(&loads, 1)
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Machine(
            processor: processor(), cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            memoryGigabytes: (pages * pageBytes / 1e9).rounded(), system: "\(kernel) \(release)",
            date: Timestamp.text(WallTime(milliseconds: UInt64(time.tv_sec) * 1000)),
            load: loads[0])
    }

    private static func processor() -> String {
        let lines = (try? File.text("/proc/cpuinfo"))?.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix("model name") }),
            let colon = line.firstIndex(of: ":")
        else { return "unknown processor" }
        return String(line[line.index(after: colon)...].drop { $0 == " " })
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
