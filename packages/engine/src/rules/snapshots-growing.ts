import { defineRule } from './define-rule.ts'
import { growingStock } from './reading/growing-stock.ts'

const snapshotMeter = /EBS:Snapshot|\bSnapshots?\b|ChargedBackupUsage|BackupUsage/i

const thresholds = {
  growth: {
    words: 'Growth of the daily cost, last week against first week',
    value: 0.1,
    unit: 'of the first week',
    source: 'Kept: a stock with a retention rule is level after its retention time',
  },
  rising: {
    words: 'Days on which it did not fall',
    value: 0.9,
    unit: 'of days',
    source: 'Kept: deletions by a retention rule show as days of falling cost',
  },
} as const

/** Snapshots and backups that are only ever added. */
export const snapshotsGrowing = defineRule({
  id: 'snapshots-growing',
  title: 'Snapshots that only ever grow',
  explains:
    'Snapshots without an end date pile up: nobody deletes them, and each month costs more than the one before. A retention rule keeps what is needed and lets the rest go.',
  noun: { one: 'place with snapshots', many: 'places with snapshots' },
  appliesTo: ['aws', 'azure', 'gcp', 'oci'],
  needs: ['meter_day'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  permissions: [],
  judge({ meter_day }, context) {
    const rows = meter_day.filter(({ meter, description }) => snapshotMeter.test(`${meter} ${description}`))
    return growingStock(rows, context, thresholds, {
      what: 'Snapshots',
      steps: [
        'List the snapshots by age and by whether their volume still exists.',
        'Agree how long each kind must be kept, then let a lifecycle policy delete the rest (AWS Data Lifecycle Manager, Azure Backup policy, Google snapshot schedule).',
        'Move what the law asks to keep to the archive tier.',
      ],
    })
  },
})
