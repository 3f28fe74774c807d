/** Databases, caches and data warehouses. */
import { environmentOf } from '../../../rules/reading/environment-of.ts'
import { type InventoryCheck, isAtLeast, isFlag } from '../inventory-check.ts'
import { kinds } from './kinds.ts'

/** AWS Security Hub RDS.11. */
const BACKUP_DAYS = 7

export const databaseChecks: readonly InventoryCheck[] = [
  {
    id: 'database-not-public',
    title: 'Databases are not open to the internet',
    severity: 'critical',
    kind: kinds.database,
    ...isFlag('public', false),
  },
  {
    id: 'database-encrypted',
    title: 'Databases are encrypted',
    severity: 'high',
    kind: kinds.database,
    ...isFlag('encrypted'),
  },
  {
    id: 'database-backed-up',
    title: `Databases retain backups for at least ${BACKUP_DAYS} days`,
    severity: 'high',
    kind: kinds.database,
    ...isAtLeast('backup_retention_days', BACKUP_DAYS),
  },
  {
    id: 'database-deletion-protected',
    title: 'Databases are protected from deletion',
    severity: 'medium',
    kind: kinds.database,
    ...isFlag('deletion_protection'),
  },
  {
    id: 'database-minor-upgrades',
    title: 'Databases install minor upgrades by themselves',
    severity: 'low',
    kind: kinds.database,
    ...isFlag('auto_minor_version_upgrade'),
  },
  {
    id: 'production-database-zones',
    title: 'Production databases run in more than one zone',
    severity: 'medium',
    kind: kinds.database,
    appliesTo: ({ tags, name }) => environmentOf(tags, [name])?.production === true,
    ...isFlag('multi_az'),
  },
  {
    id: 'cache-encrypted',
    title: 'Caches are encrypted in transit',
    severity: 'medium',
    kind: kinds.cache,
    ...isFlag('transit_encrypted'),
  },
  {
    id: 'warehouse-encrypted',
    title: 'Data warehouses are encrypted',
    severity: 'high',
    kind: kinds.warehouse,
    ...isFlag('encrypted'),
  },
  {
    id: 'warehouse-not-public',
    title: 'Data warehouses are not open to the internet',
    severity: 'critical',
    kind: kinds.warehouse,
    ...isFlag('public', false),
  },
]
