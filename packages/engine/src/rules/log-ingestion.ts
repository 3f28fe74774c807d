import type { ResourceUse } from '@kept/domain/facts.ts'
import { compare, type Decimal, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { type Cloud, cloudOf } from './reading/cloud-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { money, percent } from './reading/labels.ts'
import { ratio } from './reading/share.ts'
import { locationOf, quantityOf } from './reading/usage-by-resource.ts'

const thresholds = {
  share: {
    label: 'Share of the account’s spend',
    value: 0.05,
    unit: 'of spend',
    source: 'Kept: observability should cost a small share of what it observes',
  },
  amount: { label: 'Minimum cost', value: 20, unit: 'currency units a month', source: 'Kept' },
  aws: {
    label: 'Infrequent access price',
    value: 0.5,
    unit: 'of the standard price',
    source: 'AWS: CloudWatch pricing, log ingestion, us-east-1 ($0.25 vs. $0.50 per GB)',
  },
  azure: {
    label: 'Basic logs price',
    value: 0.22,
    unit: 'of the analytics price',
    source: 'Microsoft: Azure Monitor pricing, East US ($0.50 vs. $2.30 per GB)',
  },
} as const

/** How ingestion is named, and what the cheaper class costs; Google has none, its way is to exclude. */
const kinds: { cloud: Cloud; service: RegExp; meter: RegExp; cheaper: number | undefined }[] = [
  {
    cloud: 'aws',
    service: /cloudwatch/i,
    meter: /DataProcessing-Bytes|VendedLog-Bytes|log data ingest/i,
    cheaper: thresholds.aws.value,
  },
  {
    cloud: 'azure',
    service: /monitor|log analytics|sentinel|insights/i,
    meter: /Data Ingestion|data ingested|Analytics Logs.*Ingest|Data Analyzed/i,
    cheaper: thresholds.azure.value,
  },
  {
    cloud: 'gcp',
    service: /logging|operations|stackdriver/i,
    meter: /Log Volume|Log Storage cost|Logs? Ingest/i,
    cheaper: undefined,
  },
]

/** Logs that cost a noticeable part of what they watch. */
export const logIngestion = defineRule({
  id: 'log-ingestion',
  title: 'High log ingestion cost',
  description:
    'Log ingestion bills per gigabyte. Above 5% of an account’s spend, debug logging is often on in production, or the same logs arrive twice. Logs read only after an incident can move to a cheaper class.',
  noun: { singular: 'account with log ingestion', plural: 'accounts with log ingestion' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const accounts = groupRows(resource_usage, (row) => [
      row.currency,
      row.provider,
      row.billing_account_id,
      row.sub_account_id,
    ])
    let evaluatedCount = 0
    const candidates = accounts.flatMap((rows): Candidate[] => {
      const ingestion = rows.flatMap((row) => {
        const kind = kindOf(row)
        return kind ? [{ row, kind }] : []
      })
      const [first] = ingestion
      if (!first) return []
      evaluatedCount += 1
      const lines = ingestion.map(({ row }) => row)
      const cost = sum(lines.map((row) => row.effective))
      const all = sum(rows.map((row) => row.effective))
      const minCost = (thresholds.amount.value * window.days) / 30
      if (ratio(cost, all) < thresholds.share.value || compare(cost, String(minCost)) < 0) return []
      return [candidateOf({ first, lines, cost, all }, monthly)]
    })
    return { candidates, evaluatedCount, skipReasons: [] }
  },
})

interface Ingestion {
  first: { row: ResourceUse; kind: (typeof kinds)[number] }
  lines: readonly ResourceUse[]
  cost: Decimal
  /** The spend of the account. */
  all: Decimal
}

function candidateOf(
  { first, lines, cost, all }: Ingestion,
  monthly: (amount: Decimal, currency: string) => string,
): Candidate {
  const { cheaper } = first.kind
  const account = first.row.sub_account_name || first.row.sub_account_id || first.row.billing_account_id
  const gigabytes = quantityOf(lines)
  const sources = lines.toSorted((a, b) => compare(b.effective, a.effective)).slice(0, 5)
  return {
    location: {
      ...locationOf(first.row),
      resource_id: '',
      resource_name: `Logs in ${account}`,
      resource_type: '',
    },
    part: 'log ingestion',
    summary: `Log ingestion costs ${monthly(cost, first.row.currency)}, ${percent(ratio(cost, all))} of the spend of ${account}.`,
    cost,
    // Between no log group moved and all of them; where the logs are needed at once nothing is saved.
    saving:
      cheaper === undefined
        ? null
        : shareOfCost(
            { label: 'Cost in the window', amount: cost, currency: first.row.currency },
            'Share saved in the cheaper class',
            { low: 0, mid: (1 - cheaper) / 2, high: 1 - cheaper },
          ),
    confidence: 0.5,
    evidence: [
      { label: 'Cost in the window', value: money(cost, first.row.currency) },
      { label: 'Share of the account’s spend', value: percent(ratio(cost, all)) },
      ...(gigabytes === null ? [] : [{ label: 'Ingested', value: gigabytes, unit: first.row.pricing_unit }]),
      ...(cheaper === undefined
        ? []
        : [{ label: 'Cheaper class price', value: percent(cheaper), unit: 'of the current price' }]),
      ...sources.map((row) => ({
        label: row.resource_name || row.resource_id || row.meter,
        value: money(row.effective, row.currency),
      })),
    ],
    steps: [
      'Sort log groups or tables by ingested volume. The top three usually make up most of it.',
      'Turn off debug logging, sample repeated messages, and exclude health checks.',
      'Move logs that are read only after an incident to the cheaper class (AWS Infrequent Access, Azure Basic logs).',
    ],
  }
}

function kindOf(row: ResourceUse) {
  const cloud = cloudOf(row.provider)
  return kinds.find(
    (kind) =>
      kind.cloud === cloud && kind.service.test(row.service) && kind.meter.test(`${row.meter} ${row.description}`),
  )
}
