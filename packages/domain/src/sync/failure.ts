/** Why a cloud did not answer as needed. The message is one sentence for a person: what failed, and what to do. */
const syncFailureKinds = [
  /** The credentials are wrong, expired or may not assume the role. */
  'credentials',
  /** A permission is missing; `action` names it. */
  'denied',
  /** The region or the service is not enabled in this account. */
  'not_enabled',
  /** Too many requests; `retryAfterMs` says when to continue. */
  'throttled',
  /** The cloud could not be reached or failed. */
  'unavailable',
  /** The answer was not as documented. */
  'unexpected',
] as const
export type SyncFailureKind = (typeof syncFailureKinds)[number]

export class SyncFailure extends Error {
  readonly kind: SyncFailureKind
  /** The permission of the call, such as "ec2:DescribeVolumes". */
  readonly action: string
  readonly retryAfterMs: number | undefined

  constructor(
    kind: SyncFailureKind,
    message: string,
    { action = '', retryAfterMs, cause }: { action?: string; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'SyncFailure'
    this.kind = kind
    this.action = action
    this.retryAfterMs = retryAfterMs
  }
}
