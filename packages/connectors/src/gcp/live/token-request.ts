/** One request for a token: form or JSON in, JSON out. */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { type JsonAnswer, lowerCased, parse, unreachable } from '../../live-json.ts'

export const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform'

export async function requestToken(
  deps: LiveDeps,
  url: string,
  { action, headers, body }: { action: string; headers: Record<string, string>; body: string },
): Promise<JsonAnswer> {
  try {
    const response = await deps.fetch(url, { method: 'POST', headers, body, signal: deps.signal })
    return { status: response.status, headers: lowerCased(response.headers), body: parse(await response.bytes()) }
  } catch (error) {
    throw unreachable(error, { cloud: 'Google Cloud', host: new URL(url).host, action, signal: deps.signal })
  }
}
