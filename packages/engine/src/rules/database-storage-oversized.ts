import { defineRule } from './define-rule.ts'
import { multiplyByShare, shareOfCost } from './reading/calculation.ts'
import { judgeMeasured } from './reading/judge-measured.ts'
import { loadEvidence } from './reading/load-words.ts'
import { metricPermissions } from './reading/permissions.ts'
import { says } from './reading/says.ts'
import { nameOf, percent } from './reading/words.ts'

const thresholds = {
  used: {
    words: 'Storage in use, highest',
    value: 40,
    unit: '% at most',
    source: 'Kept: less than half, with years of growth left',
  },
  headroom: {
    words: 'Room left above it',
    value: 30,
    unit: '%',
    source: 'AWS Compute Optimizer: 30 % headroom for disks',
  },
  days: { words: 'Days measured', value: 14, unit: 'days', source: 'AWS Compute Optimizer: 14 days' },
} as const

/** Databases with storage they will not fill for years. */
export const databaseStorageOversized = defineRule({
  id: 'database-storage-oversized',
  title: 'Database storage that stays empty',
  explains:
    'Storage of a database is paid as it is allocated, not as it is filled, and most of this one is empty. It cannot shrink in place: a copy into a smaller one, or storage that grows by itself, ends it.',
  noun: { one: 'database', many: 'databases' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use', 'resource_metric'],
  thresholds,
  effort: 'high',
  risk: 'medium',
  reversible: false,
  permissions: metricPermissions,
  judge(facts, context) {
    const { monthly } = context
    return judgeMeasured(
      facts,
      context,
      {
        matches: (row) =>
          says(
            row,
            /RDS:(?:GP[23]|PIOPS|Multi-AZ-GP[23])-Storage|Data Stored|Cloud SQL.*storage|Aurora:StorageUsage/i,
          ) && /SQL|Database|RDS|Aurora/i.test(`${row.service} ${row.meter}`),
        metrics: ['disk_utilization'],
        days: thresholds.days.value,
        missing: 'metric of storage in use',
        many: 'databases',
      },
      ({ place, effective }, { disk_utilization: used }) => {
        if (used.most > thresholds.used.value) return undefined
        const kept = (used.most / 100) * (1 + thresholds.headroom.value / 100)
        return {
          place,
          part: 'storage',
          summary: `${nameOf(place)} fills at most ${used.most.toFixed(0)} % of its storage, which costs ${monthly(effective, place.currency)}; ${percent(kept)} of it would be enough.`,
          cost: effective,
          saving: [
            ...shareOfCost(
              { label: 'Cost in the window', amount: effective, currency: place.currency },
              'Share of it that is not needed',
              1 - kept,
            ),
            multiplyByShare('Share of that which can be given back', { low: 0.5, mid: 0.9, high: 1 }),
          ],
          confidence: 0.7,
          evidence: loadEvidence(used, 'disk_utilization'),
          steps: [
            'Make a smaller copy: a blue/green deployment with less storage (RDS), or dump and restore.',
            'Switch on storage that grows by itself, so that nobody has to guess again.',
          ],
        }
      },
    )
  },
})
