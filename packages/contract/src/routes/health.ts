import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Health'

const partSchema = z.object({
  name: z.enum(['database', 'warehouse', 'migrations', 'jobs', 'files']),
  ok: z.boolean(),
  /** "embedded, pid 4711, restarted 0 times", or the error. */
  detail: z.string(),
})

const installationSchema = z.object({
  version: z.string(),
  started_at: z.iso.datetime(),
  parts: z.array(partSchema),
  memory: z.array(z.object({ name: z.string(), bytes: z.int() })),
  storage: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int() })),
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
    description: 'Version, components, storage and memory.',
    tag,
    needs: 'operator:read',
    input: z.object({}),
    output: answer(installationSchema),
  }),
}
