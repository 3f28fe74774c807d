/** An answer that is larger than Kept accepts: its sender is reached, and the same request fails each time. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { codeOf } from '@kept/foundation/thrown.ts'

export class AnswerTooLarge extends SyncFailure {
  override readonly name = 'AnswerTooLarge'
}

/** Whether a fetch ended because of the size of what it received. */
export function isOversized(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (codeOf(cause) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return true
  return false
}
