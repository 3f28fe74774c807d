import { metricImportSchema } from '@kept/domain/metric.ts'
import * as z from 'zod'
import { answer } from '../route.ts'
import { usageEventResultSchema } from '../routes/developer-behavior-shapes.ts'
import { uploadSchema } from '../routes/imports.ts'
import { inventoryResultSchema } from '../routes/resources.ts'
import { peopleImportSchema } from '../routes/users/imports.ts'
import type { MediaTypes, StreamRoute } from './stream-route.ts'

/** The file as the body, or the one file of a form: `curl -F file=@bill.csv`. */
const fileBody: MediaTypes = { 'application/octet-stream': 'file', 'multipart/form-data': 'file' }

const query = z.object({
  name: z.string().max(1000).optional().describe('File name for display; multipart forms have their own'),
})

/** Loops detected in a telemetry file. */
const loopFileSchema = z.object({
  loops: z.array(z.string()),
  suspected: z.array(z.string()),
  scanned: z.object({ spans: z.int(), traces: z.int(), series: z.int() }),
  dropped: z.record(z.string(), z.int()),
})

const upload = (
  definition: Omit<StreamRoute, 'method' | 'query' | 'body' | 'answer'>,
  data: z.ZodType,
): StreamRoute => ({
  ...definition,
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
      summary: 'Upload a bill',
      description:
        'Pass the ID to POST /v1/imports. CSV, JSON, Parquet and Excel, plain, gzipped or zipped; the format is recognized from the content. KEPT_UPLOAD_LIMIT_MB sets the largest size.',
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
      summary: 'Import metrics from a file',
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
      summary: 'Import usage events from a file',
      description: 'Plain or gzipped.',
      tag: 'Developer behavior',
      needs: 'behavior:write',
      idempotency: 'idempotent',
    },
    usageEventResultSchema,
  ),
  upload(
    {
      operationId: 'loops.import',
      path: '/v1/loops/import',
      summary: 'Detect loops in a file',
      description: 'Reads traces, metrics or events.',
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
      summary: 'Import an inventory from a file',
      description: 'JSON, JSON Lines or CSV.',
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
      summary: 'Preview a user import',
      description: 'POST /v1/users/import/{id}/commit carries it out.',
      tag: 'Users',
      needs: 'users:write',
      idempotency: 'none',
    },
    peopleImportSchema,
  ),
]
