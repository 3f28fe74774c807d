/** What connectors talk to clouds with: the guarded fetch, and the pace that all connections share. */
import type { LiveDeps, LiveFetch } from '@kept/domain/sync/live-fetch.ts'
import type { Services } from './context.ts'
import { guardedFetch } from './outbound.ts'
import { createPace } from './pace.ts'

export function createLiveDeps(
  { now, pace }: Pick<Services, 'now' | 'pace'>,
  { networks, signal }: { networks: readonly string[]; signal: AbortSignal | undefined },
): LiveDeps {
  const nowMs = () => now().getTime()
  return { fetch: liveFetch(networks, signal), pace: pace ?? createPace(nowMs), signal, nowMs }
}

function liveFetch(networks: readonly string[], signal: AbortSignal | undefined): LiveFetch {
  return async (url, { signal: requestSignal, ...request }) => {
    const signals = [...new Set([signal, requestSignal])].filter((entry) => entry !== undefined)
    const response = await guardedFetch(
      url,
      { ...request, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) },
      networks,
    )
    return {
      status: response.status,
      headers: response.headers,
      bytes: async () => new Uint8Array(await response.arrayBuffer()),
    }
  }
}
