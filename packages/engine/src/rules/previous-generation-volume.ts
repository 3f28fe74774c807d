import { add, compare, type Decimal, sum, toNumber } from '@kept/domain/decimal.ts'
import type { FactWindow, ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { beginWithCost, multiplyByShare, shareOfCost, subtractCost } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { monthsIn } from './reading/days.ts'
import { says } from './reading/says.ts'
import { share } from './reading/share.ts'
import { stillThere } from './reading/still-there.ts'
import { quantityOf, type UsageOfResource, usageByResource } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const source = 'AWS: Amazon EBS pricing, us-east-1; the ratio of the types is the same in the other regions'
const rdsSource = 'AWS: Amazon RDS database storage prices, us-east-1; the same for one and for two zones'
const thresholds = {
  gp3: { words: 'Price of gp3 against gp2, per GB', value: 0.8, unit: 'of gp2', source },
  included: { words: 'Operations a second gp3 includes', value: 3000, unit: 'IOPS', source },
  most: {
    words: 'Operations a second gp3 can be given',
    value: 16000,
    unit: 'IOPS',
    source: 'AWS: Amazon EBS volume types (gp3 as it was launched; larger volumes may have more since)',
  },
  io: { words: 'Price of gp3 against io1 and io2, per GB', value: 0.64, unit: 'of io1', source },
  iops: { words: 'Price of an extra gp3 operation against one of io1', value: 0.077, unit: 'of io1', source },
  rdsIo: { words: 'The same for databases, per GB', value: 0.92, unit: 'of io1', source: rdsSource },
  rdsIops: { words: 'The same for databases, per extra operation', value: 0.2, unit: 'of io1', source: rdsSource },
} as const

const gp2 = /EBS:VolumeUsage\.gp2/i

/** A kind of volume that reserves operations: its two meters, and what gp3 costs against each. */
interface ProvisionedKind {
  size: RegExp
  operations: RegExp
  sizeRatio: number
  operationRatio: number
}
const ebs: ProvisionedKind = {
  size: /EBS:VolumeUsage\.(?:piops|io2)/i,
  operations: /EBS:VolumeP-IOPS\.(?:piops|io2)/i,
  sizeRatio: thresholds.io.value,
  operationRatio: thresholds.iops.value,
}
const rds: ProvisionedKind = {
  size: /RDS:(?:Multi-AZ-)?PIOPS-Storage/i,
  operations: /RDS:(?:Multi-AZ-)?PIOPS$/i,
  sizeRatio: thresholds.rdsIo.value,
  operationRatio: thresholds.rdsIops.value,
}

/** Volumes of a type whose successor costs less for the same work: gp2, and io1 or io2 with few operations. */
export const previousGenerationVolume = defineRule({
  id: 'previous-generation-volume',
  title: 'Volume type with a cheaper successor',
  explains:
    'gp3 volumes cost a fifth less than gp2 and include 3,000 operations a second; io1 and io2 are paid for every operation they reserve. The change is made while the volume is in use.',
  noun: { one: 'volume', many: 'volumes' },
  appliesTo: ['aws'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const of = (...patterns: RegExp[]) =>
      usageByResource(
        resource_use.filter((row) => cloudOf(row.provider) === 'aws'),
        (row) => patterns.some((pattern) => says(row, pattern)),
      ).filter((volume) => stillThere(volume.lastDay, window))
    const general = of(gp2)
    const provisioned = of(ebs.size, ebs.operations)
    const databases = of(rds.size, rds.operations)
    return {
      candidates: [
        ...general.map((volume) => fromGp2(volume, window, monthly)),
        ...provisioned.flatMap((volume) => fromProvisioned(volume, ebs, window, monthly)),
        ...databases.flatMap((volume) => fromProvisioned(volume, rds, window, monthly)),
      ],
      lookedAt: general.length + provisioned.length + databases.length,
      whyNot: [],
    }
  },
})

type Monthly = (amount: Decimal, currency: string) => string

function fromGp2(volume: UsageOfResource, window: FactWindow, monthly: Monthly): Candidate {
  const { place, effective } = volume
  const size = averageOverWindow(quantityOf(volume.rows), window)
  // gp2 has 3 operations a second per GB: above 1,000 GB it has more than gp3 includes, and they would be bought back.
  const large = size !== undefined && size > thresholds.included.value / 3
  // From 170 GB on gp2 can move 250 MB a second, twice what gp3 includes.
  const fast = size === undefined || size > 170
  return {
    place,
    part: 'storage',
    summary: `${nameOf(place)} is a gp2 volume${size === undefined ? '' : ` of ${size.toFixed(0)} GB`}, ${monthly(effective, place.currency)}; gp3 costs ${percent(1 - thresholds.gp3.value)} less.`,
    cost: effective,
    saving: [
      ...shareOfCost(
        { label: 'Cost in the window', amount: effective, currency: place.currency },
        'Share saved by the price of gp3',
        1 - thresholds.gp3.value,
      ),
      ...(fast
        ? [
            multiplyByShare('Left after operations and throughput are bought back', {
              low: large ? 0 : 0.5,
              mid: large ? 0.5 : 1,
              high: 1,
            }),
          ]
        : []),
    ],
    confidence: large ? 0.7 : 0.95,
    evidence: [
      { label: 'Meter', value: volume.rows[0]?.meter || volume.rows[0]?.description || '' },
      ...(size === undefined ? [] : [{ label: 'Size', value: size.toFixed(1), unit: 'GB' }]),
      { label: 'Price of gp3', value: percent(thresholds.gp3.value), unit: 'of gp2' },
    ],
    steps: [
      'Change the type to gp3 (aws ec2 modify-volume --volume-type gp3); it stays in use meanwhile.',
      'Above 1,000 GB, look at the operations it really does and give gp3 as many.',
    ],
  }
}

/** io1 and io2 reserve operations at a price; gp3 includes 3,000 and sells the next for a thirteenth. */
function fromProvisioned(
  volume: UsageOfResource,
  kind: ProvisionedKind,
  window: FactWindow,
  monthly: Monthly,
): Candidate[] {
  const { place } = volume
  const sizeRows = volume.rows.filter((row) => says(row, kind.size))
  const operationRows = volume.rows.filter((row) => says(row, kind.operations))
  const operations = averageOverWindow(quantityOf(operationRows), window)
  if (operations === undefined || operations > thresholds.most.value) return []
  const cost = costOf(volume.rows)
  const extra = Math.max(0, operations - thresholds.included.value)
  const operationsCost = costOf(operationRows)
  const sizeAfterwards = share(costOf(sizeRows), kind.sizeRatio)
  const operationsAfterwards = operations > 0 ? share(operationsCost, (extra / operations) * kind.operationRatio) : '0'
  if (compare(cost, add(sizeAfterwards, operationsAfterwards)) <= 0) return []
  return [
    {
      place,
      part: 'storage',
      summary: `${nameOf(place)} reserves ${operations.toFixed(0)} operations a second for ${monthly(operationsCost, place.currency)}; gp3 includes ${thresholds.included.value}.`,
      cost,
      saving: [
        beginWithCost('Cost in the window', cost, place.currency),
        subtractCost('Storage at the price of gp3', sizeAfterwards, place.currency),
        subtractCost('Operations above those included, at the price of gp3', operationsAfterwards, place.currency),
        multiplyByShare('Range of the estimate', { low: 0.8, mid: 1, high: 1 }),
      ],
      confidence: 0.75,
      risk: 'medium',
      evidence: [
        { label: 'Reserved operations', value: operations.toFixed(0), unit: 'IOPS' },
        { label: 'Meters', value: [...new Set(volume.rows.map((row) => row.meter))].join(', ') },
        { label: 'Included in gp3', value: String(thresholds.included.value), unit: 'IOPS' },
      ],
      steps: [
        'Look at the latency the workload needs: io2 answers in under a millisecond, gp3 in single milliseconds.',
        'Change the type to gp3 with the same operations while it runs; a change back may be asked for after six hours.',
      ],
    },
  ]
}

function costOf(rows: readonly ResourceUse[]): Decimal {
  return sum(rows.map((row) => row.effective))
}

/** Meters count GB-months and IOPS-months of calendar months: the mean over the window. */
function averageOverWindow(quantity: Decimal | null, window: FactWindow): number | undefined {
  return quantity === null ? undefined : toNumber(quantity) / monthsIn(window)
}
