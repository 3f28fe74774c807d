/** Whether something goes around only since some minute of the record, or for as long as anything is known. */
import { type Feature, feature } from '../evaluation.ts'
import type { View } from '../view.ts'

/** Minutes from the beginning of the record within which what is seen has been there before. */
const fromTheBeginning = 5

/**
 * Evidence only where it is missing: chains that end, and have come since the record began, may be how the system works
 * (pages of a list, steps of a process, timers that set themselves again). What began later is another matter.
 */
export function asAlways(view: View, keys: readonly string[]): Feature[] {
  const after = Math.min(...keys.map((key) => view.firstSeen.after(key, view.minute)))
  if (after > fromTheBeginning) return []
  return [
    feature(
      'began',
      Number.NaN,
      true,
      'it goes around for as long as anything is known: an hour of telemetry from before would tell whether it is new',
    ),
  ]
}
