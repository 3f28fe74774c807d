import { compare, toNumber } from '@kept/foundation/decimal.ts'
import { shareOfCost } from './reading/calculation.ts'
import { defineMeasuredRule } from './reading/define-measured-rule.ts'
import { loadEvidence } from './reading/format-load.ts'
import { nameOf, percent } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { metricPermissions } from './reading/permissions.ts'
import { mainRow, onDemandCost, quantityOf } from './reading/usage-by-resource.ts'

const reserved = /VolumeP-IOPS|RDS:PIOPS(?!-)|PIOPS\b(?!-Storage)|IOPS-Mo|Provisioned IOPS(?! Storage)/i

const thresholds = {
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
  matches: (row) => matchesUsage(row, reserved),
  metrics: ['disk_ops'],
  missing: 'disk IOPS metrics',
  evaluateResource({ location, rows }, { disk_ops: ops }, { window, monthly }) {
    const quantity = quantityOf(rows)
    if (quantity === null) return 'unknown'
    // IOPS-months of the window, as if the month had thirty days; Azure bills IOPS by the hour.
    const slots = /hour|hrs?\b/i.test(mainRow(rows).pricing_unit) ? window.days * 24 : window.days / 30
    const provisioned = toNumber(quantity) / Math.max(slots, 1 / 30)
    const paid = onDemandCost(rows)
    if (provisioned <= 0 || compare(paid, '0') <= 0) return undefined
    const used = ops.max / provisioned
    if (used * 100 > thresholds.used.value) return undefined
    const neededShare = used * (1 + thresholds.headroom.value / 100)
    return {
      location,
      part: 'operations',
      summary: `${nameOf(location)} has ${provisioned.toFixed(0)} provisioned IOPS, never used more than ${ops.max.toFixed(0)}, and pays ${monthly(paid, location.currency)} for them.`,
      cost: paid,
      saving: shareOfCost(
        { label: 'On-demand cost in the window', amount: paid, currency: location.currency },
        'Share of IOPS not needed',
        { low: (1 - neededShare) * 0.8, mid: 1 - neededShare, high: 1 - neededShare },
      ),
      confidence: 0.85,
      evidence: [
        { label: 'Provisioned IOPS', value: provisioned.toFixed(0), unit: 'IOPS' },
        { label: 'Share used at peak', value: percent(used) },
        ...loadEvidence(ops, 'disk_ops'),
      ],
      steps: [
        `Lower them to about ${Math.ceil(provisioned * neededShare)}: aws ec2 modify-volume --volume-id <id> --iops <number> (once every six hours).`,
        'gp3 includes 3,000 IOPS at no extra cost.',
      ],
    }
  },
})
