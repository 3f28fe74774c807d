/** Which of several versions of a rule holds in a month: the last to begin, and of one beginning the latest version. */
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
