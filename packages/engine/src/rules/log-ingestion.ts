import { compare, sum } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { type Cloud, cloudOf } from './reading/cloud-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { ratio } from './reading/share.ts'
import { placeOf, quantityOf } from './reading/usage-by-resource.ts'
import { money, percent } from './reading/words.ts'

const thresholds = {
  share: {
    words: 'Share of the account’s spend',
    value: 0.05,
    unit: 'of the spend',
    source: 'Kept: watching a system should cost a small part of the system',
  },
  amount: { words: 'Least cost worth a look', value: 20, unit: 'of the currency a month', source: 'Kept' },
  aws: {
    words: 'Price of the infrequent access class against the standard one',
    value: 0.5,
    unit: 'of the standard price',
    source: 'AWS: CloudWatch pricing, log ingestion in us-east-1 (0.25 against 0.50 a GB)',
  },
  azure: {
    words: 'Price of basic logs against analytics logs',
    value: 0.22,
    unit: 'of the analytics price',
    source: 'Microsoft: Azure Monitor pricing, East US (0.50 against 2.30 a GB)',
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
  title: 'Logs cost a large share',
  explains:
    'Taking in logs is charged by the gigabyte. When that is more than a twentieth of the account, debug output is on in production or the same lines are taken in twice. Logs that are only read after an incident can go to a cheaper class.',
  noun: { one: 'account with log ingestion', many: 'accounts with log ingestion' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const accounts = groupRows(resource_use, (row) => [
      row.currency,
      row.provider,
      row.billing_account_id,
      row.sub_account_id,
    ])
    let lookedAt = 0
    const candidates = accounts.flatMap((rows): Candidate[] => {
      const ingestion = rows.flatMap((row) => {
        const kind = kindOf(row)
        return kind ? [{ row, kind }] : []
      })
      const [first] = ingestion
      if (!first) return []
      lookedAt += 1
      const lines = ingestion.map(({ row }) => row)
      const cost = sum(lines.map((row) => row.effective))
      const all = sum(rows.map((row) => row.effective))
      const least = (thresholds.amount.value * window.days) / 30
      if (ratio(cost, all) < thresholds.share.value || compare(cost, String(least)) < 0) return []
      const { cheaper } = first.kind
      const account = first.row.sub_account_name || first.row.sub_account_id || first.row.billing_account_id
      const gigabytes = quantityOf(lines)
      const sources = [...lines].sort((a, b) => compare(b.effective, a.effective)).slice(0, 5)
      return [
        {
          place: { ...placeOf(first.row), resource_id: '', resource_name: `Logs of ${account}`, resource_type: '' },
          part: 'log ingestion',
          summary: `Taking in logs costs ${monthly(cost, first.row.currency)}, ${percent(ratio(cost, all))} of what ${account} spends.`,
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
            ...(gigabytes === null ? [] : [{ label: 'Taken in', value: gigabytes, unit: first.row.pricing_unit }]),
            ...(cheaper === undefined
              ? []
              : [{ label: 'Price of the cheaper class', value: percent(cheaper), unit: 'of today’s' }]),
            ...sources.map((row) => ({
              label: row.resource_name || row.resource_id || row.meter,
              value: money(row.effective, row.currency),
            })),
          ],
          steps: [
            'List log groups or tables by what they take in; the first three are usually most of it.',
            'Turn debug output off, sample what repeats, exclude health checks.',
            'Move what is read only after an incident to the cheaper class (AWS infrequent access, Azure basic logs).',
          ],
        },
      ]
    })
    return { candidates, lookedAt, whyNot: [] }
  },
})

function kindOf(row: ResourceUse) {
  const cloud = cloudOf(row.provider)
  return kinds.find(
    (kind) =>
      kind.cloud === cloud && kind.service.test(row.service) && kind.meter.test(`${row.meter} ${row.description}`),
  )
}
