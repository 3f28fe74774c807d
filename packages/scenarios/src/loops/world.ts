/** One world of a scenario: telemetry and its true properties. Deterministic by seed. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import { playBackground } from './background.ts'
import { lookAlikes } from './look-alikes.ts'
import { intensities, positives } from './positives.ts'
import { Stage } from './stage.ts'
import type { LoopTruth } from './truth.ts'

export type Split = 'train' | 'calibration' | 'test'

export interface LoopWorld {
  stage: Stage
  truth: LoopTruth | null
  family: string
}

const detectable: Partial<Record<LoopType, number>> = {
  circular_dependency: 0.25,
  memory_leak_loop: 1,
  recursive_function: 0.15,
}

/** A world with a loop; the splits share no seed. Every second memory leak takes days. */
export function loopWorld(split: Split, type: LoopType, intensity: number, number: number): LoopWorld {
  const seed = `loops/${split}/${type}/${intensity}/${number}`
  const slow = type === 'memory_leak_loop' && number % 2 === 1
  const stage = new Stage(seed, slow ? 4320 : 30 + (number % 3) * 8, detectable[type] ?? 0.1)
  const onset = slow ? stage.rng.integer(1440, 1800) : stage.rng.integer(6, 10)
  if (!slow) playBackground(stage, stage.between(3, 12))
  const truth = positives[type](stage, onset, intensities[intensity] ?? 1)
  // Some loops start with a change, shortly before.
  if (stage.rng.chance(0.3) && truth.cause !== 'upstream_outage' && type !== 'custom_pattern') {
    const name = truth.resource.split(',')[0] ?? ''
    stage.event(
      stage.service(name),
      type === 'database_query_loop' || type === 'memory_leak_loop'
        ? 'deploy'
        : stage.rng.pick(['deploy', 'configuration'] as const),
      stage.timeAt(onset) - stage.between(0, 5) * 60_000,
    )
    truth.cause = 'recent_change'
  }
  return { stage, truth, family: type }
}

/** A world without a loop that resembles one, or nothing special (`quiet`). */
export function lookAlikeWorld(split: Split, family: string, number: number): LoopWorld {
  const days = lookAlikes[family]?.days ?? 0
  const stage = new Stage(`loops/${split}/look-alike/${family}/${number}`, days > 0 ? days * 1440 : 40)
  if (days === 0) playBackground(stage, stage.between(3, 12))
  lookAlikes[family]?.play(stage)
  return { stage, truth: null, family }
}
