import { deletionReasons } from '@kept/domain/deletion.ts'
import * as z from 'zod'

export const requestOrganizationDeletionInput = z.strictObject({
  id: z.uuid(),
  /** The organization's name, typed again. */
  name: z.string().trim().min(1).max(200),
  reason: z.enum(deletionReasons),
})

export const requestAccountDeletionInput = z.strictObject({
  /** The account's email address, typed again. */
  email: z.string().trim().toLowerCase().min(3).max(254),
})
