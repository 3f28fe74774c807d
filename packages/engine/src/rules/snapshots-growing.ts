import { defineRule } from './define-rule.ts'
import { growingStock } from './reading/growing-stock.ts'

const snapshotMeter = /EBS:Snapshot|\bSnapshots?\b|ChargedBackupUsage|BackupUsage/i

const thresholds = {
  growth: {
    label: 'Growth in daily cost, last week vs. first week',
    value: 0.1,
    unit: 'of the first week',
    source: 'Kept: with a retention rule, growth stops after the retention period',
  },
  rising: {
    label: 'Days without a decrease',
    value: 0.9,
    unit: 'of days',
    source: 'Kept: deletions by a retention rule show as days with lower cost',
  },
} as const

/** Snapshots and backups that are only ever added. */
export const snapshotsGrowing = defineRule({
  id: 'snapshots-growing',
  title: 'Growing snapshots',
  description:
    'Snapshots without an expiration date pile up, and each month costs more than the last. A retention rule keeps what you need and deletes the rest.',
  noun: { singular: 'account and region with snapshots', plural: 'accounts and regions with snapshots' },
  providers: ['aws', 'azure', 'gcp', 'oci'],
  needs: ['meter_day'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  permissions: [],
  evaluate({ meter_day }, context) {
    const rows = meter_day.filter(({ meter, description }) => snapshotMeter.test(`${meter} ${description}`))
    return growingStock(rows, context, thresholds, {
      subject: 'Snapshots',
      steps: [
        'List the snapshots by age and check whether their volumes still exist.',
        'Agree on a retention period for each kind, then let a lifecycle policy delete the rest (AWS Data Lifecycle Manager, Azure Backup policy, Google snapshot schedule).',
        'Move what you must keep by law to the archive tier.',
      ],
    })
  },
})
