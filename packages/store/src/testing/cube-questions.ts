/** Random lines and random questions about them, for property tests of the cube. */
import { type CostQuery, costQuerySchema, type GroupKey } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import fc from 'fast-check'
import { lineOn, type TestLine } from './lines.ts'

const oddKey = `it's {k:String} "x"`
const day = fc
  .integer({ min: 0, max: 70 })
  .map((days) => Temporal.PlainDate.from('2024-01-20').add({ days }).toString())
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 14n }).map((units) => `${units}e-9`) },
  { weight: 1, arbitrary: fc.constantFrom('0', '0.00000000000000000000000001', '123456789012345678.9') },
)
/** Commitments with the part of a charge that was applied to each. */
function applied(...parts: string[]): string {
  const elements = parts.flatMap((part, index) =>
    index % 2 === 0
      ? [`{"ContractId":"c","ContractCommitmentId":"${part}","ContractCommitmentAppliedCost":${parts[index + 1]}}`]
      : [],
  )
  return `{"Elements":[${elements.join(',')}]}`
}
const maybe = (arbitrary: fc.Arbitrary<string>) => fc.option(arbitrary, { nil: null, freq: 4 })
/** Lines of two providers and currencies, some without a resource, a cost or a unit. */
export const line: fc.Arbitrary<TestLine> = fc
  .record({
    day,
    late: fc.boolean(),
    BillingCurrency: fc.constantFrom('USD', 'USD', 'EUR'),
    ServiceProviderName: fc.constantFrom('AWS', 'Microsoft'),
    ServiceName: fc.constantFrom('Compute', 'Storage', ''),
    account: fc.constantFrom('1', '2', '3'),
    ResourceId: fc.constantFrom('r-1', 'r-2', 'R-3', ''),
    ChargeDescription: fc.constantFrom('hours', 'traffic'),
    Tags: fc.constantFrom<Record<string, string>>({}, { env: 'prod' }, { env: 'dev', [oddKey]: '%_\\' }),
    ChargeCategory: fc.constantFrom('Usage', 'Usage', 'Usage', 'Purchase', 'Tax'),
    CommitmentDiscountId: fc.constantFrom('', '', 'ri-1'),
    CommitmentDiscountStatus: fc.constantFrom('', '', 'Used', 'Unused'),
    ConsumedUnit: fc.constantFrom('Hours', 'Hours', 'GB'),
    BilledCost: maybe(amount),
    EffectiveCost: maybe(amount),
    ContractedCost: maybe(amount),
    ListCost: maybe(amount),
    ConsumedQuantity: maybe(fc.integer({ min: -3, max: 9 }).map(String)),
    hour: fc.constantFrom('00', '07', '23'),
    HostProviderName: fc.constantFrom('AWS', ''),
    AllocatedMethodId: fc.constantFrom('', 'usage'),
    SkuPriceDetails: fc.constantFrom('', '{"CoreCount":4,"OS":null}', '{"CoreCount":"4"}', '{"Other":1}'),
    ContractApplied: fc.constantFrom('', applied('cc-1', '1.25'), applied('cc-1', '-0.5', 'cc-2', '3')),
    AllocatedTags: fc.constantFrom<Record<string, string>>({}, { team: 'a' }),
    PricingQuantity: maybe(fc.integer({ min: 0, max: 9 }).map(String)),
    PricingUnit: fc.constantFrom('Hours', 'Hours', 'GB'),
    ListUnitPrice: maybe(fc.integer({ min: 0, max: 99 }).map((cents) => `${cents}e-2`)),
    PricingCurrency: fc.constantFrom('USD', 'USD', 'EUR'),
    PricingCurrencyEffectiveCost: maybe(amount),
    CommitmentDiscountQuantity: maybe(fc.integer({ min: 0, max: 9 }).map(String)),
  })
  .map(
    ({ day: date, late, account, hour, ...fields }): TestLine =>
      lineOn(date, {
        ...fields,
        ChargePeriodStart: `${date}T${hour}:00:00Z`,
        SubAccountId: account,
        SubAccountName: `Team ${account}`,
        ...(late ? { BillingPeriodStart: '2024-04-01T00:00:00Z' } : {}),
      }),
  )

export const keys: GroupKey[] = [
  'provider',
  'service',
  'sub_account',
  'resource',
  'description',
  'unit',
  'tag:env',
  `tag:${oddKey}`,
  'host_provider',
  'allocated_method',
  'allocated_tag:team',
  'sku_price_detail:CoreCount',
  'contract_applied:ContractCommitmentId',
]
/** Measures whose rows add up to their totals. */
export const added = [
  'billed',
  'effective',
  'contracted',
  'list',
  'savings_against_list',
  'lines',
] as const satisfies Measure[]
const rates = ['savings_rate', 'commitment_savings_rate', 'list_coverage'] as const satisfies Measure[]
export const window = fc
  .tuple(day, fc.integer({ min: 1, max: 50 }))
  .map(([from, days]) => ({ from, to: Temporal.PlainDate.from(from).add({ days }).toString() }))
export const query: fc.Arbitrary<CostQuery> = fc
  .record(
    {
      measures: fc.uniqueArray(
        fc.constantFrom<Measure>(
          ...added,
          'quantity',
          'unit_cost',
          ...rates,
          'list_unit_price',
          'pricing_currency_cost',
          'commitment_quantity',
          'contract_applied_cost',
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      group_by: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 3 }),
      grain: fc.constantFrom('hour', 'day', 'week', 'month', 'billing_month', undefined),
      filters: fc.array(
        fc.oneof(
          fc.record({
            dimension: fc.constantFrom(...keys),
            op: fc.constantFrom('is', 'is_not'),
            values: fc.uniqueArray(fc.constantFrom('AWS', 'Compute', '', 'r-1', '2', 'prod', 'hours', 'GB', '%_\\'), {
              minLength: 1,
            }),
          }),
          fc.record({
            dimension: fc.constantFrom(...keys),
            op: fc.constant('contains'),
            values: fc.uniqueArray(fc.constantFrom('', 'R-', 'team 2', 'o', '%', "'"), { minLength: 1 }),
          }),
        ),
        { maxLength: 2 },
      ),
      window: fc.option(window, { nil: undefined }),
      top: fc.constantFrom(undefined, 1, 2),
      currency: fc.constantFrom(undefined, undefined, 'EUR'),
    },
    { noNullPrototype: true },
  )
  .map(({ window: span, ...fields }) =>
    costQuerySchema.parse({ ...fields, ...(span && { start_date: span.from, end_date: span.to }) }),
  )
