/** Look-alikes in metrics and events: memory that fills without leaking, capacity that changes without oscillating. */
import type { LookAlike } from './look-alike.ts'
import type { Stage } from './stage.ts'

const minutes = (play: (stage: Stage) => void): LookAlike => ({ days: 0, play })
const days = (play: (stage: Stage) => void): LookAlike => ({ days: 3, play })

function memory(stage: Stage, level: (minute: number) => number, load?: (minute: number) => number) {
  const service = stage.service('renderer-pool')
  const noise = stage.between(4, 25)
  for (let minute = 0; minute < stage.minutes; minute += 5) {
    stage.point(service, 'memory_usage_mb', stage.timeAt(minute), level(minute) + noise * stage.normal())
    stage.point(service, 'memory_limit_mb', stage.timeAt(minute), 4096)
    if (load) stage.point(service, 'requests', stage.timeAt(minute), Math.max(0, load(minute)))
  }
}

function capacity(stage: Stage, change: (atMs: number, size: number) => number, intervalMs = 60_000) {
  const group = stage.service('api-fleet')
  let size = stage.rng.integer(6, 20)
  for (let atMs = stage.timeAt(0); atMs < stage.timeAt(stage.minutes); atMs += intervalMs) {
    size = Math.max(1, size + change(atMs, size))
    stage.point(group, 'desired_capacity', atMs, size)
  }
}

export const metricLookAlikes: Record<string, LookAlike> = {
  cache_plateau: days((stage) => {
    const [reach, hours] = [stage.between(300, 1200), stage.between(3, 10)]
    memory(stage, (minute) => 900 + reach * (1 - Math.exp(-minute / (hours * 60))))
  }),
  gc_sawtooth: days((stage) => {
    const [height, period] = [stage.between(100, 900), stage.between(20, 240)]
    memory(stage, (minute) => 800 + height * ((minute % period) / period))
  }),
  step_after_deploy: days((stage) => {
    const [stepMinute, height] = [stage.between(1500, 3500), stage.between(150, 700)]
    memory(stage, (minute) => 900 + (minute > stepMinute ? height : 0))
  }),
  load_driven_memory: days((stage) => {
    const growth = stage.between(0.3, 1.2)
    const load = (minute: number) =>
      1000 *
      (1 + (growth * minute) / 4320) *
      (1 + 0.3 * Math.sin((2 * Math.PI * minute) / 1440)) *
      (1 + 0.05 * Math.sin(minute))
    memory(stage, (minute) => 600 + 0.4 * load(minute), load)
  }),
  daily_memory: days((stage) => {
    const [height, phase] = [stage.between(100, 600), stage.between(0, 6.28)]
    memory(stage, (minute) => 1200 + height * Math.sin((2 * Math.PI * minute) / 1440 + phase))
  }),
  wandering_memory: days((stage) => {
    let level = 1200
    memory(stage, () => {
      level += 6 * stage.normal() - (level - 1200) * 0.004
      return level
    })
  }),
  start_up_memory: minutes((stage) => {
    const service = stage.service('jvm-service')
    const reach = stage.between(300, 1500)
    stage.event(service, 'deploy', stage.timeAt(5))
    for (let minute = 5; minute < stage.minutes; minute += 0.5) {
      stage.point(
        service,
        'memory_usage_mb',
        stage.timeAt(minute),
        200 + reach * Math.min(1, (minute - 5) / 8) + 10 * stage.normal(),
      )
      stage.point(service, 'memory_limit_mb', stage.timeAt(minute), 2048)
    }
  }),
  rollout: minutes((stage) => {
    const deployment = stage.service('checkout-api')
    const steps = stage.rng.integer(8, 20)
    for (let step = 0; step < steps; step += 1) {
      const atMs = stage.timeAt(10) + step * 30_000
      stage.event(deployment, 'scaling', atMs, { from: step, to: step + 1, generation: 'checkout-api-new' })
      stage.event(deployment, 'scaling', atMs + 12_000, {
        from: steps - step,
        to: steps - step - 1,
        generation: 'checkout-api-old',
      })
    }
  }),
  scheduled_scaling: minutes((stage) => {
    const group = stage.service('office-fleet')
    stage.event(group, 'schedule', stage.timeAt(9))
    for (let step = 0; step < 12; step += 1)
      stage.event(group, 'scaling', stage.timeAt(10) + step * 20_000, { from: 4 + step, to: 5 + step })
  }),
  day_night_scaling: minutes((stage) => capacity(stage, (atMs) => (stage.minuteOf(atMs) % 3 === 0 ? 1 : 0))),
  spiky_scaling: minutes((stage) =>
    capacity(stage, () =>
      stage.rng.chance(0.08) ? stage.rng.integer(1, 3) : stage.rng.chance(0.08) ? -stage.rng.integer(1, 3) : 0,
    ),
  ),
  restless_scaling: minutes((stage) =>
    capacity(stage, () =>
      stage.rng.chance(0.15) ? stage.rng.integer(1, 2) : stage.rng.chance(0.15) ? -stage.rng.integer(1, 2) : 0,
    ),
  ),
}
