/** What a live connection reads, in units: one connection, account, region and dataset. */
import * as z from 'zod'

/** One per service, so that a missing permission for databases does not stop the reading of instances. */
const syncDatasets = [
  'ec2',
  'elb',
  'autoscaling',
  'rds',
  'lambda',
  'dynamodb',
  'ecs',
  'eks',
  'logs',
  's3',
  // Of Azure and Google Cloud.
  'compute',
  'network',
  'databases',
  'storage',
  'apps',
  'clusters',
  // What security checks read, of several clouds: each has a permission of its own.
  'identity',
  'firewalls',
  'keys',
  'secrets',
  'certificates',
  'repositories',
  'trails',
  'caches',
  'warehouses',
  'queues',
  'images',
  // Of several clouds: what only some customers have, each with a permission of its own.
  'streams',
  'endpoints',
  'gateways',
  'tables',
  // Of a Kubernetes cluster.
  'nodes',
  'workloads',
  'containers',
  'volumes',
  // Reservations and savings plans, with how much of them is used.
  'commitments',
  // List prices of what the inventory has.
  'prices',
  'metrics',
  // Who started, stopped and changed what.
  'activity',
  // A month of a folder of exports, or of the cost reports of a cloud; its region is the month, such as 2026-01.
  'exports',
] as const
export const syncDatasetSchema = z.enum(syncDatasets)
export type SyncDataset = z.infer<typeof syncDatasetSchema>

const syncStates = [
  'new',
  'checking',
  'ready',
  'running',
  'complete',
  'partial',
  'throttled',
  'denied',
  'not_enabled',
  'disabled',
] as const
export const syncStateSchema = z.enum(syncStates)
export type SyncState = z.infer<typeof syncStateSchema>

export const syncUnitSchema = z.object({
  id: z.uuid(),
  account_id: z.string(),
  account_name: z.string(),
  /** "global" for what has no region. */
  region: z.string(),
  dataset: syncDatasetSchema,
  state: syncStateSchema,
  /** Why it is partial, throttled or denied; '' otherwise. */
  reason: z.string(),
  /** The permission that is missing, such as "ec2:DescribeVolumes"; '' otherwise. */
  missing_action: z.string(),
  /** Resources listed so far in this pass, or in the last complete one. */
  resources: z.int(),
  /** When a throttled unit may be read again. */
  throttled_until: z.iso.datetime().nullable(),
  completed_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
})
export type SyncUnit = z.infer<typeof syncUnitSchema>

export const globalRegion = 'global'

/** Clouds renew these once a day, or charge for each key: they are not read again within the same day. */
export const dailyDatasets: readonly SyncDataset[] = ['commitments', 'keys', 'prices']
