import { columnMappingSchema, importSchema, loadSchema, setAsideRowSchema } from '@kept/domain/ingest.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Imports'

/** Answer of `POST /v1/uploads?name=...`, whose body is the file itself, streamed. */
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
    summary: 'Bring in uploaded files, or what a bucket holds',
    tag,
    needs: 'costs:import',
    input: z.object({
      uploads: z.array(z.uuid()).max(1000).default([]),
      /** s3://, gs:// or az:// addresses; read with the credentials of `connection_id`. */
      urls: z.array(z.string().max(2000)).max(100).default([]),
      /** A connection of `GET /v1/connections`; required with `urls`. */
      connection_id: z.uuid().optional(),
      /** A format id of `GET /v1/imports/formats`; recognised from the content when left out. */
      format: z.string().max(60).optional(),
      /** For a bill of no known kind: {"name": "Acme", "columns": {"BilledCost": "Amount", ...}}, FOCUS names to its own. */
      mapping: columnMappingSchema.optional(),
      /** Publish it even when it loses part of what it replaces; left out, such a delivery waits for confirmation. */
      accept_smaller: z.boolean().default(false),
    }),
    output: answer(importSchema),
  }),
  list: route({
    method: 'GET',
    path: '/v1/imports',
    summary: 'Deliveries, newest first',
    tag,
    needs: 'costs:read',
    input: z.object(pageInput),
    output: pageOf(importSchema),
  }),
  get: route({
    method: 'GET',
    path: '/v1/imports/{id}',
    summary: 'One delivery with its progress and reconciliation',
    tag,
    needs: 'costs:read',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  cancel: route({
    method: 'POST',
    path: '/v1/imports/{id}/cancel',
    summary: 'Stop a delivery under way; nothing of it stays',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  confirm: route({
    method: 'POST',
    path: '/v1/imports/{id}/confirm',
    summary: 'Publish an import that waits for confirmation, with everything it loses',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  discard: route({
    method: 'POST',
    path: '/v1/imports/{id}/discard',
    summary: 'Discard an import that waits for confirmation; what is loaded stays',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  undo: route({
    method: 'POST',
    path: '/v1/imports/{id}/undo',
    summary: 'Take a delivery back: what it replaced becomes current again',
    tag,
    needs: 'costs:import',
    input: z.object({ id: z.uuid() }),
    output: answer(importSchema),
  }),
  setAside: route({
    method: 'GET',
    path: '/v1/imports/{id}/set-aside',
    summary: 'Rows that could not be read, with line, column and reason',
    tag,
    needs: 'costs:read',
    input: z.object({ id: z.uuid(), ...pageInput }),
    output: pageOf(setAsideRowSchema),
  }),
  formats: route({
    method: 'GET',
    path: '/v1/imports/formats',
    summary: 'The kinds of bill Kept reads',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(z.object({ id: z.string(), label: z.string(), dataset: z.string() }))),
  }),
  loads: route({
    method: 'GET',
    path: '/v1/loads',
    summary: 'Billing periods that are loaded, with where they came from',
    tag,
    needs: 'costs:read',
    input: z.object({ ...pageInput, status: z.enum(['current', 'superseded', 'discarded']).default('current') }),
    output: pageOf(loadSchema),
  }),
}
