/** One client of Stripe's API, with retries. */
import Stripe from 'stripe'
import { callWithRetries, type RetryPolicy } from './call.ts'
import { toRailError } from './errors.ts'

export interface StripeCalls {
  /** Throws Stripe's own error, for callers that read more from it than its kind. */
  attempt<Result>(request: (stripe: Stripe) => Promise<Result>): Promise<Result>
  /** Throws a RailError that says what could not be done. `action` completes "Stripe could not ...". */
  run<Result>(action: string, request: (stripe: Stripe) => Promise<Result>): Promise<Result>
}

export interface StripeConnection {
  readonly secretKey: string
  /** Instead of https://api.stripe.com, for a test rail. */
  readonly apiBase?: string | undefined
}

const timeoutMs = 20_000

export function connectStripe({ secretKey, apiBase }: StripeConnection, policy: RetryPolicy): StripeCalls {
  // The SDK's default API version is the one its types describe; the SDK is pinned, so the version is too.
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...(apiBase !== undefined && addressOf(apiBase)),
  })
  const attempt: StripeCalls['attempt'] = (request) => callWithRetries(policy, () => request(stripe))
  return {
    attempt,
    async run(action, request) {
      try {
        return await attempt(request)
      } catch (error) {
        throw toRailError(error, action)
      }
    },
  }
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') }
}
