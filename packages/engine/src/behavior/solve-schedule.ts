/**
 * The least hours a week that cover a share of the expected work, exactly: one window a day, the best window of each
 * length for each day, and the days put together by dynamic programming over the week's hours.
 */

/** Hours of a day, `to` exclusive; both 0 on a day that stays off. */
export interface DayHours {
  from: number
  to: number
}

export interface SolvedSchedule {
  days: DayHours[]
  hours: number
  /** Expected work inside, in the units of the input. */
  covered: number
}

export interface ScheduleTask {
  /** Expected work by day and hour: whole numbers. */
  expected: readonly (readonly number[])[]
  /** Hours never to be cut; a day's window spans all of its. */
  mandatory: readonly (readonly boolean[])[]
}

/** For every number of hours a week that can be had: the most work it covers. Undefined: no schedule has it. */
export function solveAllHours({ expected, mandatory }: ScheduleTask): (SolvedSchedule | undefined)[] {
  const options = expected.map((day, index) => bestWindows(day, mandatory[index] ?? []))
  // From the last day to the first, so that of two equal choices the lower day gets its hours.
  let best: (Chain | undefined)[] = [{ covered: 0, windows: null }]
  for (const windows of options.toReversed()) best = withDay(windows, best)
  return best.map((chain, hours) => chain && { days: unchained(chain), hours, covered: chain.covered })
}

/** The least hours with at least `permille` thousandths of all expected work; undefined only without days. */
export function minHours(
  { expected }: ScheduleTask,
  solutions: (SolvedSchedule | undefined)[],
  permille: number,
): SolvedSchedule | undefined {
  const total = expected.flat().reduce((sum, work) => sum + work, 0)
  return solutions.find((solution) => solution !== undefined && solution.covered * 1000 >= permille * total)
}

interface Window extends DayHours {
  covered: number
}

/** Windows already chosen, the lowest day first. */
interface Chain {
  covered: number
  windows: { window: Window; next: Chain } | null
}

/** By length: the window with the most work, the later one of equals; none that would cut a mandatory hour. */
function bestWindows(work: readonly number[], mandatory: readonly boolean[]): (Window | undefined)[] {
  const must = { from: mandatory.indexOf(true), to: mandatory.lastIndexOf(true) + 1 }
  const best: (Window | undefined)[] = work.map(() => undefined)
  best.unshift(must.to > 0 ? undefined : { from: 0, to: 0, covered: 0 })
  for (let from = 0; from < work.length; from += 1) {
    let covered = 0
    for (let to = from + 1; to <= work.length; to += 1) {
      covered += work[to - 1] ?? 0
      if (must.to > 0 && (from > must.from || to < must.to)) continue
      const existing = best[to - from]
      if (existing === undefined || covered >= existing.covered) best[to - from] = { from, to, covered }
    }
  }
  return best
}

function withDay(windows: (Window | undefined)[], chains: (Chain | undefined)[]): (Chain | undefined)[] {
  const all: (Chain | undefined)[] = Array.from({ length: chains.length + windows.length - 1 })
  for (let length = windows.length - 1; length >= 0; length -= 1) {
    const window = windows[length]
    if (!window) continue
    for (let hours = 0; hours < chains.length; hours += 1) {
      const next = chains[hours]
      if (!next) continue
      const covered = window.covered + next.covered
      const existing = all[hours + length]
      if (existing === undefined || covered > existing.covered)
        all[hours + length] = { covered, windows: { window, next } }
    }
  }
  return all
}

function unchained(chain: Chain): DayHours[] {
  const days: DayHours[] = []
  for (let link = chain.windows; link; link = link.next.windows)
    days.push({ from: link.window.from, to: link.window.to })
  return days
}
