/** What people say of a security incident. */

import { isDecimal, isNegative } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { daySchema } from './day.ts'
import { decimalSchema } from './money.ts'
import { lineSchema, nameSchema } from './name.ts'
import { incidentSeverities } from './security-incident-states.ts'

const text = z.string().trim().max(10_000)
// Of text that is no number, the schema before it says so.
const costSchema = decimalSchema.refine((amount) => !isDecimal(amount) || !isNegative(amount), 'must not be negative')

export const incidentFieldsSchema = z.strictObject({
  title: nameSchema(200),
  severity: z.enum(incidentSeverities),
  description: text,
  /** Required before an incident is closed. */
  root_cause: text,
  /** The ID of an active user; null: no one yet. */
  commander_id: z.uuid().nullable(),
  /** IDs of affected resources. */
  resources: z.array(lineSchema(500).min(1)).max(50),
  /** What it cost; null: not known. */
  impact: z
    .strictObject({ amount: costSchema, currency: z.string().regex(/^[A-Z]{3}$/, 'must look like USD') })
    .nullable(),
})
export type IncidentFields = z.infer<typeof incidentFieldsSchema>

/** What is to be done after an incident. */
export const incidentActionFieldsSchema = z.strictObject({
  title: nameSchema(300),
  /** The ID of an active user; null: no one yet. */
  owner_id: z.uuid().nullable(),
  /** The last day on which it is in time; null: none yet. */
  due_on: daySchema.nullable(),
})
export type IncidentActionFields = z.infer<typeof incidentActionFieldsSchema>

/** Of one incident. */
export const MAX_INCIDENT_ACTIONS = 50
