import { deletionReasons } from '@kept/domain/deletion.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'

export const requestOrganizationDeletionInput = z.strictObject({
  id: z.uuid(),
  /** The organization's name, typed again. */
  name: nameSchema(200),
  reason: z.enum(deletionReasons),
})

export const requestAccountDeletionInput = z.strictObject({
  /** The account's email address, typed again. */
  email: z.string().trim().toLowerCase().min(3).max(254),
})
