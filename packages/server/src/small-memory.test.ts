/** A whole Kept with its engines and the demo on a machine of 2 GB, of which the system needs half a gigabyte. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { limitMemory } from './testing/memory-limit.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-small-'))
const limit = limitMemory(1500 * 1024 ** 2)
let kept: SpawnedKept | undefined
afterAll(async () => {
  if (kept) await killKept(kept, await kept.enginePids())
  await vi.waitFor(() => limit?.remove(), { timeout: 60_000 })
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Set it higher for a long proof. */
const lines = Number(process.env.KEPT_BILL_LINES ?? 60_000)
const columns = [
  ...['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost', 'BillingCurrency', 'BillingAccountId'],
  ...['BillingPeriodStart', 'BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd', 'ChargeCategory'],
  ...[
    'ServiceName',
    'ServiceCategory',
    'ServiceProviderName',
    'InvoiceIssuerName',
    'ResourceId',
    'SubAccountId',
    'Tags',
  ],
]

/** Resources that no other line has, so that the roll-up is as long as the bill. */
function billOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, '0')
    const next = String(2 + (index % 28)).padStart(2, '0')
    const period = `2026-05-01T00:00:00Z,2026-06-01T00:00:00Z,2026-05-${day}T00:00:00Z,2026-05-${next}T00:00:00Z`
    const tags = `"{""team"":""t${index % 50}"",""build"":""${index}""}"`
    return `0.01,0.01,0.01,0.01,USD,1,${period},Usage,Compute,Compute,Cloud,Cloud,machine-${index},a${index % 40},${tags}`
  })
  return `${[columns.join(','), ...rows].join('\n')}\n`
}

it.skipIf(!limit)(
  'imports a long bill within the limit, and answers questions about it',
  async () => {
    kept = await spawnKept(folder, { KEPT_MEMORY: 'small', KEPT_DEMO: 'on' }, limit?.starter)
    const { url, headers, client } = kept
    const uploaded = await fetch(`${url}/v1/uploads?name=long.csv`, { method: 'POST', headers, body: billOf(lines) })
    const { data } = (await uploaded.json()) as { data: { id: string } }
    const started = await client.imports.create({ uploads: [data.id] })
    await vi.waitFor(
      async () => {
        const { data: current } = await client.imports.get({ id: started.data.id })
        expect([current.status, current.progress.stage]).toEqual(['done', 'done'])
      },
      { timeout: 600_000, interval: 500 },
    )
    const range = { start_date: '2026-05-01', end_date: '2026-06-01' }
    const { rows } = (await client.costs.query({ ...range, measures: ['effective', 'lines'], grain: 'month' })).data
    expect(rows.map(({ values }) => values)).toEqual([{ effective: String(lines / 100), lines: String(lines) }])
    expect(limit?.killed()).toBe(0)
  },
  700_000,
)
