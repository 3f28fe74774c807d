import { expect, test } from 'vitest'
import { createResume, retentionMs } from './resume.ts'

function world() {
  const fake = { reloads: 0, timers: [] as { run(): void; ms: number }[] }
  const resume = createResume({
    setTimer(run, ms) {
      const timer = { run, ms }
      fake.timers.push(timer)
      return () => {
        fake.timers = fake.timers.filter((other) => other !== timer)
      }
    },
    reload() {
      fake.reloads += 1
    },
  })
  return { fake, resume }
}
const snapshot = { userId: 'ada', href: '/budgets?page=2', typed: [{ field: 'Name', value: 'Cloud' }] }

test('the same person gets it back, once', () => {
  const { fake, resume } = world()
  resume.save(snapshot)
  expect(resume.claim('ada')).toEqual(snapshot)
  expect([resume.claim('ada'), fake.timers]).toEqual([undefined, []])
})

test('another user gets nothing, and neither does the first one afterwards', () => {
  const { resume } = world()
  resume.save(snapshot)
  expect([resume.claim('grace'), resume.claim('ada')]).toEqual(['other', undefined])
})

test('after a while it is gone, with everything else of this page', () => {
  const { fake, resume } = world()
  resume.save(snapshot)
  expect(fake.timers.map(({ ms }) => ms)).toEqual([retentionMs])
  fake.timers[0]?.run()
  expect([resume.claim('ada'), fake.reloads]).toEqual([undefined, 1])
})
