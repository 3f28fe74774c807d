/**
 * One world in which a machine moved and another one ended, in every format that names resources: the fee is exactly
 * the same, in any order of rows and any number of files.
 */

import { sum } from '@kept/foundation/decimal.ts'
import { type SampleFormat, sampleFormats } from '@kept/scenarios/sample-bill/formats.ts'
import { toCsv } from '@kept/scenarios/sample-bill/table.ts'
import type { SampleResource, SampleWorld } from '@kept/scenarios/sample-bill/world.ts'
import { expect, it } from 'vitest'
import { ruleFor } from './commission/public/commission-rule.ts'
import { finished, upload } from './imports/testing/deliver.ts'
import { savingsDeps } from './savings/create-deps.ts'
import { runSavings } from './savings/run-savings.ts'
import { openKept, type TestKept } from './testing.ts'

const production = { key: 'production', name: 'fairview-production', currency: 'USD' }
const development = { key: 'development', name: 'fairview-development', currency: 'USD' }
/** August and September; both machines end on September 9. */
const hours = 61 * 24
const endedAfterHours = 39 * 24
const endedAt = '2026-09-09T00:00:00Z'

const machine = (
  name: string,
  account: SampleResource['account'],
  product: 'machine-small' | 'machine-medium' | 'machine-large',
  [from, until]: [number, number],
  app: string,
): SampleResource => ({
  ...{ key: name, name, kind: 'machine', account, region: 'europe', tags: { app }, spot: false },
  uses: [{ product, pattern: { kind: 'hourly', from, until, officeHours: false } }],
})

const world: SampleWorld = {
  ...{ seed: 'moved', start: '2026-08-01', end: '2026-10-01', payerName: 'Fairview Outfitters' },
  accounts: [production, development],
  resources: [
    machine('gateway', production, 'machine-small', [0, hours], 'base'),
    machine('shop-1', production, 'machine-large', [0, endedAfterHours], 'shop'),
    machine('shop-2', production, 'machine-large', [endedAfterHours, hours], 'shop'),
    machine('builder', development, 'machine-small', [0, hours], 'base'),
    machine('report', development, 'machine-medium', [0, endedAfterHours], 'report'),
  ],
  ...{ commitments: [], adjustments: [], discountPercent: 0, spotPercent: 35, taxPercent: 0 },
}

/** 528 hours of 0.208, all of it replaced, and of 0.104. */
const expected = { usage: 164_736_000_000n, replaced: -109_824_000_000n, net: '54.912' }

type File = { name: string; text: string }

function filesOf(format: SampleFormat): File[] {
  return format.tables(world, 'csv').map((table) => ({ name: `${table.name}.csv`, text: [...toCsv(table)].join('') }))
}

async function bookedFrom(files: readonly File[]) {
  const kept = await openKept({}, { now: () => new Date('2026-10-10T08:00:00Z') })
  try {
    const uploads: string[] = []
    for (const { name, text } of files) uploads.push(await upload(kept, text, name))
    const { data } = await kept.client.imports.create({ uploads })
    const delivered = await finished(kept.client, data.id)
    expect(delivered.status, JSON.stringify(delivered)).toBe('done')
    for (const resource_id of await endedResources(kept))
      await kept.client.savings.record({
        ...{ title: resource_id, resource_id, kind: 'terminate', not_before: '2026-09-08T00:00:00Z', evidence: '' },
      })
    const { database, scope } = kept.world
    await runSavings(
      savingsDeps(kept.server.services, (customer, month, currency) => ruleFor(database, customer, month, currency)),
      scope,
    )
    const { data: statements } = await kept.client.savings.statements({})
    const { data: actions } = await kept.client.savings.actions({})
    const { data: entries } = await kept.client.savings.ledger({})
    // The job may close the month between two actions; then the second statement is a true-up of the first.
    expect(statements, JSON.stringify(actions)).not.toEqual([])
    const sumOf = (name: string) =>
      entries
        .filter(({ kind, part }) => kind === 'accrual' && part === name)
        .reduce((total, { amount }) => total + BigInt(amount), 0n)
    return { usage: sumOf('usage'), replaced: sumOf('replaced'), net: sum(statements.map(({ net }) => net)) }
  } finally {
    await kept.close()
  }
}

/** Under the ids of the format. */
async function endedResources({ world: { warehouse, scope } }: TestKept): Promise<string[]> {
  const rows = await warehouse.query<{ resource: string }>(
    scope,
    `SELECT ResourceId AS resource FROM cost_line
     WHERE organization_id = {organization_id:UUID} AND ResourceId != '' AND ChargeCategory = 'Usage'
     GROUP BY resource HAVING max(ChargePeriodEnd) <= parseDateTimeBestEffort({ended:String}) ORDER BY resource`,
    { ended: endedAt },
  )
  return rows.map(({ resource }) => resource)
}

/** Not gcp-detailed: there machines of every size share one SKU, so the bill has no price of the size that ended. */
const comparableFormats = [
  'aws-cur',
  'aws-cur-2',
  'azure-ea',
  'azure-mca',
  'focus-1.0',
  'focus-1.2',
  'focus-1.4',
  'oci',
]
const formats = sampleFormats.filter(({ id }) => comparableFormats.includes(id))

it.each(formats.map((format) => [format.id, format] as const))('is the same from %s', async (_id, format) => {
  expect(await bookedFrom(filesOf(format))).toEqual(expected)
})

it('is the same with the rows in the opposite order, and in three files', async () => {
  const format = formats.find(({ id }) => id === 'aws-cur-2')
  if (!format) throw new Error('the format is gone')
  const withRows = (from: File, name: string, pick: (rows: string[]) => string[]): File => {
    const [header = '', ...rows] = from.text.trimEnd().split('\n')
    return { name, text: `${[header, ...pick(rows)].join('\n')}\n` }
  }
  const months = filesOf(format)
  const reversed = months.map((file) => withRows(file, `reversed-${file.name}`, (rows) => rows.toReversed()))
  expect(await bookedFrom(reversed)).toEqual(expected)
  const parts = months.flatMap((file) =>
    [0, 1, 2].map((part) =>
      withRows(file, `part-${part}-${file.name}`, (rows) => rows.filter((_, index) => index % 3 === part)),
    ),
  )
  expect(await bookedFrom(parts)).toEqual(expected)
})
