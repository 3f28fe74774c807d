import { metricImportSchema } from '@kept/domain/metric.ts'
import * as z from 'zod'
import { answer } from '../route.ts'
import { eventsTakenSchema } from '../routes/developer-behavior.ts'
import { uploadSchema } from '../routes/imports.ts'
import { inventoryResultSchema } from '../routes/resources.ts'
import { peopleImportSchema } from '../routes/users.ts'
import type { MediaTypes, StreamRoute } from './stream-route.ts'

/** The file as the body, or the one file of a form: `curl -F file=@bill.csv`. */
const fileBody: MediaTypes = { 'application/octet-stream': 'file', 'multipart/form-data': 'file' }

const query = z.object({
  name: z.string().max(1000).optional().describe('The name of the file, for people; a form brings its own'),
})

/** Loops found in a file of telemetry. */
const loopFileSchema = z.object({
  loops: z.array(z.string()),
  suspected: z.array(z.string()),
  scanned: z.object({ spans: z.int(), traces: z.int(), series: z.int() }),
  dropped: z.record(z.string(), z.int()),
})

const upload = (words: Omit<StreamRoute, 'method' | 'query' | 'body' | 'answer'>, data: z.ZodType): StreamRoute => ({
  ...words,
  method: 'POST',
  query,
  body: fileBody,
  answer: { status: 200, description: 'OK', content: { 'application/json': answer(data) } },
})

export const uploads: readonly StreamRoute[] = [
  upload(
    {
      operationId: 'uploads.create',
      path: '/v1/uploads',
      summary: 'Upload a bill; its id goes into POST /v1/imports',
      description:
        'The file is stored as it is and read by the import. CSV, JSON, Parquet and Excel, plain, gzipped or zipped; the kind of bill is recognized from its content. The operator sets the largest size (KEPT_UPLOAD_LIMIT_MB).',
      tag: 'Imports',
      needs: 'costs:import',
      idempotency: 'none',
    },
    uploadSchema,
  ),
  upload(
    {
      operationId: 'metrics.import',
      path: '/v1/metrics/import',
      summary: 'Import a file of metrics',
      tag: 'Metrics',
      needs: 'costs:import',
      idempotency: 'idempotent',
    },
    metricImportSchema,
  ),
  upload(
    {
      operationId: 'developerBehavior.importEvents',
      path: '/v1/developer-behavior/events/import',
      summary: 'Import a file of activity, plain or gzipped',
      tag: 'Developer behavior',
      needs: 'behavior:write',
      idempotency: 'idempotent',
    },
    eventsTakenSchema,
  ),
  upload(
    {
      operationId: 'loops.import',
      path: '/v1/loops/import',
      summary: 'Import a file of traces, metrics or events and detect the loops in it',
      tag: 'Loops',
      needs: 'telemetry:write',
      idempotency: 'none',
    },
    loopFileSchema,
  ),
  upload(
    {
      operationId: 'resources.importInventory',
      path: '/v1/resources/inventory/import',
      summary: 'Import an inventory as a file: JSON, JSON lines or CSV',
      tag: 'Resources',
      needs: 'costs:import',
      idempotency: 'idempotent',
    },
    inventoryResultSchema,
  ),
  upload(
    {
      operationId: 'users.import',
      path: '/v1/users/import',
      summary: 'Preview a file of people; POST /v1/users/import/{id}/commit carries it out',
      tag: 'Users',
      needs: 'users:write',
      idempotency: 'none',
    },
    peopleImportSchema,
  ),
]
