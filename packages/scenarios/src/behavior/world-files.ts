/** A world as a customer's files: an hourly FOCUS bill, and events as JSON lines. */
import type { BehaviorWorld } from './behavior-world.ts'

const columns = [
  ...['BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost', 'BillingCurrency', 'BillingAccountId'],
  ...['BillingPeriodStart', 'BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd', 'ChargeCategory'],
  ...[
    'PricingQuantity',
    'PricingUnit',
    'ProviderName',
    'ServiceName',
    'ResourceId',
    'ResourceName',
    'ResourceType',
    'Tags',
  ],
]

/** Line by line, the header first. */
export function* billLines(world: BehaviorWorld): Generator<string> {
  yield columns.join(',')
  const facts = new Map(world.facts.map((fact) => [fact.environment_id, fact]))
  for (const { environment_id, start, end, hours, cost, currency } of world.running()) {
    const { environment_name = '', type = '', team = '', owner = '', project = '' } = facts.get(environment_id) ?? {}
    const from = Temporal.Instant.fromEpochMilliseconds(start).toString()
    const month = Temporal.PlainYearMonth.from(from.slice(0, 7))
    const tags = JSON.stringify({ environment: 'dev', team, owner, project }).replaceAll('"', '""')
    yield [
      ...[cost, cost, cost, cost, currency, '111'],
      ...[`${month}-01T00:00:00Z`, `${month.add({ months: 1 })}-01T00:00:00Z`, from],
      ...[Temporal.Instant.fromEpochMilliseconds(end).toString(), 'Usage', hours, 'Hours', 'AWS', 'Amazon EC2'],
      ...[environment_id, environment_name, type, `"${tags}"`],
    ].join(',')
  }
}

/** One event per line. */
export function* eventLines(world: BehaviorWorld): Generator<string> {
  for (const event of world.events()) yield JSON.stringify(event)
}
