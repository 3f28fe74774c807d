/** Redirects a request to another host: an emulator, a private endpoint, a cluster. */
export function ledTo(url: string, endpoint: string | undefined): string {
  if (endpoint === undefined) return url
  const { pathname, search } = new URL(url)
  return `${endpoint.replace(/\/+$/, '')}${pathname}${search}`
}

/** A token that is requested again shortly before it expires. */
export function cacheToken(
  fetchToken: (signal?: AbortSignal) => Promise<{ token: string; seconds: number }>,
  nowMs: () => number,
): (signal?: AbortSignal) => Promise<string> {
  let cached: { token: string; untilMs: number } | undefined
  return async (signal) => {
    if (cached && cached.untilMs > nowMs()) return cached.token
    const { token, seconds } = await fetchToken(signal)
    cached = { token, untilMs: nowMs() + (seconds - 60) * 1000 }
    return token
  }
}
