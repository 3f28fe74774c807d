/** Turns a refusal of Oracle Cloud into a failure that names the permission, and what to do. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { textFieldOf } from '@kept/foundation/narrow.ts'
import { commonFailure, type JsonAnswer } from '../../live-json.ts'

export function failureOf(answer: JsonAnswer, { action, nowMs }: { action: string; nowMs: number }): SyncFailure {
  const code = textFieldOf(answer.body, 'code')
  const message = textFieldOf(answer.body, 'message') ?? ''
  if (answer.status === 401) {
    const serverMs = Date.parse(answer.headers.date ?? '')
    const isSkewed = Math.abs(serverMs - nowMs) > 300_000
    return new SyncFailure(
      'credentials',
      isSkewed
        ? 'The clock of the server that runs Kept is wrong by more than five minutes, so Oracle Cloud refuses its signatures. Set the clock.'
        : 'Oracle Cloud refused the signature. Check the tenancy, the user, the fingerprint and the private key; a new key takes a minute to work.',
      { action },
    )
  }
  // Oracle Cloud does not say whether something is missing or may not be seen, also of a bucket.
  if (answer.status === 404 && (code === 'NotAuthorizedOrNotFound' || code === 'BucketNotFound'))
    return new SyncFailure(
      'denied',
      `The policy of Kept does not allow ${action}. Add the statement shown to the policy.`,
      { action },
    )
  if (answer.status === 403)
    return new SyncFailure('denied', `Oracle Cloud denied ${action}. Add the statement shown to the policy.`, {
      action,
    })
  return commonFailure(answer, { cloud: 'Oracle Cloud', action, nowMs, message })
}
