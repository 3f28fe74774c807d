/**
 * A week of an ordinary company without loops. Memory varies, deployments restart services, capacity follows the day,
 * and sometimes something fails for a while and is retried. Long enough for a meaningful rate of false alarms.
 */
import type { TelemetryResource } from '@kept/domain/span.ts'
import { playBackground } from './background.ts'
import { Stage } from './stage.ts'
import type { LoopWorld, Split } from './world.ts'

const days = 7
const day = 1440
const everyMinutes = 5

/** Weeks needed for at least so many months of one resource. */
export function quietWorldsFor(resourceMonths: number): number {
  return Math.ceil(resourceMonths / ((services.length * days) / 30))
}

const services = [
  'accounts',
  'audit-log',
  'basket',
  'billing',
  'chat',
  'documents',
  'exports',
  'geo',
  'identity',
  'images',
  'ledger',
  'mailbox',
  'orders',
  'partners',
  'portal',
  'quotes',
  'reports',
  'sessions',
  'tickets',
  'translations',
]

export function quietMonthWorld(split: Split, number: number): LoopWorld {
  const stage = new Stage(`loops/${split}/quiet-month/${number}`, days * day)
  playBackground(stage, 0.3)
  for (const name of services) playService(stage, name)
  return { stage, truth: null, family: 'quiet_month' }
}

function playService(stage: Stage, name: string): void {
  const { rng } = stage
  const service = stage.service(name)
  const baseLoad = stage.between(50, 3000)
  const phase = stage.between(0, 2 * Math.PI)
  /** Day and night, weekday and weekend. */
  const load = (minute: number) =>
    baseLoad *
    (1 + 0.45 * Math.sin((2 * Math.PI * minute) / day + phase)) *
    (Math.floor(minute / day) % 7 >= 5 ? 0.55 : 1) *
    (1 + 0.04 * stage.normal())
  const memory = memoryOf(stage, load)
  const scaling = capacityOf(stage, service, load, baseLoad)
  const [errors, retried] = [stage.between(0.001, 0.01), stage.between(0.002, 0.03)]
  const queue = rng.chance(0.3)
  const reportsLimit = rng.chance(0.5)
  const outage = rng.chance(0.3) ? rng.integer(day, (days - 1) * day) : -1
  let depth = rng.integer(0, 300)
  for (let minute = 0; minute < stage.minutes; minute += everyMinutes) {
    const timeMs = stage.timeAt(minute)
    const requestCount = Math.max(0, Math.round(load(minute) * everyMinutes))
    const fails = outage >= 0 && minute >= outage && minute < outage + 15 ? 0.6 : errors
    stage.point(service, 'requests', timeMs, requestCount)
    stage.point(service, 'errors', timeMs, Math.round(requestCount * fails))
    stage.point(service, 'retries', timeMs, Math.round(requestCount * (fails > 0.5 ? 0.6 : retried)))
    stage.point(service, 'cpu_percent', timeMs, Math.min(98, 8 + (60 * requestCount) / (baseLoad * everyMinutes * 1.6)))
    stage.point(service, 'memory_usage_mb', timeMs, memory(minute))
    if (reportsLimit) stage.point(service, 'memory_limit_mb', timeMs, 4096)
    scaling(minute)
    if (!queue) continue
    depth = Math.max(0, depth + rng.integer(-40, 40) - depth * 0.05)
    stage.point(service, 'queue_depth', timeMs, Math.round(depth))
    stage.point(service, 'messages_processed', timeMs, Math.round(requestCount * 0.4))
    stage.point(service, 'messages_redelivered', timeMs, Math.round(requestCount * 0.4 * stage.between(0, 0.04)))
  }
}

/** A memory pattern of a healthy service; deployments restart it. */
function memoryOf(stage: Stage, load: (minute: number) => number): (minute: number) => number {
  const { rng } = stage
  const base = stage.between(250, 1400)
  const noise = base * stage.between(0.005, 0.03)
  const kind = rng.pick(['flat', 'collected', 'cache', 'load', 'wandering'] as const)
  const height = base * stage.between(0.1, 0.6)
  const period = rng.integer(20, 400)
  const hours = stage.between(1, 9)
  const deploys = [0, ...Array.from({ length: rng.integer(0, 4) }, () => rng.integer(0, days * day))]
  let drift = 0
  return (minute) => {
    const minutesSinceDeploy = minute - Math.max(...deploys.filter((deploy) => deploy <= minute))
    drift += noise * 0.2 * stage.normal() - drift * 0.01
    const shape = {
      flat: 0,
      collected: height * ((minutesSinceDeploy % period) / period),
      cache: height * (1 - Math.exp(-minutesSinceDeploy / (hours * 60))),
      load: (height * load(minute)) / 3000,
      wandering: drift,
    }[kind]
    return base + shape + noise * stage.normal()
  }
}

/** More capacity in the morning, less at night, in steps, and a rollout now and then. */
function capacityOf(stage: Stage, service: TelemetryResource, load: (minute: number) => number, baseLoad: number) {
  if (stage.rng.chance(0.5)) return () => undefined
  const maxSize = stage.rng.integer(4, 24)
  let size = Math.ceil(maxSize / 2)
  return (minute: number) => {
    const desiredSize = Math.max(1, Math.ceil((maxSize * load(minute)) / (baseLoad * 1.5)))
    // A small deviation is not scaled: every autoscaler has a tolerance.
    if (Math.abs(desiredSize - size) > Math.max(1, size * 0.15)) size += Math.sign(desiredSize - size)
    stage.point(service, 'desired_capacity', stage.timeAt(minute), size)
  }
}
