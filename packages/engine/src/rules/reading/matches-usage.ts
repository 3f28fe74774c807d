import type { ResourceUse } from '@kept/domain/facts.ts'

/** True when the meter or, for exports without one, the description says it. */
export function matchesUsage(row: Pick<ResourceUse, 'meter' | 'description'>, pattern: RegExp): boolean {
  return pattern.test(row.meter) || pattern.test(row.description)
}
