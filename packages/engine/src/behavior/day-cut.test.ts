import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { dayCuts, solveFrom } from './day-cut.ts'
import { dayWindows, windowPlan } from './week-plan.ts'

// A busy machine takes its time over thousands of schedules.
vi.setConfig({ testTimeout: 60_000 })

const week = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.array(value, { minLength: 24, maxLength: 24 }), { minLength: 7, maxLength: 7 })

it('whatever hour a day begins at, the windows cover what is said, in the hours that are said', () => {
  fc.assert(
    fc.property(
      week(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 }))),
      fc.integer({ min: 0, max: 23 }),
      (expected, cut) => {
        const task = { expected, mandatory: expected.map((day) => day.map(() => false)) }
        const work = expected.flat()
        const solutions = solveFrom(task, cut).flatMap((solved) => solved ?? [])
        const counted = solutions.map(({ days }) => {
          const plan = windowPlan(dayWindows(days))
          const onByHour = work.map((_, hour) => plan[hour * 4] ?? 0)
          return { hours: sum(onByHour), covered: sum(onByHour.map((is, hour) => is * (work[hour] ?? 0))) }
        })
        expect(counted).toEqual(solutions.map(({ hours, covered }) => ({ hours, covered })))
      },
    ),
    { numRuns: 40 },
  )
})

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

it('never cuts a mandatory hour, after the midnight of its day either', () => {
  fc.assert(
    fc.property(week(fc.integer({ min: 0, max: 12 }).map((dice) => dice === 0)), (mandatory) => {
      const task = { expected: mandatory.map((day) => day.map(() => 1)), mandatory }
      for (const solved of solveFrom(task, 12)) {
        if (!solved) continue
        const plan = windowPlan(dayWindows(solved.days))
        const cutOff = mandatory.flat().filter((must, hour) => must && plan[hour * 4] !== 1)
        expect(cutOff).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})

it('days begin at midnight, and elsewhere too where use runs over it', () => {
  const emptyWeek = () => Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const worksAt = (...hours: number[]) => {
    const expected = emptyWeek()
    for (const hour of hours) (expected[Math.floor(hour / 24)] as number[])[hour % 24] = 1
    return dayCuts({ expected, mandatory: [] })
  }
  expect(worksAt(23, 24)).toEqual([0, 12, 22])
  expect(worksAt(167, 0, 9)).toEqual([0, 12, 8, 22])
  expect(worksAt(22, 24)).toEqual([0])
  expect(worksAt(0, 23)).toEqual([0])
})
