/** For tests: rows of a billing export. Amounts are texts, and stay so up to the line of JSON. */
import type { SmallBill } from './small-bigquery-shape.ts'

interface BillInput {
  /** "2026-11" */
  month: string
  cost: string
  account?: string
  /** Of the month; the 2nd by default. */
  day?: number
  /** Of usage that is invoiced with another month: "2026-10-20". */
  usedOn?: string
  credit?: string
  /** When Google exported it; a day after its use by default. */
  exported?: string
  /** Names its resource, as the detailed export does. */
  resource?: string
  costType?: string
}

export const billingAccount = '012345-6789AB-CDEF01'
export const standardTable = 'gcp_billing_export_v1_012345_6789AB_CDEF01'
export const detailedTable = 'gcp_billing_export_resource_v1_012345_6789AB_CDEF01'

export function smallBill(input: BillInput): SmallBill {
  const { month, cost, account = billingAccount, day = 2, credit, resource, costType = 'regular' } = input
  const { usedOn = `${month}-${String(day).padStart(2, '0')}` } = input
  const usedMs = Date.parse(`${usedOn}T08:00:00Z`)
  const exportedMs = Date.parse(input.exported ?? new Date(usedMs + 86_400_000).toISOString())
  const time = (ms: number) => JSON.stringify(new Date(ms).toISOString().replace('.000Z', 'Z'))
  const named = (name: string) => `{"id":"6F81-5844-456A","description":${JSON.stringify(name)}}`
  const credits =
    credit === undefined
      ? '[]'
      : `[{"name":"Sustained Usage Discount","amount":${credit},"full_name":null,"id":"","type":"SUSTAINED_USAGE_DISCOUNT"}]`
  const fields = {
    billing_account_id: JSON.stringify(account),
    service: named('Compute Engine'),
    sku: named('N2 Instance Core running in Frankfurt'),
    usage_start_time: time(usedMs),
    usage_end_time: time(usedMs + 3_600_000),
    project: '{"id":"shop","number":"42","name":"shop","labels":[],"ancestry_numbers":null,"ancestors":[]}',
    labels: '[{"key":"team","value":"shop"}]',
    system_labels: '[]',
    tags: '[{"key":"env","value":"production","inherited":true,"namespace":"1"}]',
    location: '{"location":"europe-west3","country":"DE","region":"europe-west3","zone":null}',
    export_time: time(exportedMs),
    cost,
    currency: '"USD"',
    currency_conversion_rate: '1',
    usage: '{"amount":3600,"unit":"seconds","amount_in_pricing_units":1,"pricing_unit":"hour"}',
    credits,
    invoice: JSON.stringify({ month: month.replace('-', '') }),
    cost_type: JSON.stringify(costType),
    adjustment_info: 'null',
    ...(resource !== undefined && {
      resource: JSON.stringify({ name: resource, global_name: `//compute.googleapis.com/instances/${resource}` }),
    }),
  }
  const line = `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`
  return { month: month.replace('-', ''), account, cost, line, usedMs, exportedMs }
}
