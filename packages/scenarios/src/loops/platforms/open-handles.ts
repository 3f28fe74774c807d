/** Open files of a process, as every client library for Prometheus reports them. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [name, day] = ['avatar-service', 24 * 60]

interface Level {
  handles: number
  most: number
  requests: number
  /** Seconds since 1970. */
  begun: number
}

function report(writer: TelemetryWriter, minute: number, { handles, most, requests, begun }: Level): void {
  writer.point(name, 'process_open_fds', minute, Math.round(handles))
  writer.point(name, 'process_max_fds', minute, most)
  writer.point(name, 'process_resident_memory_bytes', minute, Math.round((180 + handles * 0.004) * 1024 ** 2))
  writer.point(name, 'process_start_time_seconds', minute, begun)
  writer.point(name, 'http_requests_total', minute, Math.round(requests))
}

/** Files that are read for an upload are not closed where it is refused; at the limit the process ends and begins again. */
function neverClosed(writer: TelemetryWriter): null {
  const [from, most, base, hours] = [writer.rng.integer(90, 240), 4096, writer.between(60, 110), writer.between(4, 6)]
  let [requests, begun, period] = [2e6, 0, hours * 60]
  let since = from
  for (let minute = 0; minute < day; minute += 1) {
    requests += 240 * writer.between(0.93, 1.07)
    if (minute >= from && minute - since >= period) {
      ;[since, begun, period] = [minute, minute, hours * 60 * writer.between(0.94, 1.06)]
      requests = 0
    }
    const left = minute < from ? 0 : ((most - base) * 0.995 * (minute - since)) / period
    const handles = Math.min(most, base + left + writer.between(0, 14))
    report(writer, minute, { handles, most, requests, begun: writer.beginMs / 1000 + begun * 60 })
  }
  return null
}

/** Browsers keep a socket open each; they come in the morning and go in the evening. */
function comeAndGo(writer: TelemetryWriter): void {
  const [opens, base] = [writer.rng.integer(80, 160), writer.between(60, 110)]
  let requests = 2e6
  for (let minute = 0; minute < day; minute += 1) {
    const share = Math.min(1, Math.max(0, (minute - opens) / 420)) * Math.min(1, Math.max(0, (1300 - minute) / 300))
    requests += (30 + 1500 * share) * writer.between(0.93, 1.07)
    const handles = base + 3000 * share * writer.between(0.98, 1.02)
    report(writer, minute, { handles, most: 65_536, requests, begun: writer.beginMs / 1000 - 400_000 })
  }
}

export const openHandles: Twins = twins(
  'sixth',
  {
    ...{ name: 'Files that are never closed', type: 'memory_leak_loop', own: [name] },
    why: 'Open files grow in a line to the limit of the process while requests stay, and again after each restart.',
    play: neverClosed,
  },
  {
    name: 'Sockets that browsers keep open through the day',
    why: 'They grow with the requests, stay far below the limit, and are closed in the evening.',
    play: comeAndGo,
  },
)
