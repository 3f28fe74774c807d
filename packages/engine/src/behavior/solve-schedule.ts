/**
 * The least hours a week that cover a share of the expected work, exactly: one window a day, or two with hours between
 * them in which stopping is worth it; the best windows of each length for each day, and the days put together by dynamic
 * programming over the week's hours.
 */

/** Hours of a day, `to` exclusive. */
export interface DayHours {
  from: number
  to: number
}

export interface SolvedSchedule {
  /** The windows of each day, the earlier first; none on a day that stays off. */
  days: DayHours[][]
  hours: number
  /** Expected work inside, in the units of the input. */
  covered: number
}

export interface ScheduleTask {
  /** Expected work by day and hour: whole numbers. */
  expected: readonly (readonly number[])[]
  /** Hours never to be cut; each lies in a window of its day. */
  mandatory: readonly (readonly boolean[])[]
}

/** Hours between two windows of a day: of fewer, the end of one and the start of the next would eat up a third. */
const shortestGap = 3

/** For every number of hours a week: the most work it covers. Undefined where none has it, or fewer hours cover more. */
export function solveAllHours({ expected, mandatory }: ScheduleTask): (SolvedSchedule | undefined)[] {
  const options = expected.map((day, index) => bestWindows(day, mandatory[index] ?? []))
  // From the last day to the first, so that of two equal choices the lower day gets its hours.
  let best: (Chain | undefined)[] = [{ covered: 0, windows: null }]
  for (const windows of options.toReversed()) best = withDay(windows, best)
  let most = -1
  return best.map((chain, hours) => {
    if (!chain || chain.covered < most) return undefined
    most = chain.covered
    return { days: unchained(chain), hours, covered: chain.covered }
  })
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

interface DayWindows {
  windows: DayHours[]
  covered: number
}

/** Days already chosen, the lowest first. */
interface Chain {
  covered: number
  windows: { day: DayWindows; next: Chain } | null
}

/** By length: the windows with the most work; one before two of equals, then the later. None that cuts a mandatory hour. */
function bestWindows(work: readonly number[], mandatory: readonly boolean[]): (DayWindows | undefined)[] {
  const [sums, musts] = [runningSums(work), runningSums(mandatory.map(Number))]
  const must = musts.at(-1) ?? 0
  const best: (DayWindows | undefined)[] = work.map(() => undefined)
  best.unshift(must > 0 ? undefined : { windows: [], covered: 0 })
  const between = (values: readonly number[], from: number, to: number) => (values[to] ?? 0) - (values[from] ?? 0)
  for (let from = 0; from < work.length; from += 1) {
    for (let to = from + 1; to <= work.length; to += 1) {
      const covered = between(sums, from, to)
      if (between(musts, from, to) < must) continue
      if (covered >= (best[to - from]?.covered ?? 0)) best[to - from] = { windows: [{ from, to }], covered }
    }
  }
  for (let from = 0; from < work.length; from += 1) {
    for (let to = from + 1; to + shortestGap < work.length; to += 1) {
      const [first, firstMust] = [between(sums, from, to), between(musts, from, to)]
      for (let again = to + shortestGap; again < work.length; again += 1) {
        for (let end = again + 1; end <= work.length; end += 1) {
          const covered = first + between(sums, again, end)
          const hours = to - from + end - again
          const existing = best[hours]
          if (existing !== undefined && covered <= existing.covered) continue
          if (firstMust + between(musts, again, end) < must) continue
          best[hours] = {
            windows: [
              { from, to },
              { from: again, to: end },
            ],
            covered,
          }
        }
      }
    }
  }
  return best
}

function runningSums(values: readonly number[]): number[] {
  const sums = [0]
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value)
  return sums
}

function withDay(options: (DayWindows | undefined)[], chains: (Chain | undefined)[]): (Chain | undefined)[] {
  const all: (Chain | undefined)[] = Array.from({ length: chains.length + options.length - 1 })
  for (let length = options.length - 1; length >= 0; length -= 1) {
    const day = options[length]
    if (!day) continue
    for (let hours = 0; hours < chains.length; hours += 1) {
      const next = chains[hours]
      if (!next) continue
      const covered = day.covered + next.covered
      const existing = all[hours + length]
      if (existing === undefined || covered > existing.covered)
        all[hours + length] = { covered, windows: { day, next } }
    }
  }
  return all
}

function unchained(chain: Chain): DayHours[][] {
  const days: DayHours[][] = []
  for (let link = chain.windows; link; link = link.next.windows) days.push(link.day.windows)
  return days
}
