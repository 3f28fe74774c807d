/** Memory and capacity of other machines: leaks in stairs, heaps that are collected, caches that fill in a line. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'

const mebibyte = 1024 ** 2

interface Memory {
  resource: string
  metric: string
  limit: number
  minutes: number
  step: number
  /** MiB at a minute; beyond the limit nothing more is reported. */
  levelAt: (minute: number) => number
  restartsAt?: (minute: number) => number
}

function play(writer: TelemetryWriter, { resource, metric, limit, minutes, step, levelAt, restartsAt }: Memory): void {
  for (let minute = 0; minute < minutes; minute += step) {
    const level = levelAt(minute)
    if (level > limit) return
    if (writer.rng.chance(0.01)) continue
    const noisy = Math.min(limit, level * (1 + 0.004 * writer.normal()))
    writer.point(resource, metric, minute, Math.round(noisy * mebibyte))
    writer.point(resource, 'container_spec_memory_limit_bytes', minute, limit * mebibyte)
    if (restartsAt) writer.point(resource, 'kube_pod_container_status_restarts_total', minute, restartsAt(minute))
  }
}

const leak = (resource: string) => ({ type: 'memory_leak_loop' as const, own: [resource], perMinute: null })

export const loopsOfMachines: ToolDefaultsClass[] = [
  {
    name: 'Leak in stairs that fills the memory in nine hours',
    half: 'unseen',
    play(writer) {
      const [limit, base, from] = [1536, writer.between(300, 420), writer.between(400, 600)]
      const perMinute = (limit - base) / (9 * 60)
      let [level, nextStep] = [base, from]
      play(writer, {
        ...{ resource: 'geo-index', metric: 'container_memory_working_set_bytes', limit, minutes: 1500, step: 1 },
        levelAt(minute) {
          while (minute >= nextStep) {
            const wait = writer.between(5, 15)
            level += perMinute * wait
            nextStep += wait
          }
          return level
        },
      })
      return leak('geo-index')
    },
  },
  {
    name: 'Leak under a daily tide, three days to the limit',
    half: 'unseen',
    play(writer) {
      const [limit, base] = [4096, writer.between(900, 1300)]
      const perMinute = (0.85 * limit - base) / (72 * 60)
      play(writer, {
        ...{ resource: 'session-hub', metric: 'process_resident_memory_bytes', limit, minutes: 5 * 1440, step: 5 },
        levelAt: (minute) =>
          base + 0.05 * limit * Math.sin((2 * Math.PI * minute) / 1440) + Math.max(0, minute - 1440) * perMinute,
      })
      return leak('session-hub')
    },
  },
  {
    name: 'Workers of a queue scaler that come and go every five minutes',
    half: 'unseen',
    play(writer) {
      const [from, most] = [writer.between(25, 45), writer.rng.integer(4, 11)]
      for (let at = 0; at < 240; at += 1) {
        const phase = ((at - from) % 5) / 5
        const replicas = at < from ? 2 : phase < 0.5 ? most + writer.rng.integer(0, 1) : 2 - writer.rng.integer(0, 1)
        writer.point('label-printer', 'kube_deployment_spec_replicas', at, replicas)
      }
      return { type: 'auto_scaling_loop', own: ['label-printer'], perMinute: null }
    },
  },
]

const none = (writer: TelemetryWriter, memory: Memory) => {
  play(writer, memory)
  return undefined
}

export const alikeMachines: ToolDefaultsClass[] = [
  {
    name: 'Page cache that fills in a line and stays full',
    half: 'unseen',
    play(writer) {
      const [limit, base, hours] = [8192, writer.between(900, 1500), writer.between(3, 9)]
      const levelAt = (minute: number) =>
        Math.min(0.985 * limit, base + (Math.max(0, minute - 300) * (limit - base)) / (hours * 60))
      const series = { resource: 'log-shipper', metric: 'container_memory_usage_bytes', limit, minutes: 2000, step: 1 }
      return none(writer, { ...series, levelAt })
    },
  },
  {
    name: 'Heap of Node.js, collected when it is nearly full',
    half: 'unseen',
    play(writer) {
      const [limit, low, period] = [1024, writer.between(180, 260), writer.between(95, 200)]
      const levelAt = (minute: number) => low + (0.86 * limit - low) * ((minute % period) / period)
      const series = { resource: 'render', metric: 'nodejs_heap_size_used_bytes', limit, minutes: 3000, step: 1 }
      return none(writer, { ...series, levelAt })
    },
  },
  {
    name: 'Container around a heap, collected when it is nearly full, without a restart',
    half: 'unseen',
    play(writer) {
      const [limit, low, period] = [2048, writer.between(500, 700), writer.between(150, 420)]
      const levelAt = (minute: number) => low + (0.9 * limit - low) * ((minute % period) / period)
      const series = {
        resource: 'matcher',
        metric: 'container_memory_working_set_bytes',
        limit,
        minutes: 3600,
        step: 1,
      }
      return none(writer, { ...series, levelAt, restartsAt: () => 0 })
    },
  },
  {
    name: 'Nightly job that holds what it reads until it is done',
    half: 'unseen',
    play(writer) {
      const [limit, base, length] = [4096, writer.between(300, 500), writer.between(150, 220)]
      const levelAt = (minute: number) => {
        const into = (minute % 1440) - 120
        return into > 0 && into < length ? base + 0.62 * limit * (into / length) : base
      }
      const series = {
        resource: 'settlement',
        metric: 'container_memory_working_set_bytes',
        limit,
        minutes: 4320,
        step: 2,
      }
      return none(writer, { ...series, levelAt })
    },
  },
  {
    name: 'Model that is loaded in stages and then serves',
    half: 'unseen',
    play(writer) {
      const [limit, stages] = [16_384, writer.rng.integer(8, 14)]
      const levelAt = (minute: number) =>
        1200 + Math.min(stages, Math.max(0, Math.floor((minute - 60) / 6))) * ((0.8 * limit - 1200) / stages)
      const series = {
        resource: 'embedder',
        metric: 'container_memory_working_set_bytes',
        limit,
        minutes: 900,
        step: 1,
      }
      return none(writer, { ...series, levelAt })
    },
  },
  {
    name: 'Canary, then a rolling release, then a spot machine replaced',
    half: 'unseen',
    play(writer) {
      let size = 6
      const [canary, release] = [writer.rng.integer(30, 60), writer.rng.integer(90, 130)]
      for (let at = 0; at < 300; at += 1) {
        if (at === canary || at === 230) size += 1
        if (at === canary + 20 || at === 233) size -= 1
        const surge = at >= release && at < release + 12 ? at % 2 : 0
        writer.point('gateway-pool', 'kube_deployment_status_replicas', at, size + surge)
      }
      writer.rollout('gateway-pool', release)
      return undefined
    },
  },
  {
    name: 'Group that follows an audience: up at kick-off, half-time and the end, down between',
    half: 'unseen',
    play(writer) {
      const peaks = [40, 92, 150, 205].map((at) => at + writer.between(-4, 4))
      for (let at = 0; at < 300; at += 1) {
        const load = peaks.reduce((sum, peak) => sum + Math.exp(-(((at - peak) / 14) ** 2)), 0)
        writer.point('stream-edge', 'GroupDesiredCapacity', at, 4 + Math.round(12 * load))
        writer.point('stream-edge', 'RequestCount', at, Math.round(2000 + 9000 * load * writer.between(0.97, 1.03)))
      }
      return undefined
    },
  },
]
