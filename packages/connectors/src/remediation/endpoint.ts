/** A request led to another place than its address says: an emulator, a private endpoint, a cluster. */
export function ledTo(url: string, endpoint: string | undefined): string {
  if (endpoint === undefined) return url
  const { pathname, search } = new URL(url)
  return `${endpoint.replace(/\/+$/, '')}${pathname}${search}`
}

/** A token that is asked for again when it is about to end. */
export function keepToken(
  fetchToken: (signal?: AbortSignal) => Promise<{ token: string; seconds: number }>,
  nowMs: () => number,
): (signal?: AbortSignal) => Promise<string> {
  let held: { token: string; untilMs: number } | undefined
  return async (signal) => {
    if (held && held.untilMs > nowMs()) return held.token
    const { token, seconds } = await fetchToken(signal)
    held = { token, untilMs: nowMs() + (seconds - 60) * 1000 }
    return token
  }
}
