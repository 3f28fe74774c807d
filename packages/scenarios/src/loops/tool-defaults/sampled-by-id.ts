/** Classes of loops again, their traces sampled at the head by the default sampler of the SDKs, which no span tells of. */
import type { ToolDefaultsClass } from './world-class.ts'

const rates: readonly (readonly [name: string, kept: number])[] = [
  ['Polling, not modified, with wide jitter', 0.1],
  ['Polling, each call after the answer to the one before', 0.2],
  ['Attempts as new traces, from a queue', 0.1],
  ['Attempts as new traces, by a timer', 0.05],
  ['Queries in a loop behind a repository', 0.1],
  ['Function that calls itself', 0.1],
  ['Webhooks both ways, default attributes', 0.25],
  ['Prices that change, always of one size', 0.2],
  ['Surge of requests that fail', 0.1],
  ['Rows written one by one, as always', 0.1],
]

export function sampledById(classes: readonly ToolDefaultsClass[]): ToolDefaultsClass[] {
  return classes.flatMap((original) => {
    const kept = rates.find(([name]) => name === original.name)?.[1]
    if (kept === undefined) return []
    return [
      { ...original, name: `${original.name}, ${100 * kept}% of traces kept by id`, losses: { sampledById: kept } },
    ]
  })
}
