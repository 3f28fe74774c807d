import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Background jobs'

const failedJobSchema = z.object({
  id: z.uuid(),
  /** The queue, such as "import". */
  name: z.string(),
  /** The organization it worked for; null when it worked for the installation. */
  organization: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  failed_at: z.iso.datetime(),
  /** Times it ran. */
  runs: z.int(),
  /** The last error, in one line. */
  message: z.string(),
})
export type FailedJob = z.infer<typeof failedJobSchema>

/** More are counted, not listed. */
export const MAX_FAILED_JOBS = 100

export const jobs = {
  failed: route({
    method: 'GET',
    path: '/v1/admin/jobs/failed',
    summary: 'List failed background jobs',
    description:
      'Jobs that stopped after all retries in the last seven days, the newest first, at most 100; total counts all.',
    tag,
    needs: 'operator:read',
    input: z.object({}),
    output: answer(z.object({ total: z.int(), jobs: z.array(failedJobSchema) })),
  }),
  retry: route({
    method: 'POST',
    path: '/v1/admin/jobs/retry',
    summary: 'Retry failed background jobs',
    description: 'Queues failed jobs again with the input they had. Jobs that did not fail stay as they are.',
    tag,
    needs: 'operator:write',
    input: z.object({ ids: z.array(z.uuid()).min(1).max(MAX_FAILED_JOBS) }),
    output: answer(z.object({ retried: z.int() })),
  }),
}
