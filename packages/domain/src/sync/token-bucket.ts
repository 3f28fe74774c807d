/** Limits requests: a burst at once, then so many a second. Pure: the time is an argument. */
export interface BucketState {
  tokens: number
  atMs: number
}

interface BucketLimits {
  burst: number
  perSecond: number
}

/** Takes one token and returns how long to wait before the request, in milliseconds. */
export function takeToken(
  state: BucketState | undefined,
  nowMs: number,
  { burst, perSecond }: BucketLimits,
): { state: BucketState; waitMs: number } {
  const before = state ?? { tokens: burst, atMs: nowMs }
  const elapsedMs = Math.max(0, nowMs - before.atMs)
  const tokens = Math.min(burst, before.tokens + (elapsedMs / 1000) * perSecond) - 1
  return {
    state: { tokens, atMs: Math.max(nowMs, before.atMs) },
    waitMs: tokens >= 0 ? 0 : Math.ceil((-tokens / perSecond) * 1000),
  }
}
