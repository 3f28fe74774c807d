import { compare, toNumber } from '@kept/domain/decimal.ts'
import { defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { judgeMeasured } from './reading/judge-measured.ts'
import { loadEvidence } from './reading/load-words.ts'
import { metricPermissions } from './reading/permissions.ts'
import { says } from './reading/says.ts'
import { onDemandCost, quantityOf } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const reserved = /VolumeP-IOPS|RDS:PIOPS(?!-)|PIOPS\b(?!-Storage)|IOPS-Mo|Provisioned IOPS(?! Storage)/i

const thresholds = {
  used: {
    words: 'Reserved operations in use, highest',
    value: 50,
    unit: '% at most',
    source: 'AWS Compute Optimizer: over-provisioned EBS volumes',
  },
  headroom: {
    words: 'Room left above the highest',
    value: 30,
    unit: '%',
    source: 'AWS Compute Optimizer: 30 % headroom for disks',
  },
  days: { words: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Disk operations that are reserved and never used. */
export const diskPerformanceUnused = defineRule({
  id: 'disk-performance-unused',
  title: 'Reserved disk operations nobody uses',
  explains:
    'Operations per second were reserved for this disk, by the month, and it has never come near them. They can be lowered while it runs.',
  noun: { one: 'disk with reserved operations', many: 'disks with reserved operations' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use', 'resource_metric'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [...metricPermissions, 'ec2:DescribeVolumes'],
  judge(facts, context) {
    const { window, monthly } = context
    return judgeMeasured(
      facts,
      context,
      {
        matches: (row) => says(row, reserved),
        metrics: ['disk_ops'],
        days: thresholds.days.value,
        missing: 'metric of disk operations',
        many: 'disks with reserved operations',
      },
      ({ place, rows }, { disk_ops: ops }) => {
        const quantity = quantityOf(rows)
        if (quantity === null) return 'unknown'
        // IOPS-months of the window, as if the month had thirty days.
        const provisioned = (toNumber(quantity) * 30) / Math.max(1, window.days)
        const paid = onDemandCost(rows)
        if (provisioned <= 0 || compare(paid, '0') <= 0) return undefined
        const used = ops.most / provisioned
        if (used * 100 > thresholds.used.value) return undefined
        const kept = used * (1 + thresholds.headroom.value / 100)
        return {
          place,
          part: 'operations',
          summary: `${nameOf(place)} reserves ${provisioned.toFixed(0)} operations a second and never used more than ${ops.most.toFixed(0)}; they cost ${monthly(paid, place.currency)}.`,
          cost: paid,
          saving: shareOfCost(
            { label: 'On-demand cost in the window', amount: paid, currency: place.currency },
            'Share of the operations that are not needed',
            { low: (1 - kept) * 0.8, mid: 1 - kept, high: 1 - kept },
          ),
          confidence: 0.85,
          evidence: [
            { label: 'Reserved operations', value: provisioned.toFixed(0), unit: 'a second' },
            { label: 'Share in use at the highest', value: percent(used) },
            ...loadEvidence(ops, 'disk_ops'),
          ],
          steps: [
            `Lower them to about ${Math.ceil(provisioned * kept)}: aws ec2 modify-volume --volume-id <id> --iops <number> (once in six hours).`,
            'gp3 includes 3,000 operations for nothing.',
          ],
        }
      },
    )
  },
})
