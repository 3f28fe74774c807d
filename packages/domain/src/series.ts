/** A measured or billed quantity over time, as the anomaly and forecast engines take it. */
export interface SeriesPoint {
  /** Milliseconds since 1970, UTC. */
  at: number
  /** Unknown is null: a gap, never a zero. */
  value: number | null
}

/** The usual distance between points in milliseconds: the median of the first ones, so that later rows cannot change it. */
export function stepOf(points: readonly SeriesPoint[]): number {
  const steps: number[] = []
  for (let i = 1; i < points.length && steps.length < 20; i += 1) {
    const step = (points[i]?.at ?? 0) - (points[i - 1]?.at ?? 0)
    if (step > 0) steps.push(step)
  }
  steps.sort((a, b) => a - b)
  return steps[steps.length >> 1] ?? 0
}

/** Named lengths of time in milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Milliseconds since 1970 as text, always with its three digits: "2026-06-10T14:00:00.000Z". */
export const isoOf = (timestamp: number): string =>
  Temporal.Instant.fromEpochMilliseconds(timestamp).toString({ smallestUnit: 'millisecond' })

/** And back. */
export const instantOf = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds
