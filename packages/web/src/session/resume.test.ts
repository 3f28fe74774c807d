import { expect, test } from 'vitest'
import { createResume, keptForMs } from './resume.ts'

function world() {
  const seen = { anew: 0, timers: [] as { run(): void; ms: number }[] }
  const resume = createResume({
    later(run, ms) {
      const timer = { run, ms }
      seen.timers.push(timer)
      return () => {
        seen.timers = seen.timers.filter((one) => one !== timer)
      }
    },
    startAnew() {
      seen.anew += 1
    },
  })
  return { seen, resume }
}
const aside = { userId: 'ada', href: '/budgets?page=2', typed: [{ field: 'Name', value: 'Cloud' }] }

test('the same person gets it back, once', () => {
  const { seen, resume } = world()
  resume.setAside(aside)
  expect(resume.take('ada')).toEqual(aside)
  expect([resume.take('ada'), seen.timers]).toEqual([undefined, []])
})

test('somebody else gets nothing, and nor does the first person afterwards', () => {
  const { resume } = world()
  resume.setAside(aside)
  expect([resume.take('grace'), resume.take('ada')]).toEqual(['other', undefined])
})

test('after a while it is gone, with everything else of this page', () => {
  const { seen, resume } = world()
  resume.setAside(aside)
  expect(seen.timers.map(({ ms }) => ms)).toEqual([keptForMs])
  seen.timers[0]?.run()
  expect([resume.take('ada'), seen.anew]).toEqual([undefined, 1])
})
