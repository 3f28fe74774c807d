/** Changes to credentials require the password again, unless it was entered recently. */
import { ApiError } from '@kept/client/errors.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'

/** Whether the server refused only because it wants to be sure who is there. */
export function wantsPassword(error: unknown): boolean {
  return error instanceof ApiError && fieldOf(error.details, 'reason') === 'confirm_identity'
}
