import { multiplyByShare, shareOfCost } from './reading/calculation.ts'
import { defineMeasuredRule } from './reading/define-measured-rule.ts'
import { loadEvidence } from './reading/format-load.ts'
import { nameOf, percent } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { metricPermissions } from './reading/permissions.ts'

const thresholds = {
  used: {
    label: 'Storage used, peak',
    value: 40,
    unit: '% or less',
    source: 'Kept: under half, with years of growth left',
  },
  headroom: {
    label: 'Headroom',
    value: 30,
    unit: '%',
    source: 'AWS Compute Optimizer: 30% headroom for volumes',
  },
  days: { label: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Databases with storage they will not fill for years. */
export const databaseStorageOversized = defineMeasuredRule({
  id: 'database-storage-oversized',
  title: 'Oversized database storage',
  description:
    'Database storage is billed as allocated, not as used, and most of this allocation is empty. It cannot shrink in place: move to a smaller copy, or use storage that scales automatically.',
  noun: { singular: 'database', plural: 'databases' },
  providers: ['aws', 'azure', 'gcp'],
  thresholds,
  effort: 'high',
  risk: 'medium',
  reversible: false,
  permissions: metricPermissions,
  types: ['Database'],
  matches: (row) =>
    matchesUsage(
      row,
      /RDS:(?:GP[23]|PIOPS|Multi-AZ-GP[23])-Storage|Data Stored|Cloud SQL.*storage|Aurora:StorageUsage/i,
    ) && /SQL|Database|RDS|Aurora/i.test(`${row.service} ${row.meter}`),
  metrics: ['disk_utilization'],
  missing: 'storage metrics',
  evaluateResource({ location, effective }, { disk_utilization: used }, { monthly }) {
    if (used.max > thresholds.used.value) return undefined
    const neededShare = (used.max / 100) * (1 + thresholds.headroom.value / 100)
    return {
      location,
      part: 'storage',
      summary: `${nameOf(location)} uses at most ${used.max.toFixed(0)}% of its storage, which costs ${monthly(effective, location.currency)}. Reduce it to ${percent(neededShare)}.`,
      cost: effective,
      saving: [
        ...shareOfCost(
          { label: 'Cost in the window', amount: effective, currency: location.currency },
          'Share not needed',
          1 - neededShare,
        ),
        multiplyByShare('Share of that you can release', { low: 0.5, mid: 0.9, high: 1 }),
      ],
      confidence: 0.7,
      evidence: loadEvidence(used, 'disk_utilization'),
      steps: [
        'Create a smaller copy: a blue/green deployment with less storage (RDS), or dump and restore.',
        'Turn on storage autoscaling.',
      ],
    }
  },
})
