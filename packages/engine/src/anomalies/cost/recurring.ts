import { median } from '../../maths/quantile.ts'
import { type Position, type PositionKind, positionsOf } from './calendar-positions.ts'
import { logarithm, unlog } from './scale.ts'

/** What the last days were off their base by: in money, and as logarithms. Null where nothing was expected. */
export interface Offs {
  money: (number | null)[]
  logs: (number | null)[]
  /** By which ways to count a day was found to recur. */
  kinds: PositionKind[][]
}

/** Days of these that are kept: half a year of months, and the two quarters before. */
export const offsMemory = 220

/** Of one position in the calendar, the days that are compared. */
const comparedDays = 3
/** A day of the same position was off as well from this share of what today is off by. */
const alike = 0.4
/** After a single time only the same amount is taken to come again. */
const same = 0.7

/** Days back that a run goes on from: over a weekend. */
const runOn = 3

interface Recurrence {
  /** What the calendar adds to the logarithm of the day. */
  added: number
  /** How the day is counted where it was so before, and the days that say so, as days back. */
  kinds: PositionKind[]
  hits: { back: number; kind: PositionKind }[]
}

interface OffDay {
  dayNumber: number
  /** The logarithm expected of the day, and what it is off by. */
  base: number
  residual: number
  miss: number
}

/**
 * What the calendar adds to the logarithm of a day that is off its base by `residual`: the amount or the share that came
 * on days of the same position before. Null when it was not so before. A day that is known to recur by one way to count
 * is no sign of another: else every spike would soon find a day to be like.
 */
export function recurringOff(offs: Offs, today: OffDay): Recurrence | null {
  let best: number | null = null
  const [kinds, hits]: [PositionKind[], Recurrence['hits']] = [[], []]
  for (const position of positionsOf(today.dayNumber)) {
    const matches = hitsOf(offs, today, position)
    if (matches === null) continue
    kinds.push(position.kind)
    hits.push(...matches.map(({ back }) => ({ back, kind: position.kind })))
    const amount = median(matches.map((hit) => hit.amount))
    const byAmount = logarithm(unlog(today.base) + amount) - today.base
    for (const added of [byAmount, median(matches.map(({ log }) => log))]) {
      if (best === null || Math.abs(today.residual - added) < Math.abs(today.residual - best)) best = added
    }
  }
  return best !== null && Math.abs(today.residual - best) < Math.abs(today.residual)
    ? { added: best, kinds, hits }
    : null
}

interface Hit {
  back: number
  amount: number
  log: number
}

/** The days of a position that were off as today is; null while they are too few. */
function hitsOf(
  { money, logs, kinds }: Offs,
  { base, residual, miss }: OffDay,
  { kind, backs, isBillingDay }: Position,
): Hit[] | null {
  const excess = unlog(base + residual) - unlog(base)
  const earlier = backs
    .flatMap((back) => {
      const [amount, log] = [money.at(-back) ?? null, logs.at(-back) ?? null]
      return amount === null || log === null ? [] : [{ back, amount, log }]
    })
    .slice(0, comparedDays)
  const isAlike = (share: number, { back, amount, log }: Hit) => {
    const recurring = kinds.at(-back) ?? []
    return (
      log * residual > 0 &&
      Math.abs(log) > 1.5 * miss &&
      Math.max(amount / excess, log / residual) >= share &&
      (recurring.length === 0 || recurring.includes(kind))
    )
  }
  const hits = earlier.filter((other) => isAlike(alike, other))
  // Where the days right before came again by this way to count, their run goes on.
  const goesOn = kinds.slice(-runOn).some((recurring) => recurring.includes(kind))
  const isSameAgain = isBillingDay && earlier[0] !== undefined && isAlike(goesOn ? alike : same, earlier[0])
  return isSameAgain || (hits.length >= 2 && 3 * hits.length >= 2 * earlier.length) ? hits : null
}

/** Whether a day is one that many bills are charged on, and no earlier day of some such position is known yet. */
export function isUnknownBillingDay({ logs }: Offs, dayNumber: number): boolean {
  return positionsOf(dayNumber).some(({ isCommon, backs }) => {
    const back = backs[0]
    return isCommon && (back === undefined || (logs.at(-back) ?? null) === null)
  })
}
