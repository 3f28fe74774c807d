/** Volumes, snapshots, buckets, tables, queues and logs. */
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type InventoryCheck, isAtLeast, isFlag, isValue, isYoungerThan } from '../inventory-check.ts'
import { kinds } from './kinds.ts'

const UNATTACHED_DAYS = 30
const SNAPSHOT_DAYS = 365
/** Less than the time in which most intrusions are discovered. */
const MIN_LOG_DAYS = 90

/** A number of days, or "never" where there is no end. */
function isDays(name: string, isExpected: (days: number) => boolean) {
  return isValue(name, (value) => {
    if (value === 'never') return isExpected(Number.POSITIVE_INFINITY)
    return /^\d+$/.test(value) ? isExpected(Number(value)) : undefined
  })
}

export const storageChecks: readonly InventoryCheck[] = [
  {
    id: 'volume-encrypted',
    title: 'Volumes are encrypted',
    severity: 'high',
    kind: kinds.volume,
    ...isFlag('encrypted'),
  },
  {
    id: 'volume-not-long-unattached',
    title: `No volume is unattached for more than ${UNATTACHED_DAYS} days`,
    severity: 'low',
    kind: kinds.volume,
    requires: 'since when it is unattached',
    evaluate({ state, state_since, state_seen_since, created_on, relations }, { today }) {
      if (relations.length > 0 || /in-use|attached$/.test(state.replace('unattached', ''))) return true
      if (!/available|unattached/.test(state)) return undefined
      if (state_since !== '') return daysBetween(state_since, today) <= UNATTACHED_DAYS
      // Since its creation at most. An older volume may have been attached until yesterday.
      if (created_on !== '' && daysBetween(created_on, today) <= UNATTACHED_DAYS) return true
      const isLong = state_seen_since !== '' && daysBetween(state_seen_since, today) > UNATTACHED_DAYS
      return isLong ? false : undefined
    },
  },
  {
    id: 'snapshot-encrypted',
    title: 'Snapshots are encrypted',
    severity: 'medium',
    kind: kinds.snapshot,
    ...isFlag('encrypted'),
  },
  {
    id: 'snapshot-not-public',
    title: 'Snapshots are not public',
    severity: 'critical',
    kind: kinds.snapshot,
    ...isFlag('public', false),
  },
  {
    id: 'snapshot-recent',
    title: 'Snapshots are younger than a year',
    severity: 'low',
    kind: kinds.snapshot,
    ...isYoungerThan(SNAPSHOT_DAYS),
  },
  {
    id: 'bucket-not-public',
    title: 'Buckets are not public',
    severity: 'critical',
    kind: kinds.bucket,
    ...isFlag('public', false),
  },
  {
    id: 'bucket-encrypted',
    title: 'Buckets are encrypted',
    severity: 'medium',
    kind: kinds.bucket,
    ...isFlag('encrypted'),
  },
  {
    id: 'bucket-versioned',
    title: 'Buckets retain earlier versions of objects',
    severity: 'low',
    kind: kinds.bucket,
    ...isFlag('versioning'),
  },
  {
    id: 'bucket-lifecycle',
    title: 'Buckets have a lifecycle rule',
    severity: 'low',
    kind: kinds.bucket,
    ...isAtLeast('lifecycle_rules', 1),
  },
  {
    id: 'bucket-access-logged',
    title: 'Access to buckets is logged',
    severity: 'low',
    kind: kinds.bucket,
    ...isFlag('access_logging'),
  },
  {
    id: 'table-encrypted',
    title: 'Tables are encrypted with a managed key',
    severity: 'low',
    kind: kinds.table,
    ...isFlag('encrypted'),
  },
  {
    id: 'table-deletion-protected',
    title: 'Tables are protected from deletion',
    severity: 'medium',
    kind: kinds.table,
    ...isFlag('deletion_protection'),
  },
  {
    id: 'queue-encrypted',
    title: 'Queues are encrypted',
    severity: 'low',
    kind: kinds.queue,
    ...isFlag('encrypted'),
  },
  {
    id: 'log-retention-limited',
    title: 'Logs are not stored forever',
    severity: 'low',
    kind: kinds.logGroup,
    ...isDays('retention_days', (days) => days < Number.POSITIVE_INFINITY),
  },
  {
    id: 'log-retention-long-enough',
    title: `Logs are stored for at least ${MIN_LOG_DAYS} days`,
    severity: 'medium',
    kind: kinds.logGroup,
    ...isDays('retention_days', (days) => days >= MIN_LOG_DAYS),
  },
  {
    id: 'log-encrypted',
    title: 'Logs are encrypted with a key of the customer',
    severity: 'low',
    kind: kinds.logGroup,
    ...isFlag('encrypted'),
  },
]
