import { compare, sum, toNumber } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { type Cloud, cloudOf } from './reading/cloud-of.ts'
import { stillThere } from './reading/still-there.ts'
import { usageByResource } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const thresholds = {
  requests: {
    words: 'Requests in a month',
    value: 2000,
    unit: 'requests',
    source: 'OptScale: a bucket with fewer than 2,000 reads and 100 writes in its window is abandoned',
  },
  days: {
    words: 'Days it was charged',
    value: 28,
    unit: 'days',
    source: 'Kept: a whole month, February too; infrequent access is charged for at least 30 days',
  },
  aws: {
    words: 'Price of infrequent access against standard',
    value: 0.543,
    unit: 'of standard',
    source: 'AWS: S3 pricing, us-east-1 (0.0125 against 0.023 a GB-month)',
  },
  azure: {
    words: 'Price of cool against hot',
    value: 0.55,
    unit: 'of hot',
    source: 'Microsoft: Blob storage pricing, East US, LRS (0.01 against 0.0184 a GB-month)',
  },
  gcp: {
    words: 'Price of nearline against standard',
    value: 0.5,
    unit: 'of standard',
    source: 'Google Cloud: Cloud Storage pricing, us-central1 (0.010 against 0.020 a GB-month)',
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
    to: 'the cool tier',
  },
  {
    cloud: 'gcp',
    storage: /^Standard Storage /i,
    requests: /Class [AB] (?:Request|Operations)/i,
    ratio: thresholds.gcp.value,
    to: 'nearline storage',
  },
]

/** Buckets at the price of daily use that nobody reads. */
export const coldStorage = defineRule({
  id: 'cold-storage',
  title: 'Bucket nobody reads, at the price of daily use',
  explains:
    'What is stored and hardly ever read costs about half in an infrequent access class. Reading from there costs more, which is why only buckets with next to no requests are named.',
  noun: { one: 'bucket', many: 'buckets' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    let lookedAt = 0
    const candidates = kinds.flatMap(({ cloud, storage, requests, ratio, to }) => {
      const matches = (row: ResourceUse) =>
        row.resource_id !== '' &&
        cloudOf(row.provider) === cloud &&
        isObjectStorage(row) &&
        (storage.test(row.meter) || requests.test(row.meter))
      const buckets = usageByResource(resource_use, matches)
      lookedAt += buckets.length
      return buckets.flatMap((bucket): Candidate[] => {
        const { place } = bucket
        const stored = bucket.rows.filter((row) => storage.test(row.meter))
        const cost = sum(stored.map((row) => row.effective))
        const asked = bucket.rows
          .filter((row) => requests.test(row.meter))
          .reduce((total, row) => total + requestsOf(row), 0)
        const perMonth = (asked * 30) / Math.max(1, window.days)
        if (compare(cost, '0') <= 0 || perMonth >= thresholds.requests.value) return []
        if (daysIn(stored) < thresholds.days.value || !stillThere(bucket.lastDay, window)) return []
        return [
          {
            place,
            part: 'storage',
            summary: `${nameOf(place)} was asked ${perMonth.toFixed(0)} times a month and costs ${monthly(cost, place.currency)} at the price of daily use.`,
            cost,
            // Small objects are charged as 128 KB in the cheaper class, so half of it may stay where it is.
            saving: shareOfCost(
              { label: 'Storage in the window', amount: cost, currency: place.currency },
              'Share saved by the cheaper class',
              { low: (1 - ratio) / 2, mid: 1 - ratio, high: 1 - ratio },
            ),
            confidence: 0.7,
            evidence: [
              { label: 'Requests in a month', value: perMonth.toFixed(0) },
              { label: 'Price of the cheaper class', value: percent(ratio), unit: 'of today’s' },
            ],
            steps: [
              'Ask its owner whether anything reads it at the end of a quarter or a year.',
              `Let a lifecycle rule move objects older than 30 days to ${to}.`,
              'Delete old versions and unfinished uploads by the same rule.',
            ],
          },
        ]
      })
    })
    const nameless = resource_use.filter(
      (row) => row.resource_id === '' && isObjectStorage(row) && kinds.some(({ storage }) => storage.test(row.meter)),
    ).length
    const whyNot = nameless > 0 ? [`${nameless} lines of object storage name no bucket.`] : []
    return { candidates, lookedAt, whyNot }
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
