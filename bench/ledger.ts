/**
 * The ledger of a month as the server closes it: actions and baselines out of Postgres, every line out of the warehouse,
 * the month settled, its statement signed, its entries appended. Beside it, in the same run, the same method over lines
 * that are there already.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import { defaultRule } from '@kept/engine/testing/default-rule.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { calculateFromBill } from '@kept/server/savings/calculate-from-bill.ts'
import { closeMonth } from '@kept/server/savings/close-month.ts'
import type { SavingsDeps } from '@kept/server/savings/deps.ts'
import { openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { addActions, freezeActions, listActions } from '@kept/store/savings/actions.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { type Benchmark, timed } from './benchmark.ts'
import { calculateFleet, type FleetMonth, fleetMonth, setupOf } from './fleet-month.ts'

const machines = Number(process.env.BENCH_MACHINES ?? 10_000)
const month = '2026-09'
const load = 'bench'

export const ledgerBenchmark: Benchmark = {
  name: 'ledger',
  title: `The ledger of a month: ${machines.toLocaleString('en-US')} machines by the hour`,
  async run({ scratch, print }) {
    const fleet = fleetMonth(month, machines)
    const { database, engine: postgres } = await openEmbeddedDatabase({
      folder: join(scratch, 'postgres'),
      logFolder: join(scratch, 'logs'),
    })
    const { warehouse, engine } = await openEmbeddedWarehouse({
      folder: join(scratch, 'warehouse'),
      logFolder: join(scratch, 'logs'),
      memoryBytes: 3 * 1024 ** 3,
    })
    try {
      const { id } = await ensureOrganization(database, { slug: 'bench', name: 'Bench', demo: false })
      const scope = { organizationId: id }
      print('making the bill ...')
      await makeBill(warehouse, scope)
      const now = () => new Date('2026-10-10T08:00:00Z')
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const deps: SavingsDeps = {
        ...{ database, warehouse, now },
        signer: {
          publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
          sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
        },
        checkpoints: { read: async () => [], write: async () => [] },
        calculateMonth: (tenantScope, loadIds, setup) => calculateFromBill(warehouse, tenantScope, loadIds, setup),
        ruleFor: async () => defaultRule('USD'),
      }
      print('actions recorded ...')
      const recording = await timed(() => record(deps, scope, fleet))
      const actions = await listActions(database, scope, { state: 'counting' })
      const counting = actions.flatMap(({ action, currency }) =>
        action ? [{ action, currency, demand: undefined }] : [],
      )
      print('closing the month ...')
      const closing = await timed(() =>
        closeMonth(deps, scope, {
          ...{ month, currency: 'USD', counting, loadIds: [load], config: setupOf(month, [], new Map()).config },
          stated: { demand: [], price_notices: [], substitution: { matches: [], shapes: [] } },
        }),
      )
      const { durationMs, lines } = calculateFleet(setupOf(month, fleet.actions, fleet.baselines), fleet, machines)
      return {
        description: `An action on each of ${machines.toLocaleString('en-US')} machines, ${lines.toLocaleString('en-US')} lines in the warehouse, both engines embedded. The method alone: the same month over lines that are there already.`,
        head: ['month closed, s', 'the method alone, s', 'ratio', 'actions and baselines written, s'],
        rows: [[seconds(closing), seconds(durationMs), (closing / durationMs).toFixed(2), seconds(recording)]],
        notes: ['To reach: a month of 10,000 resources closed in under 30 s.'],
      }
    } finally {
      await warehouse.close()
      await engine.stop()
      await database.close()
      await postgres.stop()
    }
  },
}

type Scope = { organizationId: string }

async function record({ database, now }: SavingsDeps, scope: Scope, { actions, baselines }: FleetMonth) {
  const hashes = actions.flatMap((action) => ('baseline_hash' in action ? [action.baseline_hash] : []))
  const resources = actions.flatMap((action) => ('resource_ids' in action ? action.resource_ids : []))
  const rows = await addActions(
    database,
    scope,
    resources.map((resource_id) => ({
      input: { resource_id, not_before: '2026-09-01T00:00:00Z', evidence: '' },
      ...{ title: resource_id, currency: 'USD', actorName: 'bench', now: now() },
    })),
  )
  for (let offset = 0; offset < rows.length; offset += 100) {
    await freezeActions(
      database,
      scope,
      rows.slice(offset, offset + 100).flatMap(({ id }, index) => {
        const [action, hash = ''] = [actions[offset + index], hashes[offset + index]]
        const baseline = baselines.get(hash)
        if (!action || !baseline) return []
        return [{ id, action, currency: 'USD', baseline: { hash, baseline }, commitments: [], now: now() }]
      }),
    )
  }
}

/** The fleet of the scenarios, made by the warehouse itself: half resized, three in ten on a schedule, two in ten gone. */
async function makeBill(warehouse: Warehouse, scope: Scope): Promise<void> {
  const { from, to } = hoursOfMonth(month)
  await warehouse.execute(
    scope,
    `INSERT INTO cost_line (organization_id, load_id, billing_period, charge_date, BillingCurrency, BillingPeriodStart,
       BillingPeriodEnd, BillingAccountId, ServiceName, ResourceId, ChargeCategory, PricingUnit, PricingQuantity, SkuId, SkuPriceId,
       ChargePeriodStart, ChargePeriodEnd, ContractedUnitPrice, BilledCost, EffectiveCost, ContractedCost, ListCost)
     WITH number % {machines:UInt64} AS n, intDiv(number, {machines:UInt64}) AS h, toDateTime({start:UInt32} + h * 3600, 'UTC') AS at,
       n % 10 < 5 AS resized, toDecimal64(if(resized, '0.096', '0.192'), 3) AS price, if(resized, 'sku-medium', 'sku-large') AS sku
     SELECT {organization_id:UUID}, '${load}', toDate('2026-09-01'), toDate(at, 'UTC'), 'USD', toDateTime('2026-09-01', 'UTC'),
       toDateTime('2026-10-01', 'UTC'), '1', 'Amazon Elastic Compute Cloud', concat('i-', leftPad(lower(hex(n)), 17, '0')), 'Usage',
       'Hours', 1, sku, sku, at, at + 3600, price, price, price, price, price
     FROM numbers({machines:UInt64} * {hours:UInt64})
     WHERE resized OR (n % 10 < 8 AND h % 24 >= 8 AND h % 24 < 20)`,
    { machines, hours: to - from, start: from * 3600 },
    { settings: { max_partitions_per_insert_block: '1000' } },
  )
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
