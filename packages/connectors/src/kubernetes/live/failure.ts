/** Turns a refusal of an API server into a failure that names the permission, and what to do. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { commonFailure, type JsonAnswer } from '../../live-json.ts'

/** Of a list whose continue token has expired: the server's token to go on with, '' when it names none. */
export class ExpiredList extends SyncFailure {
  readonly continueToken: string

  constructor(action: string, continueToken: string) {
    super('unavailable', `The list of ${action} changed while it was read. Kept reads it again in the next run.`, {
      action,
    })
    this.continueToken = continueToken
  }
}

export function failureOf(
  answer: JsonAnswer,
  { action, host, nowMs }: { action: string; host: string; nowMs: number },
): SyncFailure {
  const message = textFieldOf(answer.body, 'message') ?? ''
  if (answer.status === 410)
    return new ExpiredList(action, textFieldOf(fieldOf(answer.body, 'metadata'), 'continue') ?? '')
  if (answer.status === 401)
    return new SyncFailure('credentials', 'The cluster does not accept the token. Create a new one and enter it.', {
      action,
    })
  if (answer.status === 403 && answer.body !== undefined)
    return new SyncFailure(
      'denied',
      `The role of Kept does not allow ${action}. Apply the manifest of the setup again.`,
      { action },
    )
  if (answer.status === 404 || (answer.status === 503 && action.startsWith('metrics.k8s.io/')))
    return new SyncFailure('not_enabled', `The cluster ${host} does not serve ${action.replace(/:.*$/, '')}.`, {
      action,
    })
  return commonFailure(answer, { cloud: `the cluster ${host}`, action, nowMs, message })
}
