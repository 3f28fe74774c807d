/** Bills generated for tests: FOCUS CSV of a few lines, every figure chosen by the test. */
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { csvDataLine } from '@kept/foundation/csv/write.ts'
export interface SmallLine {
  account?: string
  provider?: string
  month?: string
  day?: number
  billed: string
  currency?: string
  resource?: string
}

const columns = [
  'BilledCost',
  'EffectiveCost',
  'ContractedCost',
  'ListCost',
  'BillingCurrency',
  'BillingAccountId',
  'BillingPeriodStart',
  'BillingPeriodEnd',
  'ChargePeriodStart',
  'ChargePeriodEnd',
  'ChargeCategory',
  'ProviderName',
  'ServiceName',
  'ResourceId',
]

export const smallHeader = `${columns.join(',')}\n`

export function smallBill(lines: SmallLine[]): string {
  return smallHeader + lines.map(toLine).join('')
}

function toLine(line: SmallLine): string {
  const {
    account = '111',
    provider = 'AWS',
    month = '2024-09',
    day = 1,
    billed,
    currency = 'USD',
    resource = 'r',
  } = line
  const start = `${month}-${String(day).padStart(2, '0')}T00:00:00Z`
  const end = `${month}-${String(day).padStart(2, '0')}T01:00:00Z`
  const cells = [
    ...[billed, billed, billed, billed, currency, account],
    ...[`${month}-01T00:00:00Z`, `${addMonths(month, 1)}-01T00:00:00Z`, start, end],
    ...['Usage', provider, 'Compute', resource],
  ]
  return csvDataLine(cells, '\n')
}
