/** The loops that show in metrics and events alone: memory and capacity. */

import type { Stage } from './stage.ts'
import type { LoopTruth } from './truth.ts'

export function memoryLoop(stage: Stage, onset: number, strength: number): LoopTruth {
  const { draw } = stage
  const service = stage.service('session-cache')
  const truth = (cause: string): LoopTruth => ({
    type: 'memory_leak_loop',
    resource: service.id,
    onsetMinute: onset,
    perMinute: null,
    cause,
  })
  if (stage.minutes < 1000) {
    if (draw.chance(0.25)) {
      for (
        let minute = onset;
        minute < stage.minutes;
        minute += draw.integer(3, Math.max(4, Math.round(20 / strength)))
      )
        stage.event(service, 'out_of_memory', stage.at(minute))
      return truth('limit_too_small')
    }
    const perMinute = 10 * strength
    const limit = 600 + perMinute * draw.integer(25, 45)
    for (let half = 0; half < stage.minutes * 2; half += 1) {
      const minute = half / 2
      const grown = Math.max(0, minute - onset) * perMinute
      stage.point(
        service,
        'memory_usage_mb',
        stage.at(minute),
        Math.min(limit, 500 + grown + perMinute * 0.3 * stage.normal()),
      )
      stage.point(service, 'memory_limit_mb', stage.at(minute), limit)
    }
    return truth('growing_collection')
  }
  const limit = 4096
  const perDay = limit * 0.05 * strength
  const sawtooth = draw.chance(0.5) ? draw.integer(30, 200) : 0
  const daily = draw.chance(0.3) ? draw.integer(30, 150) : 0
  const noise = stage.between(3, 20)
  for (let minute = 0; minute < stage.minutes; minute += 5) {
    const grown = (Math.max(0, minute - onset) / 1440) * perDay
    const teeth = sawtooth * ((minute % 45) / 45)
    const tide = daily * Math.sin((2 * Math.PI * minute) / 1440)
    stage.point(service, 'memory_usage_mb', stage.at(minute), 1200 + grown + teeth + tide + noise * stage.normal())
    stage.point(service, 'memory_limit_mb', stage.at(minute), limit)
  }
  return truth('growing_collection')
}

export function scalingLoop(stage: Stage, onset: number, strength: number): LoopTruth {
  const { draw } = stage
  const group = stage.service('web-fleet')
  const [low, high] = [draw.integer(3, 8), draw.integer(9, 30)]
  const perMinute = Math.min(3, (10 / 15) * strength)
  const byEvents = draw.chance(0.5)
  let size = low
  let next = stage.at(onset)
  for (let atMs = stage.at(0); atMs < stage.at(stage.minutes); atMs += 15_000) {
    if (atMs >= next) {
      const before = size
      size = size === low ? high + draw.integer(-1, 1) : low
      if (byEvents) stage.event(group, 'scaling', atMs, { from: before, to: size })
      next += (60_000 / perMinute) * (1 + 0.15 * stage.normal())
    }
    if (!byEvents) stage.point(group, 'desired_capacity', atMs, size)
  }
  return { type: 'auto_scaling_loop', resource: group.id, onsetMinute: onset, perMinute, cause: 'narrow_band' }
}
