/** Loops that are visible only in metrics and events: memory and capacity. */

import type { Stage } from './stage.ts'
import type { LoopTruth } from './truth.ts'

export function memoryLoop(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const service = stage.service('session-cache')
  const truth = (cause: string): LoopTruth => ({
    type: 'memory_leak_loop',
    resource: service.id,
    onsetMinute: onset,
    perMinute: null,
    cause,
  })
  if (stage.minutes < 1000) {
    if (rng.chance(0.25)) {
      for (let minute = onset; minute < stage.minutes; minute += rng.integer(3, Math.max(4, Math.round(20 / strength))))
        stage.event(service, 'out_of_memory', stage.timeAt(minute))
      return truth('limit_too_small')
    }
    const perMinute = 10 * strength
    const limit = 600 + perMinute * rng.integer(25, 45)
    for (let halfMinute = 0; halfMinute < stage.minutes * 2; halfMinute += 1) {
      const minute = halfMinute / 2
      const grown = Math.max(0, minute - onset) * perMinute
      stage.point(
        service,
        'memory_usage_mb',
        stage.timeAt(minute),
        Math.min(limit, 500 + grown + perMinute * 0.3 * stage.normal()),
      )
      stage.point(service, 'memory_limit_mb', stage.timeAt(minute), limit)
    }
    return truth('growing_collection')
  }
  const limit = 4096
  const perDay = limit * 0.05 * strength
  const sawtooth = rng.chance(0.5) ? rng.integer(30, 200) : 0
  const daily = rng.chance(0.3) ? rng.integer(30, 150) : 0
  const noise = stage.between(3, 20)
  for (let minute = 0; minute < stage.minutes; minute += 5) {
    const grown = (Math.max(0, minute - onset) / 1440) * perDay
    const teeth = sawtooth * ((minute % 45) / 45)
    const tide = daily * Math.sin((2 * Math.PI * minute) / 1440)
    stage.point(service, 'memory_usage_mb', stage.timeAt(minute), 1200 + grown + teeth + tide + noise * stage.normal())
    stage.point(service, 'memory_limit_mb', stage.timeAt(minute), limit)
  }
  return truth('growing_collection')
}

export function scalingLoop(stage: Stage, onset: number, strength: number): LoopTruth {
  const { rng } = stage
  const group = stage.service('web-fleet')
  const [low, high] = [rng.integer(3, 8), rng.integer(9, 30)]
  const perMinute = Math.min(3, (10 / 15) * strength)
  const byEvents = rng.chance(0.5)
  let size = low
  let next = stage.timeAt(onset)
  for (let atMs = stage.timeAt(0); atMs < stage.timeAt(stage.minutes); atMs += 15_000) {
    if (atMs >= next) {
      const before = size
      size = size === low ? high + rng.integer(-1, 1) : low
      if (byEvents) stage.event(group, 'scaling', atMs, { from: before, to: size })
      next += (60_000 / perMinute) * (1 + 0.15 * stage.normal())
    }
    if (!byEvents) stage.point(group, 'desired_capacity', atMs, size)
  }
  return { type: 'auto_scaling_loop', resource: group.id, onsetMinute: onset, perMinute, cause: 'narrow_band' }
}
