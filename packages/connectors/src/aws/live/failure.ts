/** Turns a failed request to AWS into a failure that names the permission, the region, and what to do. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import { federationSentence } from './federation-failure.ts'

const deniedNames = /AccessDenied|UnauthorizedOperation|NotAuthorized|AuthorizationError|UnauthorizedAccess|^Forbidden$/
const credentialNames =
  /InvalidClientTokenId|InvalidAccessKeyId|UnrecognizedClient|SignatureDoesNotMatch|AuthFailure|ExpiredToken|IncompleteSignature|InvalidSignature|CredentialsProviderError|TokenRefreshRequired/
const throttledNames =
  /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|BandwidthLimitExceeded|PriorRequestNotComplete|LimitExceededException/
const disabledNames = /OptInRequired|SubscriptionRequired|RegionDisabled|AWSOrganizationsNotInUse|InvalidRegion/

interface AwsError {
  name: string
  message: string
  status: number | undefined
  retryAfterMs: number | undefined
}

/** The action that a message says was denied; the SDK's call when it says none. */
const namedAction = /(?:perform|call)(?: the)?:? ?"?([a-z0-9-]+:[A-Za-z]+)/
/** AWS answers this with an access error, which no policy changes. */
const costExplorerOff = /not enabled for cost explorer/i
const scp = /service control policy/i

export function failureOf(error: unknown, action: string, region: string): SyncFailure {
  if (error instanceof SyncFailure) return error
  const { name, message, status, retryAfterMs } = describe(error)
  const refusal = action === 'sts:AssumeRoleWithWebIdentity' ? federationSentence(name, message) : undefined
  if (refusal !== undefined) return new SyncFailure('credentials', refusal, { action, cause: error })
  if (costExplorerOff.test(message))
    return new SyncFailure(
      'not_enabled',
      'Cost Explorer is not enabled in this account. Open it in the AWS console once, and Kept reads commitments a day later.',
      { action, cause: error },
    )
  if (deniedNames.test(name) || (status === 403 && !credentialNames.test(name) && !throttledNames.test(name))) {
    const denied = namedAction.exec(message)?.[1] ?? action
    return new SyncFailure('denied', deniedSentence(denied, message), { action: denied, cause: error })
  }
  if (disabledNames.test(name))
    return new SyncFailure('not_enabled', `${serviceOf(action)} is not enabled in ${region} for this account.`, {
      action,
      cause: error,
    })
  if (credentialNames.test(name))
    return new SyncFailure('credentials', credentialSentence(name), { action, cause: error })
  if (throttledNames.test(name) || status === 429)
    return new SyncFailure(
      'throttled',
      `AWS limits the requests to ${serviceOf(action)} in ${region}. Kept continues later.`,
      {
        action,
        retryAfterMs,
        cause: error,
      },
    )
  if (/ENOTFOUND|EAI_AGAIN/.test(`${name} ${message}`))
    return new SyncFailure('not_enabled', `AWS has no ${serviceOf(action)} in a region named ${region}.`, {
      action,
      cause: error,
    })
  const answer = status === undefined ? 'could not be reached' : `answered ${status} (${name})`
  return new SyncFailure('unavailable', `${action} in ${region}: AWS ${answer}. Kept tries again in the next run.`, {
    action,
    retryAfterMs,
    cause: error,
  })
}

function deniedSentence(action: string, message: string): string {
  if (action === 'sts:AssumeRole')
    return 'AWS did not let Kept assume the role. Check the role ARN, and that its trust policy names the external ID of this connection.'
  if (scp.test(message))
    return `A service control policy of your organization denies ${action}. Add an exception for the role of Kept; another Allow statement does not help.`
  return `The policy of Kept does not allow ${action}. Add the statement shown to the policy.`
}

function credentialSentence(name: string): string {
  if (/Expired/.test(name)) return 'The credentials have expired. Enter new ones.'
  if (/Signature/.test(name)) return 'The secret access key does not belong to the access key ID. Enter both again.'
  return 'AWS does not know the access key ID. Enter the key again, or create a new one.'
}

function serviceOf(action: string): string {
  return action.split(':')[0] ?? action
}

function describe(error: unknown): AwsError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), status: undefined, retryAfterMs: undefined }
  const code = textFieldOf(error, 'Code') ?? codeOf(error) ?? ''
  const cause = error.cause instanceof Error ? `${error.cause.message} ${codeOf(error.cause) ?? ''}` : ''
  const status = fieldOf(fieldOf(error, '$metadata'), 'httpStatusCode')
  return {
    name: `${error.name} ${code}`.trim(),
    message: `${error.message} ${cause}`,
    status: typeof status === 'number' ? status : undefined,
    retryAfterMs: retryAfter(textFieldOf(fieldOf(fieldOf(error, '$response'), 'headers'), 'retry-after')),
  }
}

/** The header is in seconds or a date. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return seconds * 1000
  const until = Date.parse(value)
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now())
}
