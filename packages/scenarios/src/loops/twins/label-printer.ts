/** Memory of a container, as the receiver for Docker measures it. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const [service, limit, mebibyte] = ['label-printer', 1024, 1024 ** 2]

function report(writer: TelemetryWriter, minute: number, level: { total: number; file: number; restarts: number }) {
  const size = (name: string, value: number) =>
    writer.measure({ service, name, unit: 'By', kind: 'level' }, minute, Math.round(value * mebibyte))
  size('container.memory.usage.total', Math.min(limit, level.total * writer.between(0.99, 1.01)))
  size('container.memory.usage.limit', limit)
  size('container.memory.file', level.file)
  writer.measure({ service, name: 'container.restarts', unit: '{restarts}', kind: 'counter' }, minute, level.restarts)
}

/** Each label leaves something behind; the container is killed at its limit and started again. */
function leavesSomething(writer: TelemetryWriter): null {
  const [from, base, hours] = [writer.rng.integer(60, 240), writer.between(220, 320), writer.between(3.5, 5.5)]
  let [begun, restarts, period] = [from, 0, hours * 60]
  for (let minute = 0; minute < 24 * 60; minute += 2) {
    if (minute >= from && minute - begun >= period) {
      ;[begun, period] = [minute, hours * 60 * writer.between(0.92, 1.08)]
      restarts += 1
    }
    const age = minute < from ? 0 : minute - begun
    report(writer, minute, { total: base + ((limit - base) * 0.99 * age) / period, file: 30, restarts })
  }
  return null
}

/** Files that were read stay in memory as long as no one else needs it; nothing is killed for it. */
function filesThatWereRead(writer: TelemetryWriter): void {
  const [from, base, hours] = [writer.rng.integer(60, 240), writer.between(220, 320), writer.between(5, 7)]
  const most = limit * 0.95 - base
  for (let minute = 0; minute < 24 * 60; minute += 2) {
    const file = Math.min(most, Math.max(0, ((minute - from) / (hours * 60)) * most))
    report(writer, minute, { total: base + file, file: 30 + file, restarts: 0 })
  }
}

export const labelPrinter: Twins = twins(
  'fifth-held',
  {
    ...{ name: 'Container of Docker that is full every few hours', type: 'memory_leak_loop', own: [service] },
    why: 'It grows in a line to its limit, is killed and grows again, all day.',
    play: leavesSomething,
  },
  {
    name: 'Container of Docker whose memory fills with files that were read',
    why: 'What grows is the cache of files, which the kernel gives back when it is needed; it stays below the limit.',
    play: filesThatWereRead,
  },
)
