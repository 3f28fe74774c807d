/** Repetitions of one incident within an hour: the first is sent, the others are sent together at the full hour. */
import type { AlertEvent } from '@kept/domain/alert.ts'

const hourMs = 3_600_000

/** An incident with an event within this time before is repeated. */
export const repeatWindowMs = hourMs

/** Attacks go on for hours; events of other kinds say something new each time. */
export const mayRepeat = ({ kind }: Pick<AlertEvent, 'kind'>): boolean => kind === 'security'

/** The next full hour after `now`, the same for all who wait. Epoch milliseconds. */
export const endOfRepeats = (now: number): number => (Math.floor(now / hourMs) + 1) * hourMs
