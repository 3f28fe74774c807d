/**
 * The real server process is killed while it imports a bill and calculates the savings of its months, and started again:
 * each month has one statement, whose entries are those of a run that nobody killed, and the ledger's chain holds.
 * `KEPT_SAVINGS_KILLS` sets how often.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { organizationHeader } from './operator/public/operator.ts'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'

const kills = Number(process.env.KEPT_SAVINGS_KILLS ?? 2)
const { from, to } = hoursOfMonth('2026-09')
const billed: SavingsLine[] = [
  ...machineLines({ resource: 'stopped', from: from - 744, to: from + 10 }),
  ...machineLines({ resource: 'resized', from: from - 744, to: from, sku: 'xlarge', price: '0.192' }),
  ...machineLines({ resource: 'resized', from, to, sku: 'large', price: '0.096' }),
  ...machineLines({ resource: 'other', from: from - 744, to }),
]
const bill = [...savingsBillCsv(billed)].join('')

let folder: string
let kept: SpawnedKept
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-savings-killed-'))
  kept = await spawnKept(folder)
})
afterAll(async () => {
  await killKept(kept, await kept.enginePids().catch(() => []))
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

const headersOf = (organization: string) => ({ ...kept.headers, [organizationHeader]: organization })
const clientOf = (organization: string) => createKeptClient({ url: kept.url, headers: () => headersOf(organization) })

/** Two actions and a bill that shows both; resolves when the import is acknowledged. */
async function begin(organization: string): Promise<void> {
  const created = await fetch(`${kept.url}/v1/operator/organizations/${organization}`, {
    ...{ method: 'PUT', headers: kept.headers },
  })
  expect(created.ok).toBe(true)
  const client = clientOf(organization)
  const change = { evidence: 'CHG-1', not_before: fromHour(from - 48) }
  await client.savings.record({ title: 'Gone', resource_id: 'stopped', kind: 'terminate', ...change })
  await client.savings.record({ title: 'Smaller', resource_id: 'resized', ...change })
  const answer = await fetch(`${kept.url}/v1/uploads?name=bill.csv`, {
    ...{ method: 'POST', headers: headersOf(organization), body: bill },
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  await client.imports.create({ uploads: [data.id] })
}

/** What the ledger says once the month has its statement, without ids and times. */
async function outcome(organization: string) {
  const client = clientOf(organization)
  await vi.waitFor(async () => expect((await client.savings.statements({})).data).toHaveLength(1), {
    ...{ timeout: 180_000, interval: 250 },
  })
  const { data: statements } = await client.savings.statements({})
  const { data: entries } = await client.savings.ledger({})
  const { data: proof } = await client.savings.proof({})
  return {
    statements: statements.map(({ period, kind, net, fee }) => ({ period, kind, net, fee })),
    // Their order is that of the actions' ids.
    entries: entries.map(({ period, kind, part, amount }) => `${period} ${kind} ${part} ${amount}`).sort(),
    proof: { intact: proof.intact, entries: proof.entries, checkpoints: proof.checkpoints },
  }
}

it('books each saving once when it is killed while it calculates', { timeout: 300_000 + kills * 120_000 }, async () => {
  const started = performance.now()
  await begin('unkilled')
  const expected = await outcome('unkilled')
  const typicalMs = performance.now() - started
  expect(expected).toMatchObject({ statements: [{ period: '2026-09', net: '137.28' }], proof: { intact: true } })
  for (let round = 0; round < kills; round += 1) {
    const organization = `killed-${round}`
    const engines = await kept.enginePids()
    await begin(organization)
    // Spread over the whole run, from the reading of the bill to the signature.
    await wait(typicalMs * (((round * 0.618) % 1) * 0.9 + 0.05))
    await killKept(kept, round % 2 === 1 ? engines : [])
    kept = await spawnKept(folder)
    expect([round, await outcome(organization)]).toEqual([round, expected])
  }
  // Nothing was booked later by a job that was taken up twice.
  for (let round = 0; round < kills; round += 1) expect(await outcome(`killed-${round}`)).toEqual(expected)
})
