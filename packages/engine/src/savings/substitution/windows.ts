/** When a resource must appear to have replaced another one, in hours around the first hour without it. */
import type { ReplacementMatch } from '@kept/domain/substitution.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import type { GroupResource } from './group-resource.ts'

export const baselineHours = 28 * 24
/** A bill that begins in the same day cannot show that a resource is new. */
const unknownHours = 24

/** A group is compared with itself as it was before, so it has nothing that must begin. */
type WindowedMatch = Exclude<ReplacementMatch, 'group'>

const windows = {
  identity: { before: 24, after: 14 * 24 },
  presumed: { before: 6, after: 7 * 24 },
} as const satisfies Record<WindowedMatch, { before: number; after: number }>

export function windowAround(match: WindowedMatch, removedAt: Hour, span = 1): { from: Hour; to: Hour } {
  const { before, after } = windows[match]
  // A resource that is billed by the day shows only the day in which it began.
  return { from: removedAt - Math.max(before, span === 1 ? 0 : span), to: removedAt + after }
}

export function beginsWithin(
  { first, span }: Pick<GroupResource, 'first' | 'span'>,
  match: WindowedMatch,
  removedAt: Hour,
): boolean {
  const { from, to } = windowAround(match, removedAt, span)
  return from <= first && first <= to
}

export function isKnownAsNew({ first }: Pick<GroupResource, 'first'>, accountStart: Hour): boolean {
  return first >= accountStart + unknownHours
}
