/** Spreads the requests to a cloud: one bucket for each account, region and service, below what clouds allow by default. */
import { pause } from '@kept/connectors/pause.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { type BucketState, takeToken } from '@kept/domain/sync/token-bucket.ts'

const defaultLimits = { burst: 20, perSecond: 10 }

/** `wait` is another one where a test moves the clock. */
export function createPace(nowMs: () => number, wait: typeof pause = pause): LiveDeps['pace'] {
  const buckets = new Map<string, BucketState>()
  return async (key, signal, limits = defaultLimits) => {
    const { state, waitMs } = takeToken(buckets.get(key), nowMs(), limits)
    buckets.set(key, state)
    if (waitMs > 0) await wait(waitMs, signal)
  }
}
