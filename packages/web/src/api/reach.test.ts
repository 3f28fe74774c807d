import { expect, test } from 'vitest'
import { backForMs, createReach, probeEveryMs } from './reach.ts'

function world() {
  const seen = { now: 1000, network: true, server: true, probes: 0, states: [] as string[] }
  let timers: { run(): void; ms: number }[] = []
  const reach = createReach({
    now: () => seen.now,
    later(run, ms) {
      const timer = { run, ms }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    hasNetwork: () => seen.network,
    async probe() {
      seen.probes += 1
      return seen.server
    },
  })
  reach.subscribe(() => seen.states.push(reach.now().state))
  /** Lets the next timer ring and what it began end. */
  const ring = async () => {
    const timer = timers.shift()
    timer?.run()
    await reach.tryNow()
    return timer?.ms
  }
  return { seen, reach, ring, timers: () => timers.length }
}

test('one lost request is no outage; the second in a row is, since the first', () => {
  const { seen, reach } = world()
  reach.heard(true)
  seen.now = 2000
  reach.heard(false)
  expect(reach.now()).toEqual({ state: 'here', back: false })
  reach.heard(true)
  seen.now = 3000
  reach.heard(false)
  seen.now = 4000
  reach.heard(false)
  expect(reach.now()).toEqual({ state: 'unreachable', since: 3000, asOf: 2000 })
})

test('it asks by itself until the server answers, and says for a moment that it is back', async () => {
  const { seen, reach, ring, timers } = world()
  seen.server = false
  reach.heard(false)
  reach.heard(false)
  expect(await ring()).toBe(probeEveryMs)
  expect(reach.now().state).toBe('unreachable')
  seen.server = true
  expect(await ring()).toBe(probeEveryMs)
  expect(reach.now()).toEqual({ state: 'here', back: true })
  expect(await ring()).toBe(backForMs)
  expect([reach.now(), timers()]).toEqual([{ state: 'here', back: false }, 0])
})

test('without a network it waits for one and asks nobody', async () => {
  const { seen, reach, timers } = world()
  seen.network = false
  await reach.network()
  await reach.tryNow()
  expect([reach.now().state, seen.probes, timers()]).toEqual(['offline', 0, 0])
  seen.network = true
  seen.now = 9000
  await reach.network()
  expect([reach.now(), seen.probes]).toEqual([{ state: 'here', back: true }, 1])
})

test('a network without Kept behind it keeps the time of the first loss', async () => {
  const { seen, reach } = world()
  seen.network = false
  await reach.network()
  seen.network = true
  seen.server = false
  seen.now = 9000
  await reach.network()
  expect(reach.now()).toEqual({ state: 'unreachable', since: 1000, asOf: 1000 })
  expect(seen.states).toEqual(['offline', 'unreachable'])
})
