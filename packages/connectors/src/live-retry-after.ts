/** How long a cloud asks a client to wait, in milliseconds, from any of its headers; the longest counts. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const waits = Object.entries(headers).flatMap(([name, value]) => {
    if (name === 'retry-after') return waitOf(value, nowMs)
    // Azure's cost API has one for each quota: entity, tenant, client type and QPU.
    if (/^x-ms-ratelimit-.*retry-after$/.test(name)) return waitOf(value, nowMs)
    if (name === 'retry-after-ms' || name === 'x-ms-retry-after-ms') return numberOf(value)
    // Resource Graph: "00:00:05" until the quota of the user starts again.
    if (name === 'x-ms-user-quota-resets-after' && headers['x-ms-user-quota-remaining'] === '0') return clockMs(value)
    return []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

/** In seconds, or a date. */
function waitOf(value: string, nowMs: number): number[] {
  const seconds = numberOf(value)
  if (seconds.length > 0) return seconds.map((number) => number * 1000)
  const until = Date.parse(value)
  return Number.isNaN(until) ? [] : [Math.max(0, until - nowMs)]
}

function numberOf(value: string): number[] {
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) && number >= 0 ? [number] : []
}

function clockMs(value: string): number[] {
  const match = /^(\d+):(\d+):(\d+)/.exec(value)
  if (!match) return []
  const [, hours = 0, minutes = 0, seconds = 0] = match.map(Number)
  return [(hours * 3600 + minutes * 60 + seconds) * 1000]
}
