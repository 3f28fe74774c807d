/** Turns a refusal of Google Cloud into a failure that names the permission, and what to do. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { textFieldOf } from '@kept/foundation/narrow.ts'
import { commonFailure, type JsonAnswer } from '../../live-json.ts'
import { type GcpAccess, quotaProjectOf, readerOf } from './access.ts'
import { bigQueryFailureOf } from './billing/failure.ts'

interface GoogleError {
  message: string
  reasons: string[]
  metadata: Readonly<Record<string, string>>
}

const disabled = /^(?:SERVICE_DISABLED|accessNotConfigured|API_DISABLED)$/
const namedPermission = /[Pp]ermission '?([a-z]+\.[A-Za-z.]+)'? denied|Required '([a-z]+\.[A-Za-z.]+)' permission/
const unusedApi = /has not been used in project (\S+) before or it is disabled/
const namedService = /([a-z]+\.googleapis\.com)/

export function failureOf(
  answer: JsonAnswer,
  { action, access, nowMs }: { action: string; access: GcpAccess; nowMs: number },
): SyncFailure {
  const { message, reasons, metadata } = errorOf(answer.body)
  const project = quotaProjectOf(access)
  // Some APIs say it in the sentence only.
  const unused = unusedApi.exec(message)
  if (unused || reasons.some((reason) => disabled.test(reason))) {
    const service = metadata.service ?? namedService.exec(message)?.[1] ?? action
    const where = (metadata.consumer ?? '').replace(/^projects\//, '') || unused?.[1] || project
    return new SyncFailure(
      'not_enabled',
      `${service} is not enabled in the project ${where}. Run: gcloud services enable ${service} --project ${where}.`,
      { action },
    )
  }
  if (reasons.includes('USER_PROJECT_DENIED') || reasons.includes('userProjectAccessDenied'))
    return new SyncFailure(
      'denied',
      `${readerOf(access)} may not use the project ${project} for its requests. Grant serviceusage.services.use in it.`,
      { action: 'serviceusage.services.use' },
    )
  if (answer.status === 401)
    return new SyncFailure('credentials', 'Google Cloud does not accept the token. Enter the credentials again.', {
      action,
    })
  if (action.startsWith('bigquery.')) {
    const failure = bigQueryFailureOf({ message, reasons }, { action, access })
    if (failure) return failure
  }
  const isLimit = reasons.some((reason) => /rateLimitExceeded|RATE_LIMIT_EXCEEDED|quotaExceeded/i.test(reason))
  if (answer.status === 403 && !isLimit) {
    const match = namedPermission.exec(message)
    const denied = metadata.permission ?? match?.[1] ?? match?.[2] ?? action
    return new SyncFailure(
      'denied',
      `The role of Kept does not allow ${denied}. Add the permission shown to the role, or grant it in this project.`,
      { action: denied },
    )
  }
  return commonFailure(isLimit ? { ...answer, status: 429 } : answer, { cloud: 'Google Cloud', action, nowMs, message })
}

export function tokenFailureOf(
  answer: JsonAnswer,
  { email, action, nowMs }: { email: string; action: string; nowMs: number },
): SyncFailure {
  const error = textFieldOf(answer.body, 'error') ?? ''
  const description = textFieldOf(answer.body, 'error_description') ?? ''
  const refused = (sentence: string) => new SyncFailure('credentials', sentence, { action })
  if (/Invalid JWT Signature|no key|Invalid key/i.test(description))
    return refused(`The key of ${email} was deleted or replaced. Create a new key and enter its file.`)
  if (/account not found|Invalid grant: account/i.test(description))
    return refused(`There is no service account ${email}. Create it, and enter a key file of it.`)
  if (/disabled/i.test(description)) return refused(`The service account ${email} is disabled. Enable it.`)
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.body !== undefined)
    return refused(`Google refused the service account ${email} (${error || answer.status}). Enter the key file again.`)
  return commonFailure(answer, { cloud: 'Google Cloud', action, nowMs, message: '' })
}

/** New answers hold the reason in `details`, older ones in `errors`. */
function errorOf(body: unknown): GoogleError {
  const { error } = (body ?? {}) as {
    error?: {
      message?: string
      status?: string
      details?: { reason?: string; metadata?: Record<string, string> }[]
      errors?: { reason?: string }[]
    }
  }
  const details = (Array.isArray(error?.details) ? error.details : []).filter(({ reason }) => reason !== undefined)
  const errors = Array.isArray(error?.errors) ? error.errors : []
  return {
    message: error?.message ?? '',
    reasons: [...details, ...errors].flatMap(({ reason }) => reason ?? []),
    metadata: details.find(({ metadata }) => metadata !== undefined)?.metadata ?? {},
  }
}
