import type { ResourceUse } from '@kept/domain/facts.ts'
import { compare, sum, toNumber } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { type Cloud, cloudOf } from './reading/cloud-of.ts'
import { nameOf, percent } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { usageByResource } from './reading/usage-by-resource.ts'

const thresholds = {
  requests: {
    label: 'Requests per month',
    value: 2000,
    unit: 'requests',
    source: 'OptScale: a bucket with fewer than 2,000 reads and 100 writes is abandoned',
  },
  days: {
    label: 'Days billed',
    value: 28,
    unit: 'days',
    source: 'Kept: a full month, February included; infrequent access bills at least 30 days',
  },
  aws: {
    label: 'Infrequent access price',
    value: 0.543,
    unit: 'of standard',
    source: 'AWS: S3 pricing, us-east-1 ($0.0125 vs. $0.023 per GB-month)',
  },
  azure: {
    label: 'Cool tier price',
    value: 0.55,
    unit: 'of hot',
    source: 'Microsoft: Blob storage pricing, East US, LRS ($0.01 vs. $0.0184 per GB-month)',
  },
  gcp: {
    label: 'Nearline price',
    value: 0.5,
    unit: 'of standard',
    source: 'Google Cloud: Cloud Storage pricing, us-central1 ($0.010 vs. $0.020 per GB-month)',
  },
} as const

const kinds: { cloud: Cloud; storage: RegExp; requests: RegExp; ratio: number; to: string }[] = [
  {
    cloud: 'aws',
    storage: /^(?:[A-Z]{2,4}\d?-)?TimedStorage-ByteHrs$/,
    requests: /Requests-Tier[12]$/,
    ratio: thresholds.aws.value,
    to: 'S3 Standard-Infrequent Access or Intelligent-Tiering',
  },
  {
    cloud: 'azure',
    storage: /^Hot (?:LRS|ZRS|GRS|RA-GRS) Data Stored$/i,
    requests: /^(?:Hot|All) .*Operations$/i,
    ratio: thresholds.azure.value,
    to: 'the Cool tier',
  },
  {
    cloud: 'gcp',
    storage: /^Standard Storage /i,
    requests: /Class [AB] (?:Request|Operations)/i,
    ratio: thresholds.gcp.value,
    to: 'Nearline storage',
  },
]

/** Buckets at the price of daily use that are not read. */
export const coldStorage = defineRule({
  id: 'cold-storage',
  title: 'Rarely read bucket in standard storage',
  description:
    'Data that is rarely read costs about half as much in an infrequent access class. Reads cost more there, so Kept lists only buckets with almost no requests.',
  noun: { singular: 'bucket', plural: 'buckets' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    let evaluatedCount = 0
    const candidates = kinds.flatMap(({ cloud, storage, requests, ratio, to }) => {
      const matches = (row: ResourceUse) =>
        row.resource_id !== '' &&
        cloudOf(row.provider) === cloud &&
        isObjectStorage(row) &&
        (storage.test(row.meter) || requests.test(row.meter))
      const buckets = usageByResource(resource_usage, matches)
      evaluatedCount += buckets.length
      return buckets.flatMap((bucket): Candidate[] => {
        const { location } = bucket
        const stored = bucket.rows.filter((row) => storage.test(row.meter))
        const cost = sum(stored.map((row) => row.effective))
        const requestCount = bucket.rows
          .filter((row) => requests.test(row.meter))
          .reduce((total, row) => total + requestsOf(row), 0)
        const perMonth = (requestCount * 30) / Math.max(1, window.days)
        if (compare(cost, '0') <= 0 || perMonth >= thresholds.requests.value) return []
        if (daysIn(stored) < thresholds.days.value || !stillThere(bucket.lastDay, window)) return []
        return [
          {
            location,
            part: 'storage',
            summary: `${nameOf(location)} gets ${perMonth.toFixed(0)} requests a month and costs ${monthly(cost, location.currency)} in standard storage.`,
            cost,
            // Small objects are charged as 128 KB in the cheaper class, so half of it may stay where it is.
            saving: shareOfCost(
              { label: 'Storage cost in the window', amount: cost, currency: location.currency },
              'Share saved in the cheaper class',
              { low: (1 - ratio) / 2, mid: 1 - ratio, high: 1 - ratio },
            ),
            confidence: 0.7,
            evidence: [
              { label: 'Requests per month', value: perMonth.toFixed(0) },
              { label: 'Cheaper class price', value: percent(ratio), unit: 'of the current price' },
            ],
            steps: [
              'Ask the owner whether a quarterly or yearly job reads it.',
              `Add a lifecycle rule that moves objects older than 30 days to ${to}.`,
              'Let the same rule delete old versions and incomplete uploads.',
            ],
          },
        ]
      })
    })
    const nameless = resource_usage.filter(
      (row) => row.resource_id === '' && isObjectStorage(row) && kinds.some(({ storage }) => storage.test(row.meter)),
    ).length
    const skipReasons = nameless > 0 ? [`Needs bucket names (${nameless} object storage lines have none).`] : []
    return { candidates, evaluatedCount, skipReasons }
  },
})

function isObjectStorage(row: ResourceUse): boolean {
  return /S3\b|storage/i.test(row.service)
}

/** Azure counts operations by the ten thousand and says so in its unit: "10K". */
function requestsOf({ quantity, pricing_unit }: ResourceUse): number {
  const [, count = '1', scale = ''] = /^(\d+)\s*([KM]?)/i.exec(pricing_unit) ?? []
  const times = Number(count) * ({ K: 1_000, M: 1_000_000 }[scale.toUpperCase()] ?? 1)
  return toNumber(quantity ?? '0') * times
}

function daysIn(rows: readonly ResourceUse[]): number {
  return Math.max(0, ...rows.map((row) => row.days))
}
