/** Which step of a federation is missing, by the refusals of the Security Token Service and of impersonation. */

import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { gcpAudience } from '@kept/domain/sync/federation.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { commonFailure, type JsonAnswer } from '../../live-json.ts'
import type { FederatedAccess } from './access.ts'

interface Request {
  action: string
  nowMs: number
}

export function exchangeFailureOf(
  answer: JsonAnswer,
  { access, action, nowMs }: Request & { access: FederatedAccess },
): SyncFailure {
  const error = textFieldOf(answer.body, 'error') ?? ''
  const description = textFieldOf(answer.body, 'error_description') ?? ''
  const sentence = exchangeSentence(error, description, access.workload_identity_provider)
  if (sentence !== undefined) return new SyncFailure('credentials', sentence, { action })
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.body !== undefined)
    return new SyncFailure(
      'credentials',
      `Google refused the token of Kept (${error || answer.status}): create the pool and its provider with the script shown, then check again.`,
      { action },
    )
  return commonFailure(answer, { cloud: 'Google Cloud', action, nowMs, message: description })
}

/** One sentence with what to do; undefined for a refusal of another kind. */
function exchangeSentence(error: string, description: string, provider: string): string | undefined {
  if (error === 'invalid_target' || /value for "audience"/i.test(description))
    return `There is no provider ${provider}, or it is disabled: create it with the script shown, then check again.`
  if (/audience in ID Token|audience .* does not match/i.test(description))
    return `The provider in Google Cloud accepts another audience: add ${gcpAudience} to its allowed audiences, then check again.`
  if (/attribute condition/i.test(description))
    return 'The condition of the provider in Google Cloud names another subject: set it to the subject of this connection, then check again.'
  if (/issuer in ID Token|issuer .* does not match/i.test(description))
    return 'The provider in Google Cloud has another issuer: set it to the issuer of this Kept, then check again.'
  if (/connecting to the given credential's issuer|fetch.*(?:keys|JWK)|JWKS/i.test(description))
    return 'Google cannot read the keys of Kept: let its public address answer below /.well-known/ to requests from the internet, then check again.'
  if (/expired|stale|issued in the future|\biat\b/i.test(description))
    return 'Google finds the token of Kept too old or too new: set the clock of this server, then check again.'
  return undefined
}

export function impersonationFailureOf(
  answer: JsonAnswer,
  { serviceAccount, action, nowMs }: Request & { serviceAccount: string },
): SyncFailure {
  const message = textFieldOf(fieldOf(answer.body, 'error'), 'message') ?? ''
  if (/has not been used in project|SERVICE_DISABLED/.test(JSON.stringify(answer.body ?? '')))
    return new SyncFailure(
      'credentials',
      'The API that impersonates service accounts is not enabled: run gcloud services enable iamcredentials.googleapis.com, then check again.',
      { action },
    )
  if (answer.status === 403 || answer.status === 404)
    return new SyncFailure(
      'credentials',
      `The subject of this connection may not act as ${serviceAccount}: grant it the role roles/iam.workloadIdentityUser there with the script shown, then check again.`,
      { action },
    )
  return commonFailure(answer, { cloud: 'Google Cloud', action, nowMs, message })
}
