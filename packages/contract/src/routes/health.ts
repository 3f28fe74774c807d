import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Health'

const partSchema = z.object({
  name: z.enum(['database', 'warehouse', 'migrations', 'jobs', 'files']),
  ok: z.boolean(),
  /** "embedded, pid 4711, restarted 0 times", or the error. */
  detail: z.string(),
})

const jobQueueSchema = z.object({
  name: z.string(),
  /** Due and not started. */
  waiting: z.int(),
  running: z.int(),
  /** Given up in the last seven days, after all retries. */
  failed: z.int(),
  last_failed_at: z.iso.datetime().nullable(),
})

const settingSchema = z.object({
  name: z.string(),
  description: z.string(),
  source: z.enum(['environment', 'default']),
  /** Null for a secret, and for a setting without a value. */
  value: z.string().nullable(),
})

const storedKindSchema = z.object({
  /** A kind of data, such as "Bill lines". */
  name: z.string(),
  /** On the disks of both engines, on all shards. */
  bytes: z.int(),
  /** Null where rows are not counted. */
  rows: z.int().nullable(),
  /** Since the first daily measurement of the last 31 days; null before there is one. */
  growth: z.object({ since: z.iso.date(), bytes: z.int() }).nullable(),
})

const installationSchema = z.object({
  version: z.string(),
  started_at: z.iso.datetime(),
  parts: z.array(partSchema),
  memory: z.array(z.object({ name: z.string(), bytes: z.int() })),
  storage: z.array(storedKindSchema),
  /** The Kept processes on this database, the oldest first. */
  processes: z.array(z.object({ host: z.string(), version: z.string(), started_at: z.iso.datetime() })),
  jobs: z.array(jobQueueSchema),
  settings: z.array(settingSchema),
})
export type InstallationHealth = z.infer<typeof installationSchema>

export const health = {
  alive: route({
    method: 'GET',
    path: '/health',
    summary: 'Check liveness',
    tag,
    needs: 'public',
    input: z.object({}),
    output: z.object({ status: z.literal('ok') }),
  }),
  ready: route({
    method: 'GET',
    path: '/ready',
    summary: 'Check readiness',
    description: 'Lists the components that are up. Returns 503 while one is down.',
    tag,
    needs: 'public',
    input: z.object({}),
    output: z.object({
      status: z.enum(['ready', 'not_ready']),
      parts: z.array(partSchema.pick({ name: true, ok: true })),
    }),
  }),
  admin: route({
    method: 'GET',
    path: '/v1/admin/health',
    summary: 'Get installation health',
    description: 'Version, components, processes, background jobs, storage, memory and settings. Secrets are left out.',
    tag,
    needs: 'operator:read',
    input: z.object({}),
    output: answer(installationSchema),
  }),
}
