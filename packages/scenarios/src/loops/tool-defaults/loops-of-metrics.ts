/** Loops that only metrics tell of, under the names that clouds and exporters give them. */
import type { TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const mebibyte = 1024 ** 2

function swings(writer: TelemetryWriter, periodMinutes: number): void {
  const [from, low] = [writer.between(20, 40), writer.rng.integer(2, 8)]
  const high = low + writer.rng.integer(1, 6)
  for (let at = 0; at < 360; at += 0.5) {
    const isHigh = at >= from && Math.floor((at - from) / (periodMinutes / 2)) % 2 === 0
    writer.point('checkout-web', 'kube_horizontalpodautoscaler_status_desired_replicas', at, isHigh ? high : low)
  }
}

function memory(
  writer: TelemetryWriter,
  options: { limit: number; minutes: number; step: number; levelAt: (minute: number) => number },
): void {
  const { limit, minutes, step, levelAt } = options
  for (let minute = 0; minute < minutes; minute += step) {
    const level = levelAt(minute)
    if (level > limit) return
    writer.point(
      'session-store',
      'container_memory_working_set_bytes',
      minute,
      Math.round((level + writer.normal() * limit * 0.006) * mebibyte),
    )
    writer.point('session-store', 'container_spec_memory_limit_bytes', minute, limit * mebibyte)
  }
}

const scaling = { type: 'auto_scaling_loop' as const, own: ['checkout-web'], perMinute: null }
const leak = { type: 'memory_leak_loop' as const, own: ['session-store'], perMinute: null }

export const loopsOfMetrics: ToolDefaultsClass[] = [
  ...(
    [
      ['every 3 minutes', 3],
      ['every 6 minutes', 6.3],
      ['every 10 minutes', 10.4],
    ] as const
  ).map(
    ([label, period], index): ToolDefaultsClass => ({
      name: `Capacity that swings ${label}`,
      half: index === 1 ? 'held' : 'tuning',
      play(writer) {
        swings(writer, period * writer.between(0.95, 1.05))
        return scaling
      },
    }),
  ),
  ...(
    [
      ['2 hours', 2],
      ['6 hours', 6],
      ['16 hours', 16],
    ] as const
  ).map(
    ([label, hours], index): ToolDefaultsClass => ({
      name: `Leak that fills the memory in ${label}`,
      half: index === 1 ? 'held' : 'tuning',
      play(writer) {
        const [limit, base] = [2048, writer.between(400, 700)]
        const rate = (limit - base) / (hours * 60 * writer.between(0.9, 1.1))
        memory(writer, { limit, minutes: 1500, step: 1, levelAt: (minute) => base + Math.max(0, minute - 300) * rate })
        return leak
      },
    }),
  ),
  {
    name: 'Leak and restart every few hours',
    half: 'held',
    play(writer) {
      const [limit, base, period] = [1024, writer.between(300, 400), writer.between(220, 500)]
      memory(writer, {
        limit: limit + 1,
        minutes: 4000,
        step: 2,
        levelAt: (minute) => (minute < 700 ? base : base + (limit - base) * (((minute - 700) % period) / period)),
      })
      return leak
    },
  },
  {
    name: 'Messages received and never deleted',
    half: 'tuning',
    play(writer) {
      const from = writer.rng.integer(30, 50)
      let depth = 2500
      for (let minute = 0; minute < 140; minute += 1) {
        const received = Math.round(writer.between(110, 190))
        depth = Math.round(depth + (minute < from ? writer.between(-9, 8) : writer.between(0, 7)))
        writer.point('refunds-queue', 'NumberOfMessagesReceived', minute, received)
        writer.point('refunds-queue', 'NumberOfMessagesDeleted', minute, minute < from ? received : 0)
        writer.point('refunds-queue', 'ApproximateNumberOfMessagesVisible', minute, depth)
      }
      return { type: 'batch_processing_loop', own: ['refunds-queue'], perMinute: null }
    },
  },
  {
    name: 'Offset that is never committed',
    half: 'held',
    play(writer) {
      const from = writer.rng.integer(25, 40)
      let offset = 4_000_000
      for (let minute = 0; minute < 120; minute += 1) {
        const count = Math.round(writer.between(200, 380))
        if (minute < from) offset += count
        writer.point('audit-view', 'records_consumed', minute, count)
        writer.point('audit-view', 'committed_offset', minute, offset)
      }
      return { type: 'batch_processing_loop', own: ['audit-view'], perMinute: null }
    },
  },
]
