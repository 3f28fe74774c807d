/** Changes to credentials require the password again, unless it was entered recently. */
import { ApiError } from '@kept/client/errors.ts'

/** Whether the server refused only because it wants to be sure who is there. */
export function wantsPassword(error: unknown): boolean {
  const details = error instanceof ApiError ? (error.details as Record<string, unknown> | undefined) : undefined
  return details?.reason === 'confirm_identity'
}
