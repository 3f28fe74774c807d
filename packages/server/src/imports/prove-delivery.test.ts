/** Whatever happens to the rows between the file and the warehouse, the proof of the delivery fails. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import { type OpenedBill, openBills } from '@kept/store/reading/open-bills.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveDelivery } from './prove-delivery.ts'
import { readDelivery } from './read-delivery.ts'
import { smallBill } from './testing/small-bill.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'kept-proof-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const lines = [
  { billed: '10.5', resource: 'vm-1' },
  { billed: '0.0000000000000000000000000001', resource: 'vm-2' },
  { billed: '-3.25', resource: 'vm-3' },
]
const bill = smallBill(lines)
const watch = { signal: new AbortController().signal, follow: () => undefined, finish: () => undefined }
const ofVm2 = "organization_id = {organization_id:UUID} AND startsWith(load_id, {key:String}) AND ResourceId = 'vm-2'"

async function openCsv(text: string): Promise<OpenedBill> {
  const path = join(folder, `${randomUUID()}.csv`)
  await writeFile(path, text)
  const { bills } = await openBills(world.warehouse, [{ kind: 'file', path }], formats, { scope: world.scope })
  return bills[0] as OpenedBill
}

type Prover = 'bytes' | 'engine'

/** `read`: what the engine reads instead of the bill while it inserts; `damage`: a statement after it. */
async function importWith(
  prover: Prover,
  { read = bill, damage }: { read?: string; damage?: string },
): Promise<Reconciliation> {
  const key = randomUUID()
  const stated = await openCsv(bill)
  const inserted = await openCsv(read)
  let proofs = 0
  const content = stated.source.content
  // The insert reads every column, the engine's own proof only those of the sums.
  const from = (structure?: string) =>
    (structure === stated.columns.structure ? inserted : stated).source.from(structure)
  const { content: _, ...streamless } = stated.source
  const source =
    prover === 'engine'
      ? { ...streamless, from }
      : {
          ...stated.source,
          from,
          content() {
            proofs += 1
            return content?.() as ReturnType<NonNullable<typeof content>>
          },
        }
  const delivered = await readDelivery(world, world.scope, { key }, [{ ...stated, source }], watch)
  expect(proofs).toBe(prover === 'bytes' ? 1 : 0)
  if (damage) {
    const settings = { mutations_sync: '1' } as const
    const isInsert = damage.startsWith('INSERT')
    const run = isInsert ? world.warehouse.execute : world.warehouse.executeOnShards
    await run(world.scope, damage, { key }, isInsert ? {} : { settings })
  }
  const { reconciliation } = await proveDelivery({ warehouse: world.warehouse }, world.scope, key, delivered)
  return reconciliation
}

describe.each<Prover>(['bytes', 'engine'])('a proof by the %s', (prover) => {
  it('agrees with what was imported completely', async () => {
    expect(await importWith(prover, {})).toMatchObject({ ok: true, rows: { read: 3, stored: 3, rejected: 0 } })
  })

  it.each<[string, Parameters<typeof importWith>[1]]>([
    ['a lost row', { damage: `ALTER TABLE cost_line DELETE WHERE ${ofVm2}` }],
    ['a doubled row', { damage: `INSERT INTO cost_line SELECT * FROM cost_line WHERE ${ofVm2}` }],
    [
      'an amount altered in its last decimal',
      {
        damage: `ALTER TABLE cost_line UPDATE EffectiveCost = EffectiveCost + toDecimal256('0.0000000000000000000000000001', 30) WHERE ${ofVm2}`,
      },
    ],
    ['an amount that became unknown', { damage: `ALTER TABLE cost_line UPDATE ListCost = NULL WHERE ${ofVm2}` }],
    ['another currency', { damage: `ALTER TABLE cost_line UPDATE BillingCurrency = 'EUR' WHERE ${ofVm2}` }],
    [
      'an amount misread',
      { read: smallBill(lines.map((line, index) => (index ? line : { ...line, billed: '1.05' }))) },
    ],
    ['a file that ended early for the engine', { read: smallBill(lines.slice(0, 2)) }],
  ])('fails after %s', async (_, damage) => {
    expect((await importWith(prover, damage)).ok).toBe(false)
  })
})
