import { columnMappingSchema, importSchema } from '@kept/domain/ingest.ts'
import * as z from 'zod'
import { answer } from '../route.ts'
import { backupStateSchema } from '../routes/backups.ts'
import type { StreamRoute } from './stream-route.ts'

const operator = { tag: 'Operator', needs: 'operator' } as const
const json = (schema: z.ZodType) =>
  ({ status: 200, description: 'OK', content: { 'application/json': schema } }) as const
const reader = z.object({ email: z.string(), confirmed_at: z.iso.datetime(), unsubscribe_link: z.string() })

/** Routes for the command line on the same machine. */
export const operatorRoutes: readonly StreamRoute[] = [
  {
    ...operator,
    operationId: 'operator.ensureOrganization',
    method: 'PUT',
    path: '/v1/operator/organizations/{slug}',
    summary: 'Create an organization if it does not exist',
    idempotency: 'idempotent',
    answer: json(answer(z.object({ organizationId: z.uuid(), created: z.boolean() }))),
  },
  {
    ...operator,
    operationId: 'operator.import',
    method: 'POST',
    path: '/v1/operator/imports',
    summary: 'Import local files and folders',
    description: 'Reads them in place.',
    idempotency: 'none',
    body: {
      'application/json': z.object({
        organization: z.string(),
        paths: z.array(z.string()).optional(),
        urls: z.array(z.string()).optional(),
        format: z.string().optional(),
        mapping: columnMappingSchema.optional(),
        accept_smaller: z.boolean().optional(),
      }),
    },
    answer: json(answer(z.object({ created: z.boolean(), import: importSchema }))),
  },
  {
    ...operator,
    operationId: 'operator.backups',
    method: 'GET',
    path: '/v1/operator/backups',
    summary: 'List backups',
    idempotency: 'safe',
    answer: json(answer(backupStateSchema)),
  },
  {
    ...operator,
    operationId: 'operator.createBackup',
    method: 'POST',
    path: '/v1/operator/backups',
    summary: 'Create a backup',
    description: 'Starts one in the background.',
    idempotency: 'none',
    answer: json(answer(backupStateSchema)),
  },
  {
    ...operator,
    operationId: 'operator.newsletter',
    method: 'GET',
    path: '/v1/operator/newsletter',
    summary: 'List newsletter subscribers',
    description: 'Confirmed ones only.',
    idempotency: 'safe',
    answer: json(answer(z.array(reader))),
  },
  {
    ...operator,
    operationId: 'operator.newsletterCsv',
    method: 'GET',
    path: '/v1/operator/newsletter.csv',
    summary: 'Export newsletter subscribers as CSV',
    description: 'Confirmed ones only.',
    idempotency: 'safe',
    answer: { status: 200, description: 'The file', content: { 'text/csv': 'file' } },
  },
]
