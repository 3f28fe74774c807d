/**
 * What Kept may do to a resource, and undo. One interface for its users (loops, schedules of environments); one
 * implementation for each cloud. Nothing is done that was not planned, and a plan keeps how it was before.
 */
import * as z from 'zod'
import { type RemediationProvider, remediationProviders } from './remediation-provider.ts'

export const remediationProviderSchema = z.enum(remediationProviders)

/** Kinds of resources that are paused, stopped and scaled; each belongs to one provider and has the same name everywhere. */
const switchableKinds = [
  'lambda_function',
  'event_source_mapping',
  'sqs_queue',
  'auto_scaling_group',
  'ec2_instance',
  'ecs_service',
  'eks_node_group',
  'function_app',
  'virtual_machine',
  'vm_scale_set',
  'aks_node_pool',
  'cloud_run_service',
  'cloud_function',
  'instance_group',
  'compute_instance',
  'gke_node_pool',
  'deployment',
  'statefulset',
  'cronjob',
] as const
export type SwitchableKind = (typeof switchableKinds)[number]

/** Kinds that only recommendations change. */
const changeableKinds = [
  'ebs_volume',
  'elastic_ip',
  'ebs_snapshot',
  'load_balancer',
  'machine_image',
  'log_group',
  's3_bucket',
  'rds_instance',
  'redshift_cluster',
  'dynamodb_table',
  'managed_disk',
  'public_ip_address',
  'sql_database',
  'aks_cluster',
  'persistent_disk',
  'static_address',
  'cloud_sql_instance',
  'daemonset',
] as const
const remediationKinds = [...switchableKinds, ...changeableKinds] as const
const remediationKindSchema = z.enum(remediationKinds)
export type RemediationKind = (typeof remediationKinds)[number]

export const remediationTargetSchema = z.object({
  provider: remediationProviderSchema,
  kind: remediationKindSchema,
  /** As its cloud writes it: an ARN, an Azure resource id, `projects/p/zones/z/instances/i`, `namespace/name`. */
  id: z.string().min(1).max(2048),
  name: z.string().max(500),
  region: z.string().max(100).default(''),
  /** AWS account, Azure subscription, Google project, cluster; "" when unknown. */
  account: z.string().max(300).default(''),
  tags: z.record(z.string(), z.string()).default({}),
})
export type RemediationTarget = z.output<typeof remediationTargetSchema>

/**
 * `notify` changes nothing; `throttle` slows and can be undone; `scale` and `set_retention` need a size; `resize` needs a
 * setting, a size or requests. A `delete` makes a backup first.
 */
const remedySteps = [
  'notify',
  'throttle',
  'stop',
  'start',
  'scale',
  'resize',
  'delete',
  'release',
  'archive',
  'set_retention',
  'set_lifecycle',
  'set_on_demand',
] as const
export const remedyStepSchema = z.enum(remedySteps)
export type RemedyStep = (typeof remedySteps)[number]

/** What a container of a workload is to request, as Kubernetes writes it: "250m", "512Mi". */
const containerRequestsSchema = z.object({
  container: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be the name of a container'),
  cpu: z.string().regex(/^\d+[mun]?$/, 'must be an amount of CPU such as 250m'),
  memory: z.string().regex(/^\d+([kMGT]|[KMGT]i|m)?$/, 'must be an amount of memory such as 512Mi'),
})
export type ContainerRequests = z.output<typeof containerRequestsSchema>

const remediationOrderSchema = z.object({
  target: remediationTargetSchema,
  step: remedyStepSchema,
  /** Of `scale`: instances, replicas, tasks, nodes, concurrent runs. Of `set_retention`: days. Of a function's `resize`: MB. */
  size: z.int().min(0).max(100_000).optional(),
  /** Of `resize`: the new type, such as gp3 or m5.large; of a container service, CPU units and MiB (512-1024). */
  setting: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/, 'must be a type such as gp3 or m5.large')
    .optional(),
  /** Of a workload's `resize`. */
  container_requests: containerRequestsSchema.optional(),
})
export type RemediationOrder = z.output<typeof remediationOrderSchema>

/** A request as it would be sent; credentials are added when it is, and never kept. */
export const plannedRequestSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.url(),
  /** "" for none. */
  body: z.string().default(''),
  headers: z.record(z.string(), z.string()).default({}),
})
export type PlannedRequest = z.output<typeof plannedRequestSchema>

/** How a resource is set, as far as Kept would change it. */
const resourceStateSchema = z.record(z.string(), z.json())
export type ResourceState = z.output<typeof resourceStateSchema>

/** The wait before a deletion: the resource is marked now, and deleted when the wait has ended. */
const gracePeriodSchema = z.object({
  days: z.int(),
  /** An instant in UTC. Of a dry run, as if it were carried out at once. */
  delete_after: z.iso.datetime(),
  /** The value of the mark: the instant of `delete_after`, in characters that every cloud allows. */
  mark: z.string(),
  /** What was registered behind the resource when it was marked; see `DeletionMark`. */
  usage: z.string().optional(),
  /** Those that set the mark. */
  requests: z.array(plannedRequestSchema),
})

