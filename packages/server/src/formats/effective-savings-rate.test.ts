/**
 * The effective savings rate of real and published bills, against sums of their raw files. It is measured over usage,
 * with the unused part of commitments as a cost: a purchase bills what usage rows consume, a tax has no list price, and
 * the list price of an unused hour is nothing that was saved. Source: FinOps Foundation, effective savings rate.
 */
import { runReport } from '@kept/store/ledger/reports/run-report.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryImportedLines, readBills } from './testing/read-bills.ts'
import { hasSharedData, sharedData, withoutSharedData } from './testing/shared-data.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const sumOf = (column: string, condition: string) => `sumIf(toDecimal128OrZero(${column}, 20), ${condition})`
const isUnused = "ifNull(CommitmentDiscountStatus, '') = 'Unused'"
const usage = `ChargeCategory = 'Usage' AND NOT ${isUnused}`

/** Of a FOCUS file as text; `naive` is over every charge, `withTaxes` over everything but purchases. */
async function focusRates(path: string) {
  const all = (condition: string) => ({
    list: sumOf('ListCost', condition),
    effective: sumOf('EffectiveCost', condition),
  })
  const [used, unused, taxed, every] = [usage, isUnused, "ChargeCategory != 'Purchase'", '1']
  const rate = (list: string, effective: string) =>
    `toString(round((${list} - ${effective}) / toFloat64(${list}) * 100, 2))`
  const [row] = await world.warehouse.inspect<{ rate: string; with_taxes: string; naive: string }>(
    `SELECT ${rate(all(used).list, `(${all(used).effective} + ${all(unused).effective})`)} AS rate,
      ${rate(all(taxed).list, all(taxed).effective)} AS with_taxes, ${rate(all(every).list, all(every).effective)} AS naive
     FROM file({path:String}, CSVWithNames)`,
    { path },
    {
      settings: {
        input_format_csv_use_best_effort_in_schema_inference: 0,
        input_format_csv_try_infer_numbers_from_strings: 0,
      },
    },
  )
  return row
}

async function reportOf(path: string) {
  const { importId } = await readBills(world, [path])
  const loads = await queryImportedLines<{ load: string }>(world, importId, 'DISTINCT load_id AS load')
  const loadIds = loads.map(({ load }) => load)
  await rollUpLoads(world.warehouse, world.scope, loadIds)
  const report = { id: 'effective-savings-rate', parameters: {} }
  const { rows } = await runReport(world.warehouse, world.scope, loadIds, report)
  return rows
}

describe(`the effective savings rate of published bills${withoutSharedData}`, () => {
  it.skipIf(!hasSharedData).each([
    ['focus/synthetic/aws-1.2/focus_1_2_cost_and_usage_aws.csv.gz', '9.8', '8.55', '67.01'],
    ['focus/synthetic/azure-1.2/focus_1_2_cost_and_usage_azure.csv.gz', '9.88', '9.49', '42.96'],
    ['focus/synthetic/aws-1.3/focus_1_3_cost_and_usage_aws.csv.gz', '9.81', '8.24', '70.66'],
  ])('of %s is %s %, not the %s % with taxes or the %s % with purchases', async (file, rate, with_taxes, naive) => {
    expect(await focusRates(sharedData(file))).toEqual({ rate, with_taxes, naive })
    const [row] = await reportOf(sharedData(file))
    expect(Number(row?.rate_over_list).toFixed(2).replace(/0$/, '')).toBe(rate)
    expect(row?.list_coverage).toBe('100')
  })
  it.skipIf(!hasSharedData)('of a real AWS bill of October 2018 is that of its own columns', async () => {
    const path = sharedData('aws-cur-2018-10/Oct2018-WorkshopCUR-00001.snappy.parquet')
    const amount = (column: string) => `toDecimal128OrZero(toString(${column}), 20)`
    const [list, unblended] = [amount('pricing_public_on_demand_cost'), amount('line_item_unblended_cost')]
    // Spot has no list cost, so no list cost is compared with it.
    const compared = `line_item_line_item_type IN ('Usage', 'DiscountedUsage') AND NOT (${list} = 0 AND ${unblended} > 0)`
    const effective = `if(line_item_line_item_type = 'Usage', ${unblended}, ${amount('reservation_effective_cost')})`
    const unused = `${amount('reservation_unused_amortized_upfront_fee_for_billing_period')} + ${amount('reservation_unused_recurring_fee')}`
    const [sums] = await world.warehouse.inspect<{ list: string; effective: string; unused: string }>(
      `SELECT toString(sumIf(${list}, ${compared})) AS list, toString(sumIf(${effective}, ${compared})) AS effective,
        toString(sum(${unused})) AS unused FROM file({path:String}, Parquet)`,
      { path },
    )
    const { list: rawList = '', effective: rawEffective = '', unused: rawUnused = '' } = sums ?? {}
    expect((1 - (Number(rawEffective) + Number(rawUnused)) / Number(rawList)) * 100).toBeCloseTo(1.728071, 6)
    const [row] = await reportOf(path)
    expect(row).toMatchObject({ rate_over_list: '1.728071', unused: rawUnused, list_coverage: '99.240275' })
    expect(Number(row?.list)).toBeCloseTo(Number(rawList), 10)
  })
})
