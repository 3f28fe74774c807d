import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { minHours, type ScheduleTask, solveAllHours } from './solve-schedule.ts'

const solveSchedule = (task: ScheduleTask, permille: number) => minHours(task, solveAllHours(task), permille)

// A busy machine takes its time over thousands of cases.
vi.setConfig({ testTimeout: 60_000 })

/** 44.85 hours a week of expected work: a core, an hour before and after it, and now and then a little more. */
function typicalWeek(): number[][] {
  const hundredths = (hour: number, early: number, late: number) => {
    if (hour >= 9 && hour < 18) return 90
    if (hour === 8) return early
    if (hour === 18) return late
    return hour === 7 || hour === 19 ? 4 : 0
  }
  const week = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (__, hour) => (day > 4 ? 0 : hundredths(hour, 40, day === 0 ? 40 : 38))),
  )
  ;(week[5] as number[])[10] = 3
  return week
}

const freely = (expected: number[][]): ScheduleTask => ({
  expected,
  mandatory: expected.map((day) => day.map(() => false)),
})

it('finds the least hours of a usual week, to the hour', () => {
  const week = typicalWeek()
  expect(week.flat().reduce((sum, work) => sum + work, 0)).toBe(4485)
  const hours = [900, 950, 990, 1000].map((permille) => solveSchedule(freely(week), permille)?.hours)
  expect(hours).toEqual([45, 51, 55, 66])
  const recommended = solveSchedule(freely(week), 950)
  expect((recommended?.covered ?? 0) / 4485).toBeCloseTo(0.9565, 4)
  expect(1 - (recommended?.hours ?? 0) / 168).toBeCloseTo(0.696, 3)
  expect(recommended?.days).toEqual([
    [{ from: 8, to: 19 }],
    ...Array.from({ length: 4 }, () => [{ from: 8, to: 18 }]),
    [],
    [],
  ])
})

it('takes the later start, then the lower day, of what covers as much', () => {
  const flat = freely([
    [1, 1, 1],
    [1, 1, 1],
  ])
  expect(solveSchedule(flat, 500)?.days).toEqual([[{ from: 0, to: 3 }], []])
  expect(solveSchedule(flat, 160)?.days).toEqual([[{ from: 2, to: 3 }], []])
})

it('no work, no hours', () => {
  expect(
    solveSchedule(freely(Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))), 1000),
  ).toMatchObject({ hours: 0, covered: 0 })
})

const hoursOfDay = 5
const smallTask = fc.integer({ min: 1, max: 3 }).chain((days) => {
  const perDayAndHour = <Value>(value: fc.Arbitrary<Value>) =>
    fc.array(fc.array(value, { minLength: hoursOfDay, maxLength: hoursOfDay }), { minLength: days, maxLength: days })
  return fc.record({
    expected: perDayAndHour(fc.integer({ min: 0, max: 9 })),
    mandatory: perDayAndHour(fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0)),
  })
})

it('is as good as trying everything, mandatory hours and all', () => {
  fc.assert(
    fc.property(smallTask, fc.integer({ min: 0, max: 1000 }), (task, permille) => {
      const solved = solveSchedule(task, permille)
      expect({ hours: solved?.hours, covered: solved?.covered }).toEqual(tryEverything(task, permille))
    }),
    { numRuns: 1500 },
  )
})

it('covers more with more hours, what it says it covers, and every mandatory hour', () => {
  fc.assert(
    fc.property(smallTask, (task) => {
      let before = -1
      for (const [hours, solved] of solveAllHours(task).entries()) {
        if (!solved) continue
        expect(solved.covered).toBeGreaterThanOrEqual(before)
        before = solved.covered
        expect(solved.days.flat().reduce((sum, { from, to }) => sum + to - from, 0)).toBe(hours)
        expect(solved.covered).toBe(coveredBy(task, solved.days))
        for (const [day, must] of task.mandatory.entries()) {
          for (const [hour, is] of must.entries()) {
            if (is) expect(solved.days[day]?.some(({ from, to }) => hour >= from && hour < to)).toBe(true)
          }
        }
      }
      expect(minHours(task, solveAllHours(task), 1000)).toBeDefined()
    }),
    { numRuns: 1500 },
  )
})

type Day = { from: number; to: number }[]

function coveredBy({ expected }: ScheduleTask, days: Day[]): number {
  return days.reduce(
    (sum, windows, day) =>
      sum + windows.flatMap(({ from, to }) => (expected[day] ?? []).slice(from, to)).reduce((a, b) => a + b, 0),
    0,
  )
}

/** Every window, and every two with three hours or more between them. */
function everyDay(): Day[] {
  const windows: Day = []
  for (let from = 0; from < hoursOfDay; from += 1)
    for (let to = from + 1; to <= hoursOfDay; to += 1) windows.push({ from, to })
  const pairs = windows.flatMap((first) =>
    windows.filter(({ from }) => from >= first.to + 3).map((next) => [first, next]),
  )
  return [[], ...windows.map((window) => [window]), ...pairs]
}

/** Every choice of every day with every choice of every other. */
function tryEverything(task: ScheduleTask, permille: number): { hours: number; covered: number } | undefined {
  const choices = everyDay()
  const total = task.expected.flat().reduce((a, b) => a + b, 0)
  let best: { hours: number; covered: number } | undefined
  const tryDay = (day: number, chosen: Day[]) => {
    if (day < task.expected.length) {
      for (const windows of choices) {
        const keepsMandatory = (task.mandatory[day] ?? []).every(
          (must, hour) => !must || windows.some(({ from, to }) => hour >= from && hour < to),
        )
        if (keepsMandatory) tryDay(day + 1, [...chosen, windows])
      }
      return
    }
    const candidate = {
      hours: chosen.flat().reduce((sum, { from, to }) => sum + to - from, 0),
      covered: coveredBy(task, chosen),
    }
    if (candidate.covered * 1000 < permille * total) return
    const isBetter =
      !best || candidate.hours < best.hours || (candidate.hours === best.hours && candidate.covered > best.covered)
    if (isBetter) best = candidate
  }
  tryDay(0, [])
  return best
}

it('splits a day where hours lie between, and not for two', () => {
  const day = (...hours: number[]) => Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 1 : 0))
  expect(solveSchedule(freely([day(7, 8, 9, 13, 14)]), 1000)?.days).toEqual([
    [
      { from: 7, to: 10 },
      { from: 13, to: 15 },
    ],
  ])
  expect(solveSchedule(freely([day(7, 8, 9, 12, 13)]), 1000)?.days).toEqual([[{ from: 7, to: 14 }]])
})