/** A dry run: read, compared, put into words; nothing is changed. */
const remediationPlanSchema = z.object({
  order: remediationOrderSchema,
  /** What would happen, in one sentence. */
  description: z.string(),
  /** What the undo would do, in one sentence. */
  undo_description: z.string(),
  before: resourceStateSchema,
  after: resourceStateSchema,
  /** In the order in which they would be sent; none when it is so already. */
  requests: z.array(plannedRequestSchema),
  permissions: z.array(z.string()),
  /** Of a deletion in AWS: the account it was planned in, as AWS says it. It is carried out and undone in no other. */
  account_number: z.string().optional(),
  /**
   * Of a deletion by a name that can be given again: what the cloud calls this very resource. Another one with its name is
   * not deleted.
   */
  identity: z.string().optional(),
  /** What an undo does not restore, and what it costs; absent where it restores everything. */
  undo_price: z.string().optional(),
  /** Absent where nothing is deleted, or at once. */
  grace: gracePeriodSchema.optional(),
})
export type RemediationPlan = z.output<typeof remediationPlanSchema>

/** That it was done: enough to undo it, whatever became of the process that did it. */
const remediationReceiptSchema = z.object({
  order: remediationOrderSchema,
  before: resourceStateSchema,
  after: resourceStateSchema,
  applied_at: z.iso.datetime(),
})
export type RemediationReceipt = z.output<typeof remediationReceiptSchema>

const verificationSchema = z.object({
  /** The resource is as planned. */
  verified: z.boolean(),
  message: z.string(),
})
type Verification = z.output<typeof verificationSchema>

const revertOutcomeSchema = z.object({
  /** False where it has been changed by others in the meantime: then it is left as it is. */
  undone: z.boolean(),
  message: z.string(),
})
type RevertOutcome = z.output<typeof revertOutcomeSchema>

/** The same by hand, for customers who give Kept no write permission: commands of the cloud's own tool. */
export const remediationScriptSchema = z.object({
  /** The tool that has to be signed in: aws, az, gcloud, kubectl. */
  tool: z.string(),
  /** First a command that shows the current state, so that it can be noted down; then the change. */
  run: z.string(),
  undo: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
})
export type RemediationScript = z.output<typeof remediationScriptSchema>

/** From one instant to another. */
export interface UseWindow {
  since: string
  until: string
}

/** The mark on a resource that waits to be deleted. Nothing else of the resource is changed by it. */
export interface DeletionMarks {
  /** Those that set this mark, or remove it (null). None where there is no such resource, or it is so already. */
  requests(mark: string | null, signal?: AbortSignal): Promise<PlannedRequest[]>
  /** Sends them, and waits until the cloud shows the mark. */
  write(mark: string | null, signal?: AbortSignal): Promise<void>
  /** The mark, and when something last used the resource, where the cloud says so; undefined without the resource. */
  read(signal?: AbortSignal): Promise<DeletionMark | undefined>
  /** Not while it is being deleted, which `read` takes for gone: a deletion can still fail. */
  isRemoved(signal?: AbortSignal): Promise<boolean>
  /**
   * The last use in this time that the resource itself does not say, such as of a volume in AWS, which its metrics do:
   * an instant, null for none. Throws where it cannot be read: then nothing may be deleted.
   */
  lastUse(window: UseWindow, signal?: AbortSignal): Promise<string | null>
}

export interface DeletionMark {
  mark: string | null
  /** An instant; null where the cloud does not say. */
  last_used_at: string | null
  /** What is registered to be served through it, such as the targets of a load balancer; absent where nothing can be. */
  usage?: string
}

/** How a deletion is controlled: what cannot be taken back is checked and recorded before it is sent. */
export interface DeletionControl {
  /** Called right before the request that deletes. It throws where nothing may be deleted any more. */
  beforeDelete(): Promise<void>
  /** The cloud has certainly refused that request. */
  onRefused(): Promise<void>
  /** A backup of an earlier attempt is used, and one that was made stays for the next attempt. */
  keepsBackup: boolean
}

export interface RemediationPort {
  readonly provider: RemediationProvider
  /** Reads how it is and says what would be done. Refuses (KeptError) what this kind of resource cannot. */
  plan(order: RemediationOrder, signal?: AbortSignal): Promise<RemediationPlan>
  /** Does what was planned, if it still is as it was when it was planned; `at` is an instant in UTC. */
  apply(
    plan: RemediationPlan,
    timestamp: string,
    signal?: AbortSignal,
    deletion?: DeletionControl,
  ): Promise<RemediationReceipt>
  /** Reads the resource again and compares it with the plan. */
  verify(receipt: RemediationReceipt, signal?: AbortSignal): Promise<Verification>
  /**
   * Restores the previous state, unless others have changed it in the meantime. Idempotent. With `keepsBackup`, the
   * backup of a resource that still exists is left alone: its deletion may still come about.
   */
  revert(receipt: RemediationReceipt, signal?: AbortSignal, options?: { keepsBackup: boolean }): Promise<RevertOutcome>
  /** Null where the order deletes nothing, or its cloud keeps what was deleted. */
  marksOf(order: RemediationOrder): DeletionMarks | null
}

/** What an organization lets Kept do in one account: a port that acts, or the reason why there are scripts only. */
type RemediationAccess = { port: RemediationPort; account: string } | { port: null; skip_reasons: string }

/** Whom to ask before anything is done; made for one organization. */
export interface RemediationRegistry {
  accessTo(target: RemediationTarget): Promise<RemediationAccess>
  /** Needs no rights and no network; null where this kind of resource has no such step. */
  scriptFor(order: RemediationOrder): RemediationScript | null
  /** The target of a resource id; null when Kept cannot act on it. */
  targetOf(resource: {
    id: string
    name: string
    region?: string
    tags?: Record<string, string>
  }): RemediationTarget | null
}
