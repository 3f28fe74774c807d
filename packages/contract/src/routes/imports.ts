import { columnMappingSchema, importSchema, loadSchema, rejectedRowSchema } from '@kept/domain/ingest.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Imports'

/** Response of `POST /v1/uploads?name=...`, whose body is the file. */
export const uploadSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})
export type Upload = z.infer<typeof uploadSchema>

export const imports = {
  create: route({
    method: 'POST',
    path: '/v1/imports',
    summary: 'Create an import',
    description: 'Imports uploaded files, or the files of a bucket.',
    tag,
    needs: 'costs:import',
    input: z.object({
      uploads: z.array(z.uuid()).max(1000).default([]),
      /** s3://, gs:// or az:// URLs, read with the credentials of `connection_id`. */
      urls: z.array(z.string().max(2000)).max(100).default([]),
      /** A connection from `GET /v1/connections`; required with `urls`. */
      connection_id: z.uuid().optional(),
      /** A format ID from `GET /v1/imports/formats`; recognized from the content when left out. */
      format: z.string().max(60).optional(),
      /** For an unknown format: {"name": "Acme", "columns": {"BilledCost": "Amount", ...}}, from FOCUS columns to its own. */
      mapping: columnMappingSchema.optional(),
      /** Publishes the import even when it is smaller than the data it replaces; left out, it waits for confirmation. */
      accept_smaller: z.boolean().default(false),
    }),
    output: answer(importSchema),
  }),
  list: route({
    method: 'GET',
    path: '/v1/imports',
    summary: 'List imports',
    description: 'Newest first.',
    tag,
    needs: 'costs:read',
    input: z.object(pageInput),
    output: pageOf(importSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/imports/{id}',
    summary: 'Get an import',
    description: 'With its progress and reconciliation.',
    tag,
    needs: 'costs:read',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  cancel: route({
    method: 'POST',
    path: '/v1/imports/{id}/cancel',
    summary: 'Cancel an import',
    description: 'Stops a running import. Nothing of it is stored.',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  confirm: route({
    method: 'POST',
    path: '/v1/imports/{id}/confirm',
    summary: 'Confirm an import',
    description: 'Publishes an import that is smaller than the data it replaces.',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  discard: route({
    method: 'POST',
    path: '/v1/imports/{id}/discard',
    summary: 'Discard an import',
    description: 'Discards an import that waits for confirmation. The loaded data stays.',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  undo: route({
    method: 'POST',
    path: '/v1/imports/{id}/undo',
    summary: 'Undo an import',
    description: 'The data it replaced becomes current again.',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  rejectedRows: route({
    method: 'GET',
    path: '/v1/imports/{id}/rejected-rows',
    summary: 'List rejected rows',
    description: 'Rows that could not be read, with line, column and reason.',
    tag,
    needs: 'costs:read',
    input: z.object({ id: z.uuid(), ...pageInput }),
    output: pageOf(rejectedRowSchema),
  }),
  formats: route({
    method: 'GET',
    path: '/v1/imports/formats',
    summary: 'List bill formats',
    tag,
    needs: 'costs:read',
    cache: { clientSeconds: 3600 },
    input: z.object({}),
    output: answer(z.array(z.object({ id: z.string(), label: z.string(), dataset: z.string() }))),
  }),
  loads: route({
    method: 'GET',
    path: '/v1/loads',
    summary: 'List loads',
    description: 'Loaded billing periods, each with its import.',
    tag,
    needs: 'costs:read',
    input: z.object({ ...pageInput, status: z.enum(['current', 'superseded', 'discarded']).default('current') }),
    output: pageOf(loadSchema),
  }),
}
