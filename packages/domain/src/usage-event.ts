/** One activity of a person or a program in a development environment: the only evidence that it is used. */
import { keysOf } from '@kept/foundation/keys.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import * as z from 'zod'
import { zoneSchema } from './work-calendar.ts'

/**
 * Whether an activity is a person's. A processor that is busy is not: agents, garbage collectors and health checks
 * keep every forgotten machine warm.
 */
const activities = {
  ide_session: { counts: true, description: 'an editor was connected' },
  ssh_session: { counts: true, description: 'a remote shell was open' },
  terminal_session: { counts: true, description: 'a terminal was in use' },
  build: { counts: true, description: 'a build ran' },
  test_run: { counts: true, description: 'tests were run' },
  deploy: { counts: true, description: 'a deployment ran' },
  commit: { counts: true, description: 'code was pushed' },
  pipeline: { counts: true, description: 'a pipeline ran for a commit' },
  http_request: { counts: true, description: 'a person opened the application' },
  api_call: { counts: true, description: 'a person changed it through its control plane' },
  automation: { counts: false, description: 'a program used it, without a person' },
  scheduled_job: { counts: false, description: 'a scheduled job ran' },
  health_check: { counts: false, description: 'a health check ran' },
  resource_sample: { counts: false, description: 'its load was measured' },
  environment_created: { counts: false, description: 'it was created' },
  environment_started: { counts: false, description: 'it was started' },
  environment_stopped: { counts: false, description: 'it was stopped' },
  environment_deleted: { counts: false, description: 'it was deleted' },
} as const satisfies Record<string, { counts: boolean; description: string }>

export type ActivityType = keyof typeof activities
const activityTypes = keysOf(activities)

/** Words other tools use for the same thing. */
const synonyms: Record<string, ActivityType> = {
  ide: 'ide_session',
  coding: 'ide_session',
  editing: 'ide_session',
  debug: 'ide_session',
  debugging: 'ide_session',
  vscode: 'ide_session',
  jetbrains: 'ide_session',
  ssh: 'ssh_session',
  shell: 'ssh_session',
  login: 'ssh_session',
  terminal: 'terminal_session',
  exec: 'terminal_session',
  test: 'test_run',
  testing: 'test_run',
  deployment: 'deploy',
  code_commit: 'commit',
  git_commit: 'commit',
  git_push: 'commit',
  push: 'commit',
  ci: 'pipeline',
  ci_job: 'pipeline',
  workflow: 'pipeline',
  http: 'http_request',
  browser: 'http_request',
  api: 'api_call',
  cron: 'scheduled_job',
  metrics: 'resource_sample',
  start: 'environment_started',
  stop: 'environment_stopped',
}

/** True for what only happens because a person is at work. */
export function countsAsUse(type: ActivityType): boolean {
  return activities[type].counts
}

/** True for what programs do there by themselves: it says that something depends on it, not that people work. */
export function isAutomation(type: ActivityType): boolean {
  return type === 'automation' || type === 'scheduled_job'
}

/** The activity a word stands for ("IDE", "git-push"), or undefined. */
export function activityOf(name: string): ActivityType | undefined {
  const normalized = name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
  if (isKeyOf(activities, normalized)) return normalized
  return Object.hasOwn(synonyms, normalized) ? synonyms[normalized] : undefined
}

const activityTypeSchema = z.string().transform((name, context) => {
  const type = activityOf(name)
  if (type) return type
  context.addIssue({ code: 'custom', message: `must be one of ${activityTypes.join(', ')}` })
  return z.NEVER
})

/** Senders leave a field out or say null; both mean that nothing is said. */
const person = z
  .string()
  .max(320)
  .nullish()
  .transform((value) => value || null)
const optionalText = z
  .string()
  .max(500)
  .nullish()
  .transform((value) => value ?? '')
const amount = z
  .number()
  .min(0)
  .nullish()
  .transform((value) => value ?? null)

export const usageEventSchema = z.object({
  /** The same id is the same event, however often it is sent. Left out: the event's own content is its id. */
  event_id: z.string().min(1).max(200).optional(),
  user_id: person,
  user_name: person,
  user_email: person,
  environment_id: z.string().min(1).max(500),
  environment_name: optionalText,
  project: optionalText,
  team: optionalText,
  activity_type: activityTypeSchema,
  /** When it began. */
  timestamp: z.iso.datetime({ offset: true }),
  /** Seconds it lasted; zero for a moment. */
  duration: z
    .number()
    .min(0)
    .max(31 * 86_400)
    .default(0),
  /** cpu and memory in percent of what it has, network in megabytes during the event; null is not measured. */
  resource_usage: z
    .object({ cpu: amount, memory: amount, network: amount })
    .nullish()
    .transform((value) => value ?? { cpu: null, memory: null, network: null }),
  location: optionalText,
  /** The zone of who did it, where the source says. */
  time_zone: zoneSchema
    .or(z.literal(''))
    .nullish()
    .transform((value) => value ?? ''),
})
export type UsageEvent = z.infer<typeof usageEventSchema>
/** As it may be sent: what has a default may be left out. */
export type UsageEventInput = z.input<typeof usageEventSchema>
