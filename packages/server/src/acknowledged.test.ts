/**
 * Acknowledged writes survive a kill, exactly once. Each write is followed at once by a SIGKILL of Kept and of both its
 * engines; what the next start serves is compared with what was acknowledged. There is one write for each way of storing
 * things; acknowledged-routes.test.ts has every route.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRunningKept } from './platform/data-folder.ts'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { accepted, storedWrites } from './testing/acknowledged/stored-writes.ts'

let folder: string
let kept: SpawnedKept
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-acknowledged-'))
  kept = await spawnKept(folder)
})
afterAll(async () => {
  await killAll(await kept.enginePids())
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

const killAll = (engines: number[]) => killKept(kept, engines)

it.each(storedWrites)('keeps $name that was acknowledged before a kill, once', { timeout: 240_000 }, async (write) => {
  const engines = await kept.enginePids()
  const sentId = await write.send(kept)
  await killAll(engines)
  kept = await spawnKept(folder)
  expect(await write.find(kept, sentId)).toEqual(write.expected)
})

it('executes a request with an Idempotency-Key once, when Kept is killed in the middle', {
  timeout: 240_000,
}, async () => {
  const engines = await kept.enginePids()
  const names = Array.from({ length: 30 }, (_, index) => `in-the-middle-${index}`)
  const create = async (name: string) => {
    const url = findRunningKept(join(folder, 'data'))?.url
    const response = await fetch(`${url}/v1/budgets`, {
      method: 'POST',
      headers: { ...kept.headers, 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify({ name, period: 'monthly', amount: '1', currency: 'USD' }),
    })
    const { details, message } = (await response.json()) as { details?: { reason: string }; message?: string }
    return response.ok ? 'created' : (details?.reason ?? message)
  }
  const requests = names.map((name) => create(name).catch(() => 'broken off'))
  await Promise.race(requests)
  await killAll(engines)
  const before = await Promise.all(requests)
  kept = await spawnKept(folder)
  const after: (string | undefined)[] = []
  for (const name of names) after.push(await create(name))
  expect(new Set(after).difference(new Set(['created', 'idempotency_interrupted']))).toEqual(new Set())
  // The response from before the kill is repeated.
  expect(after.filter((_, index) => before[index] === 'created')).toEqual(
    before.filter((answer) => answer === 'created'),
  )
  const budgets = (await kept.client.budgets.list({})).data.map(({ name }) => name)
  expect(budgets.filter((name) => name.startsWith('in-the-middle')).sort()).toEqual(names.toSorted())
})

it('counts telemetry once when it is killed again and again', { timeout: 240_000 }, async () => {
  for (let kills = 0; kills < 2; kills += 1) {
    await killAll(await kept.enginePids())
    kept = await spawnKept(folder)
  }
  expect([await accepted(kept, 'traces'), await accepted(kept, 'metrics'), await accepted(kept, 'logs')]).toEqual([
    500, 40, 30,
  ])
})
