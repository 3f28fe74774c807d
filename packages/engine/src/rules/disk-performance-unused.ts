import { compare, toNumber } from '@kept/foundation/decimal.ts'
import { shareOfCost } from './reading/calculation.ts'
import { defineMeasuredRule } from './reading/define-measured-rule.ts'
import { loadEvidence } from './reading/format-load.ts'
import { nameOf, percent } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { metricPermissions } from './reading/permissions.ts'
import { mainRow, onDemandCost, quantityOf } from './reading/usage-by-resource.ts'

const reserved = /VolumeP-IOPS|RDS:PIOPS(?!-)|PIOPS\b(?!-Storage)|IOPS-Mo|Provisioned IOPS(?! Storage)/i

/** RDS includes 3,000 or 12,000 IOPS of gp3, by the size of the storage, which the line of the bill does not say. */
const unclear = /RDS:.*GP3|GP3-PIOPS/i
/** Bills only what exceeds the included IOPS; every other type bills all of them. */
const partlyIncluded = /gp3|Premium|Hyperdisk Balanced/i

const thresholds = {
  included: {
    label: 'IOPS included at no extra cost (gp3, Premium SSD v2, Hyperdisk Balanced)',
    value: 3000,
    unit: 'IOPS',
    source: 'AWS, Microsoft and Google: price lists of disks',
  },
  used: {
    label: 'Provisioned IOPS used, peak',
    value: 50,
    unit: '% or less',
    source: 'AWS Compute Optimizer: over-provisioned EBS volumes',
  },
  headroom: {
    label: 'Headroom above the peak',
    value: 30,
    unit: '%',
    source: 'AWS Compute Optimizer: 30% headroom for volumes',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Disk operations that are reserved and never used. */
export const diskPerformanceUnused = defineMeasuredRule({
  id: 'disk-performance-unused',
  title: 'Unused provisioned IOPS',
  description: 'This disk pays for more IOPS than it ever uses. You can lower them while it is in use.',
  noun: { singular: 'disk with provisioned IOPS', plural: 'disks with provisioned IOPS' },
  providers: ['aws', 'azure', 'gcp'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [...metricPermissions, 'ec2:DescribeVolumes'],
  types: ['Volume', 'Database'],
  matches: (row) => matchesUsage(row, reserved) && !matchesUsage(row, unclear),
  metrics: ['disk_ops'],
  missing: 'disk IOPS metrics',
  evaluateResource({ location, rows }, { disk_ops: ops }, { window, monthly }) {
    const quantity = quantityOf(rows)
    if (quantity === null) return 'unknown'
    // IOPS-months of the window, as if the month had thirty days; Azure bills IOPS by the hour.
    const slots = /hour|hrs?\b/i.test(mainRow(rows).pricing_unit) ? window.days * 24 : window.days / 30
    const billed = toNumber(quantity) / Math.max(slots, 1 / 30)
    const paid = onDemandCost(rows)
    if (billed <= 0 || compare(paid, '0') <= 0) return undefined
    const included = rows.some((row) => matchesUsage(row, partlyIncluded)) ? thresholds.included.value : 0
    const provisioned = billed + included
    const used = ops.max / provisioned
    if (used * 100 > thresholds.used.value) return undefined
    const needed = Math.max(included, ops.max * (1 + thresholds.headroom.value / 100))
    const neededShare = (needed - included) / billed
    return {
      location,
      part: 'operations',
      summary: `${nameOf(location)} has ${provisioned.toFixed(0)} provisioned IOPS, never used more than ${ops.max.toFixed(0)}, and pays ${monthly(paid, location.currency)} for ${included > 0 ? `those above ${included}` : 'them'}.`,
      cost: paid,
      saving: shareOfCost(
        { label: 'On-demand cost in the window', amount: paid, currency: location.currency },
        'Share of IOPS not needed',
        { low: (1 - neededShare) * 0.8, mid: 1 - neededShare, high: 1 - neededShare },
      ),
      confidence: 0.85,
      evidence: [
        { label: 'Provisioned IOPS', value: provisioned.toFixed(0), unit: 'IOPS' },
        ...(included > 0 ? [{ label: 'Of them included', value: String(included), unit: 'IOPS' }] : []),
        { label: 'Share used at peak', value: percent(used) },
        ...loadEvidence(ops, 'disk_ops'),
      ],
      steps: [
        `Lower them to about ${Math.ceil(needed)}: aws ec2 modify-volume --volume-id <id> --iops <number> (once every six hours).`,
        'gp3 includes 3,000 IOPS at no extra cost.',
      ],
    }
  },
})
