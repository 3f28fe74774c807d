/** Capacity of a database that sizes itself, as the monitoring of its cloud reports it. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [name, length] = ['ledger-aurora', 480]

function report(writer: TelemetryWriter, minute: number, capacity: number, selects: number, connections: number): void {
  writer.point(name, 'ServerlessDatabaseCapacity', minute, Math.round(capacity * 2) / 2)
  writer.point(name, 'SelectThroughput', minute, Math.round(selects * 10) / 10)
  writer.point(name, 'DatabaseConnections', minute, connections)
}

/** Made small, it loses what it had in memory, reads from disks, and grows again; as many statements as ever. */
function losesItsMemory(writer: TelemetryWriter): null {
  const [from, low, high] = [writer.rng.integer(70, 110), writer.between(1.5, 3), writer.between(14, 20)]
  let [capacity, target, next] = [high, high, from]
  for (let minute = 0; minute < length; minute += 1) {
    if (minute >= next) {
      target = target === high ? low : high
      next = minute + (target === high ? writer.rng.integer(7, 9) : writer.rng.integer(5, 7))
    }
    capacity += target > capacity ? Math.min(6, target - capacity) : -Math.min(4, capacity - target)
    report(writer, minute, capacity * writer.between(0.98, 1.02), 820 * writer.between(0.95, 1.05), 64)
  }
  return null
}

/** Reports each quarter of an hour ask for much, and the capacity comes and goes with them. */
function comesWithReports(writer: TelemetryWriter): void {
  const [low, high, phase] = [writer.between(1.5, 3), writer.between(14, 20), writer.rng.integer(0, 14)]
  let capacity = low
  for (let minute = 0; minute < length; minute += 1) {
    const hasReport = (minute + phase) % 15 < 6
    const target = hasReport ? high : low
    capacity += target > capacity ? Math.min(6, target - capacity) : -Math.min(4, capacity - target)
    const selects = (hasReport ? 3400 : 610) * writer.between(0.95, 1.05)
    report(writer, minute, capacity * writer.between(0.98, 1.02), selects, hasReport ? 88 : 64)
  }
}

export const serverlessDatabase: Twins = twins(
  'sixth',
  {
    ...{ name: 'Database that grows and shrinks under an even load', type: 'auto_scaling_loop', own: [name] },
    why: 'As many statements a second as ever, and eight times the capacity every quarter of an hour, for six hours.',
    play: losesItsMemory,
  },
  {
    name: 'Database that grows for a report each quarter of an hour',
    why: 'The capacity goes up and down because five times as many statements come and go.',
    play: comesWithReports,
  },
)
