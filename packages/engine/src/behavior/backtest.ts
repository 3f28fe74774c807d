/** The past again, with the schedule in force: what it would have saved, and whom it would have kept waiting. */
import type { Backtest, Interruption } from '@kept/domain/schedule.ts'
import { nanoText } from '../savings/exact.ts'
import { type Bits, hasBit } from './bits.ts'
import { costOfQuarter, type EnvironmentGrid, hoursOf, nanoOf } from './measure.ts'
import { perDay, perWeek, type QuarterSpan, toInstant } from './quarters.ts'
import type { TeamCalendar } from './team-calendar.ts'
import { tailMinutes } from './week-plan.ts'

export interface Past {
  grid: EnvironmentGrid
  calendar: TeamCalendar
  byUser: ReadonlyMap<string, Bits>
  currency: string
  over: QuarterSpan
}

/** What remains of the past once for all schedules: asking about one of them is then quick. */
export interface Replay {
  saved(plan: Uint8Array): { cost: bigint; quarters: number; interruptions: QuarterSpan[] }
  past: Past
}

const tailQuarters = tailMinutes / 15
/** Money is shown for a month of thirty days, like everywhere in Kept. */
const monthQuarters = BigInt(30 * perDay)
const maxShown = 50

export function replay(past: Past): Replay {
  const { grid, calendar, over } = past
  const [from, to] = [over.from - calendar.span.from, over.to - calendar.span.from]
  const sums = sumsBySlot(past)
  const work = stretchesOfWork(grid, from, to)
  return {
    past,
    saved(plan) {
      let [cost, quarters] = [0n, 0]
      for (let slot = 0, offStart = 0; slot <= plan.length; slot += 1) {
        if (slot < plan.length && plan[slot] !== 1) continue
        cost += (sums.cost[slot] ?? 0n) - (sums.cost[offStart] ?? 0n)
        quarters += (sums.quarters[slot] ?? 0) - (sums.quarters[offStart] ?? 0)
        offStart = slot + 1
      }
      const interruptions: QuarterSpan[] = []
      for (const stretch of work) {
        for (const missed of offWithin(stretch, plan, calendar)) {
          interruptions.push(missed)
          const resumed = resumedHours(missed, plan, past, to)
          cost -= resumed.cost
          quarters -= resumed.quarters
        }
      }
      return { cost, quarters, interruptions }
    },
  }
}

/** The backtest of a plan, as it travels. */
export function backtest({ past, saved }: Replay, plan: Uint8Array): Backtest {
  const { calendar, over, byUser, currency } = past
  const { cost, quarters, interruptions } = saved(plan)
  const weeks = (over.to - over.from) / (7 * perDay)
  const offset = calendar.span.from
  return {
    start_time: toInstant(over.from),
    end_time: toInstant(over.to),
    currency,
    saved_cost: nanoText(nanoOf(cost)),
    monthly_savings: nanoText(monthly(cost, over)),
    saved_hours: hoursOf(quarters),
    interruption_count: interruptions.length,
    interruptions_per_week: weeks > 0 ? Math.round((interruptions.length / weeks) * 100) / 100 : 0,
    interruptions: interruptions.slice(-maxShown).map(
      ({ from, to }): Interruption => ({
        start_time: toInstant(from + offset),
        end_time: toInstant(to + offset),
        users: [...byUser].filter(([, bits]) => touches(bits, from, to)).map(([user]) => user),
      }),
    ),
  }
}

/** An amount of a stretch of the past as of thirty days, in nano-units. */
export function monthly(twelfths: bigint, over: QuarterSpan): bigint {
  const length = BigInt(Math.max(1, over.to - over.from))
  return nanoOf((twelfths * monthQuarters) / length)
}

/** Running sums over the slots of the week: what lies between two slots is one subtraction. */
function sumsBySlot({ grid, calendar, over }: Past): { cost: bigint[]; quarters: number[] } {
  const cost = Array.from({ length: perWeek + 1 }, () => 0n)
  const quarters = Array.from({ length: perWeek + 1 }, () => 0)
  for (let quarter = over.from - calendar.span.from; quarter < over.to - calendar.span.from; quarter += 1) {
    if (grid.running[quarter] !== 1) continue
    const slot = (calendar.weekSlot[quarter] ?? 0) + 1
    cost[slot] = (cost[slot] ?? 0n) + costOfQuarter(grid, quarter)
    quarters[slot] = (quarters[slot] ?? 0) + 1
  }
  for (let slot = 1; slot <= perWeek; slot += 1) {
    cost[slot] = (cost[slot] ?? 0n) + (cost[slot - 1] ?? 0n)
    quarters[slot] = (quarters[slot] ?? 0) + (quarters[slot - 1] ?? 0)
  }
  return { cost, quarters }
}

/** Work that needed the environment: quarters of use while it ran. */
function stretchesOfWork({ running, active }: EnvironmentGrid, from: number, to: number): QuarterSpan[] {
  const all: QuarterSpan[] = []
  let start = -1
  for (let quarter = from; quarter <= to; quarter += 1) {
    const works = quarter < to && running[quarter] === 1 && active[quarter] === 1
    if (works && start < 0) start = quarter
    if (!works && start >= 0) {
      all.push({ from: start, to: quarter })
      start = -1
    }
  }
  return all
}

/** The parts of a stretch of work that would have met a stopped environment: each is one manual start. */
function offWithin({ from, to }: QuarterSpan, plan: Uint8Array, { weekSlot }: TeamCalendar): QuarterSpan[] {
  const parts: QuarterSpan[] = []
  let start = -1
  for (let quarter = from; quarter <= to; quarter += 1) {
    const isOff = quarter < to && plan[weekSlot[quarter] ?? 0] !== 1
    if (isOff && start < 0) start = quarter
    if (!isOff && start >= 0) {
      parts.push({ from: start, to: quarter })
      start = -1
    }
  }
  return parts
}

/** Started by hand, it runs while it is worked in and half an hour longer, unless the schedule has it on by then. */
function resumedHours(missed: QuarterSpan, plan: Uint8Array, { grid, calendar }: Past, end: number) {
  let [cost, quarters] = [0n, 0]
  for (let quarter = missed.from; quarter < Math.min(end, missed.to + tailQuarters); quarter += 1) {
    if (plan[calendar.weekSlot[quarter] ?? 0] === 1 || (quarter >= missed.to && grid.active[quarter] === 1)) break
    if (grid.running[quarter] !== 1) continue
    cost += costOfQuarter(grid, quarter)
    quarters += 1
  }
  return { cost, quarters }
}

function touches(bits: Bits, from: number, to: number): boolean {
  for (let quarter = from; quarter < to; quarter += 1) if (hasBit(bits, quarter)) return true
  return false
}
