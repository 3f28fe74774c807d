import { expect, test } from 'vitest'
import { backForMs, createReach, probeEveryMs } from './reachability.ts'

function world() {
  const fake = { now: 1000, network: true, server: true, probes: 0, states: [] as string[] }
  let timers: { run(): void; ms: number }[] = []
  const reach = createReach({
    now: () => fake.now,
    setTimer(run, ms) {
      const timer = { run, ms }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    hasNetwork: () => fake.network,
    async probe() {
      fake.probes += 1
      return fake.server
    },
  })
  reach.subscribe(() => fake.states.push(reach.now().state))
  /** Lets the next timer ring and what it began end. */
  const ring = async () => {
    const timer = timers.shift()
    timer?.run()
    await reach.tryNow()
    return timer?.ms
  }
  return { fake, reach, ring, timers: () => timers.length }
}

test('one lost request is no outage; the second in a row is, since the first', () => {
  const { fake, reach } = world()
  reach.recordResponse(true)
  fake.now = 2000
  reach.recordResponse(false)
  expect(reach.now()).toEqual({ state: 'here', isReconnected: false })
  reach.recordResponse(true)
  fake.now = 3000
  reach.recordResponse(false)
  fake.now = 4000
  reach.recordResponse(false)
  expect(reach.now()).toEqual({ state: 'unreachable', startedAt: 3000, asOf: 2000 })
})

test('it asks by itself until the server answers, and says for a moment that it is back', async () => {
  const { fake, reach, ring, timers } = world()
  fake.server = false
  reach.recordResponse(false)
  reach.recordResponse(false)
  expect(await ring()).toBe(probeEveryMs)
  expect(reach.now().state).toBe('unreachable')
  fake.server = true
  expect(await ring()).toBe(probeEveryMs)
  expect(reach.now()).toEqual({ state: 'here', isReconnected: true })
  expect(await ring()).toBe(backForMs)
  expect([reach.now(), timers()]).toEqual([{ state: 'here', isReconnected: false }, 0])
})

test('without a network it waits for one and sends no request', async () => {
  const { fake, reach, timers } = world()
  fake.network = false
  await reach.network()
  await reach.tryNow()
  expect([reach.now().state, fake.probes, timers()]).toEqual(['offline', 0, 0])
  fake.network = true
  fake.now = 9000
  await reach.network()
  expect([reach.now(), fake.probes]).toEqual([{ state: 'here', isReconnected: true }, 1])
})

test('a network without Kept behind it keeps the time of the first loss', async () => {
  const { fake, reach } = world()
  fake.network = false
  await reach.network()
  fake.network = true
  fake.server = false
  fake.now = 9000
  await reach.network()
  expect(reach.now()).toEqual({ state: 'unreachable', startedAt: 1000, asOf: 1000 })
  expect(fake.states).toEqual(['offline', 'unreachable'])
})
