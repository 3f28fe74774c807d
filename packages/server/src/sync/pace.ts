/** Spreads the requests to a cloud: one bucket for each account, region and service, below what AWS allows by default. */
import { setTimeout as wait } from 'node:timers/promises'
import { type BucketState, takeToken } from '@kept/domain/sync/token-bucket.ts'

const limits = { burst: 20, perSecond: 10 }

export function createPace(nowMs: () => number): (key: string, signal?: AbortSignal) => Promise<void> {
  const buckets = new Map<string, BucketState>()
  return async (key, signal) => {
    const { state, waitMs } = takeToken(buckets.get(key), nowMs(), limits)
    buckets.set(key, state)
    if (waitMs > 0) await wait(waitMs, undefined, { signal })
  }
}
