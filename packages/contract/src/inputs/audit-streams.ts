/** What the form of an audit stream sends. */
import { auditStreamDestinationSchema } from '@kept/domain/audit-stream.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'

export const newAuditStreamInput = z.strictObject({
  name: nameSchema(120),
  destination: auditStreamDestinationSchema,
  /** With the first event of the log, or with the next one. */
  start: z.enum(['next', 'first']).default('next'),
})
