/** What the Integration Center shows of a live connection. */
import * as z from 'zod'
import { accessMethods } from '../access-method.ts'
import { connectionKinds } from '../connection-kind.ts'
import { decimalSchema } from '../money.ts'
import { syncDatasetSchema, syncStateSchema } from './unit.ts'

const capabilitySchema = z.object({
  dataset: z.union([syncDatasetSchema, z.literal('accounts')]),
  unlocks: z.string(),
  state: z.enum(['complete', 'missing']),
  actions: z.array(z.string()),
  missing: z.array(z.string()),
  /** The statement to add to the policy, as JSON; '' when nothing is missing. */
  statement: z.string(),
  reason: z.string(),
})

export const syncRunSchema = z.object({
  id: z.uuid(),
  /** "schedule", or who started it. */
  started_by: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  units: z.int(),
  complete_units: z.int(),
  resources: z.int(),
  removed: z.int(),
  points: z.int(),
  /** Requests sent to the cloud. */
  requests: z.int(),
  /** What the cloud charges for them, in US dollars, at list price. */
  api_cost: decimalSchema,
  error: z.string(),
})
export type SyncRun = z.infer<typeof syncRunSchema>

const connectionStateSchema = z.enum(['new', 'connected', 'syncing', 'action_needed', 'paused'])
type ConnectionState = z.infer<typeof connectionStateSchema>

export const syncConnectionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(connectionKinds),
  name: z.string(),
  /** What Kept signs in to, without secrets: the regions, the tenant, the service account, the API server. */
  location: z.string(),
  state: connectionStateSchema,
  account_id: z.string(),
  role_arn: z.string(),
  /** Made by Kept; the trust policy of the role names it. */
  external_id: z.string(),
  regions: z.array(z.string()),
  /** The folder of scheduled exports, such as s3://bucket/path/; '' for a cloud. */
  export_address: z.string(),
  /** How it signs in; null before there are credentials, for a simulated cloud and for a folder of exports. */
  access_method: z.enum(accessMethods).nullable(),
  /** When its credentials were stored. */
  access_changed_at: z.iso.datetime().nullable(),
  capabilities: z.array(capabilitySchema),
  checked_at: z.iso.datetime().nullable(),
  error: z.string(),
  paused_at: z.iso.datetime().nullable(),
  next_run_at: z.iso.datetime(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  accounts: z.int(),
  resources: z.int(),
  /** How many units are in each state. */
  units: z.partialRecord(syncStateSchema, z.int()),
  last_run: syncRunSchema.nullable(),
  /** What API calls may cost in a calendar month, in US dollars, and what they have cost in this one. */
  api_cost_limit: decimalSchema,
  api_cost_this_month: decimalSchema,
})
export type SyncConnection = z.infer<typeof syncConnectionSchema>

/** What the card and the page say first. */
export function connectionState({
  paused_at,
  error,
  capabilities,
  last_run,
  checked_at,
}: Pick<SyncConnection, 'paused_at' | 'error' | 'capabilities' | 'last_run' | 'checked_at'>): ConnectionState {
  if (paused_at !== null) return 'paused'
  if (error !== '') return 'action_needed'
  if (last_run !== null && last_run.finished_at === null) return 'syncing'
  if (checked_at === null) return 'new'
  if (capabilities.some(({ state }) => state === 'missing')) return 'action_needed'
  return 'connected'
}
