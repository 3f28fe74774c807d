/** Noise as real sources have it: lost events, duplicates, and stray events on unused environments. */
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import type { Random } from '../random.ts'
import type { WorldEnvironment } from './environments.ts'
import { quarterMs, quartersPerDay } from './local-time.ts'
import { usageEvent } from './signs.ts'

const shares = {
  lost: 0.03,
  repeated: 0.05,
  /** Zombies that a scanner recently accessed as if it were a person. */
  touched: 0.02,
} as const

export function* noisily(
  events: Iterable<UsageEvent>,
  environments: WorldEnvironment[],
  start: number,
  days: number,
  rng: Random,
): Generator<UsageEvent> {
  for (const event of events) {
    if (rng.chance(shares.lost)) continue
    yield event
    if (rng.chance(shares.repeated)) yield event
  }
  for (const environment of environments) {
    const touched = rng.chance(shares.touched)
    if (environment.profile !== 'zombie' || !touched) continue
    const timestamp = start + (days - rng.integer(1, 12)) * quartersPerDay * quarterMs
    yield usageEvent(environment, `${environment.facts.environment_id}-stray`, 'http_request', timestamp, 0, undefined)
  }
}
