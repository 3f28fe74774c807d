import type { FactWindow, ResourceUse } from '@kept/domain/facts.ts'
import { calendarMonthsIn } from '@kept/foundation/calendar/month.ts'
import { add, compare, type Decimal, sum, toNumber } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { beginWithCost, multiplyByShare, shareOfCost, subtractCost } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { nameOf, percent } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { share } from './reading/share.ts'
import { quantityOf, type UsageOfResource, usageByResource } from './reading/usage-by-resource.ts'

const source = 'AWS: Amazon EBS pricing, us-east-1; the ratio of the types is the same in the other regions'
const rdsSource = 'AWS: Amazon RDS storage prices, us-east-1; the same for Single-AZ and Multi-AZ'
const thresholds = {
  gp3: { label: 'gp3 price per GB, vs. gp2', value: 0.8, unit: 'of gp2', source },
  included: { label: 'IOPS included with gp3', value: 3000, unit: 'IOPS', source },
  maxIops: {
    label: 'Maximum IOPS of gp3',
    value: 16000,
    unit: 'IOPS',
    source: 'AWS: Amazon EBS volume types, gp3 at launch',
  },
  io: { label: 'gp3 price per GB, vs. io1 and io2', value: 0.64, unit: 'of io1', source },
  iops: { label: 'gp3 price per extra IOPS, vs. io1', value: 0.077, unit: 'of io1', source },
  rdsIo: { label: 'RDS gp3 price per GB, vs. io1', value: 0.92, unit: 'of io1', source: rdsSource },
  rdsIops: { label: 'RDS gp3 price per extra IOPS, vs. io1', value: 0.2, unit: 'of io1', source: rdsSource },
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
  title: 'Upgrade to gp3',
  description:
    'gp3 volumes cost 20% less than gp2 and include 3,000 IOPS. io1 and io2 bill for every provisioned IOPS. You can change the type while the volume is in use.',
  noun: { singular: 'volume', plural: 'volumes' },
  providers: ['aws'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const volumesMatching = (...patterns: RegExp[]) =>
      usageByResource(
        resource_usage.filter((row) => cloudOf(row.provider) === 'aws'),
        (row) => patterns.some((pattern) => matchesUsage(row, pattern)),
      ).filter((volume) => stillThere(volume.lastDay, window))
    const general = volumesMatching(gp2)
    const provisioned = volumesMatching(ebs.size, ebs.operations)
    const databases = volumesMatching(rds.size, rds.operations)
    return {
      candidates: [
        ...general.map((volume) => fromGp2(volume, window, monthly)),
        ...provisioned.flatMap((volume) => fromProvisioned(volume, ebs, window, monthly)),
        ...databases.flatMap((volume) => fromProvisioned(volume, rds, window, monthly)),
      ],
      evaluatedCount: general.length + provisioned.length + databases.length,
      skipReasons: [],
    }
  },
})

type Monthly = (amount: Decimal, currency: string) => string

function fromGp2(volume: UsageOfResource, window: FactWindow, monthly: Monthly): Candidate {
  const { location, effective } = volume
  const size = averageOverWindow(quantityOf(volume.rows), window)
  // gp2 has 3 operations a second per GB: above 1,000 GB it has more than gp3 includes, and they would be bought back.
  const large = size !== undefined && size > thresholds.included.value / 3
  // From 170 GB on gp2 can move 250 MB a second, twice what gp3 includes.
  const fast = size === undefined || size > 170
  return {
    location,
    part: 'storage',
    summary: `${nameOf(location)} is a gp2 volume${size === undefined ? '' : ` of ${size.toFixed(0)} GB`} and costs ${monthly(effective, location.currency)}. gp3 costs ${percent(1 - thresholds.gp3.value)} less.`,
    cost: effective,
    saving: [
      ...shareOfCost(
        { label: 'Cost in the window', amount: effective, currency: location.currency },
        'Share saved with gp3',
        1 - thresholds.gp3.value,
      ),
      ...(fast
        ? [
            multiplyByShare('Share left after paying for extra IOPS and throughput', {
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
      { label: 'gp3 price', value: percent(thresholds.gp3.value), unit: 'of gp2' },
    ],
    steps: [
      'Change the type to gp3: aws ec2 modify-volume --volume-type gp3. The volume stays in use.',
      'Above 1,000 GB, check the IOPS it uses and provision as many on gp3.',
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
  const { location } = volume
  const sizeRows = volume.rows.filter((row) => matchesUsage(row, kind.size))
  const operationRows = volume.rows.filter((row) => matchesUsage(row, kind.operations))
  const operations = averageOverWindow(quantityOf(operationRows), window)
  if (operations === undefined || operations > thresholds.maxIops.value) return []
  const cost = costOf(volume.rows)
  const extra = Math.max(0, operations - thresholds.included.value)
  const operationsCost = costOf(operationRows)
  const sizeAfterwards = share(costOf(sizeRows), kind.sizeRatio)
  const operationsAfterwards = operations > 0 ? share(operationsCost, (extra / operations) * kind.operationRatio) : '0'
  if (compare(cost, add(sizeAfterwards, operationsAfterwards)) <= 0) return []
  return [
    {
      location,
      part: 'storage',
      summary: `${nameOf(location)} pays ${monthly(operationsCost, location.currency)} for ${operations.toFixed(0)} provisioned IOPS. gp3 includes ${thresholds.included.value}.`,
      cost,
      saving: [
        beginWithCost('Cost in the window', cost, location.currency),
        subtractCost('Storage at the gp3 price', sizeAfterwards, location.currency),
        subtractCost('IOPS above those included, at the gp3 price', operationsAfterwards, location.currency),
        multiplyByShare('Estimate range', { low: 0.8, mid: 1, high: 1 }),
      ],
      confidence: 0.75,
      risk: 'medium',
      evidence: [
        { label: 'Provisioned IOPS', value: operations.toFixed(0), unit: 'IOPS' },
        { label: 'Meters', value: [...new Set(volume.rows.map((row) => row.meter))].join(', ') },
        { label: 'Included in gp3', value: String(thresholds.included.value), unit: 'IOPS' },
      ],
      steps: [
        'Check the latency your workload needs: io2 responds in under a millisecond, gp3 in single-digit milliseconds.',
        'Change the type to gp3 with the same IOPS while it runs. You can change back after six hours.',
      ],
    },
  ]
}

function costOf(rows: readonly ResourceUse[]): Decimal {
  return sum(rows.map((row) => row.effective))
}

/** Meters count GB-months and IOPS-months of calendar months: the mean over the window. */
function averageOverWindow(quantity: Decimal | null, window: FactWindow): number | undefined {
  return quantity === null ? undefined : toNumber(quantity) / calendarMonthsIn(window)
}
