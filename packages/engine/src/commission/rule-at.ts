/** Which of several versions of a rule holds in a month: the last to begin, and of one beginning the latest version. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import type { Month } from '@kept/domain/hour.ts'

export function ruleAt<Version extends { valid_from: Month; version: number }>(
  versions: readonly Version[],
  month: Month,
): Version | undefined {
  return versions
    .filter(({ valid_from }) => valid_from <= month)
    .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : a.valid_from > b.valid_from ? 1 : a.version - b.version))
    .at(-1)
}

/** The first month after this one in which a version begins; undefined when none does. */
export function nextChange(versions: readonly { valid_from: Month }[], month: Month): Month | undefined {
  return versions
    .map(({ valid_from }) => valid_from)
    .filter((from) => from > month)
    .toSorted()[0]
}

/** What holds for everybody who has no rule of their own: a quarter of what was verified. */
export function defaultRule(currency: string): CommissionRule {
  return {
    id: 'default',
    version: 1,
    valid_from: '2020-01',
    currency,
    mode: 'graduated',
    tiers: [{ from: '0', rate_ppm: 250_000 }],
    monthly_cap: null,
    horizon_months: {},
  }
}
