/** Calls Stripe, and repeats what is worth repeating with the same idempotency key. */
import { isTransient } from './errors.ts'

export interface RetryPolicy {
  /** Waits before the second, third ... attempt, in milliseconds. */
  readonly waitsMs: readonly number[]
  sleep(ms: number): Promise<void>
}

export const defaultRetryPolicy: RetryPolicy = {
  waitsMs: [300, 1_500],
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * The SDK repeats connection errors with the key it was given, but not 429, so its own retries are off and all of them
 * are made here. `request` must send the same idempotency key each time.
 */
export async function callWithRetries<Result>(policy: RetryPolicy, request: () => Promise<Result>): Promise<Result> {
  for (const waitMs of policy.waitsMs) {
    try {
      return await request()
    } catch (error) {
      if (!isTransient(error)) throw error
      await policy.sleep(waitMs)
    }
  }
  return request()
}
