/** Turns a refusal of Azure into a failure that names the permission, and what to do. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { commonFailure, type JsonAnswer } from '../../live-json.ts'
import type { AzureAccess } from './access.ts'
import { federationSentence } from './federation-failure.ts'

interface AzureError {
  code: string
  message: string
}

const namedAction = /perform action '([^']+)'/
const notEnabled =
  /^(?:MissingSubscriptionRegistration|SubscriptionNotRegistered|DisallowedProvider|NoRegisteredProviderFound|SubscriptionNotFound|ReadOnlyDisabledSubscription)$/
const wrongToken =
  /^(?:InvalidAuthenticationToken|ExpiredAuthenticationToken|AuthenticationFailed|InvalidAuthenticationTokenTenant)$/

export function failureOf(
  answer: JsonAnswer,
  { action, access, nowMs }: { action: string; access: AzureAccess; nowMs: number },
): SyncFailure {
  const { code, message } = errorOf(answer.body)
  if (code === 'InvalidAuthenticationTokenTenant')
    return new SyncFailure(
      'credentials',
      `The subscription belongs to another tenant than ${access.tenant_id}. Check the tenant ID.`,
      { action },
    )
  if (answer.status === 401 || wrongToken.test(code))
    return new SyncFailure('credentials', 'Azure does not accept the token. Check the credentials and the cloud.', {
      action,
    })
  if (notEnabled.test(code)) return new SyncFailure('not_enabled', `${message.replace(/\.?$/, '.')}`, { action })
  if (answer.status === 403 && code !== 'TooManyRequests') {
    const denied = namedAction.exec(message)?.[1] ?? action
    return new SyncFailure(
      'denied',
      `The role of Kept does not allow ${denied}. Add the action shown to the role, or assign it to this subscription.`,
      { action: denied },
    )
  }
  return commonFailure(answer, { cloud: 'Azure', action, nowMs, message })
}

export function tokenFailureOf(
  answer: JsonAnswer,
  { access, action, nowMs }: { access: AzureAccess; action: string; nowMs: number },
): SyncFailure {
  const description = textFieldOf(answer.body, 'error_description') ?? ''
  const code = /AADSTS(\d+)/.exec(description)?.[1] ?? ''
  const isFederated = access.identityToken !== undefined
  const sentence =
    (isFederated ? federationSentence(code, description, access) : undefined) ?? tokenSentences[code]?.(access)
  if (sentence !== undefined) return new SyncFailure('credentials', sentence, { action })
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && answer.body !== undefined) {
    const reason = code === '' ? String(answer.status) : `AADSTS${code}`
    return new SyncFailure(
      'credentials',
      `Microsoft Entra ID refused the application ${access.client_id} (${reason}). Check the tenant, the client ID and the ${isFederated ? 'federated credential' : 'secret'}.`,
      { action },
    )
  }
  return commonFailure(answer, { cloud: 'Microsoft Entra ID', action, nowMs, message: '' })
}

/** learn.microsoft.com, Microsoft Entra authentication error codes. */
const tokenSentences: Readonly<Record<string, (access: AzureAccess) => string>> = {
  '90002': wrongTenant,
  '900023': wrongTenant,
  '50034': wrongTenant,
  '700016': ({ client_id, tenant_id }) =>
    `The tenant ${tenant_id} has no application ${client_id}. Check both, and that the application was created in this tenant.`,
  '7000215': ({ client_id }) =>
    `The secret does not belong to the application ${client_id}. Enter the value of the secret, not its ID.`,
  '7000222': ({ client_id }) =>
    `The secret of the application ${client_id} has expired. Create a new one and enter its value.`,
  '7000112': ({ client_id }) => `The application ${client_id} is disabled in its tenant. Enable it, then check again.`,
  '700027': ({ client_id }) =>
    `The certificate is not registered with the application ${client_id}. Upload it there, then check again.`,
  '700024': () =>
    'The clock of this server is wrong, so Azure refuses the certificate. Set the clock, then check again.',
  '53003': ({ client_id }) =>
    `A Conditional Access policy of the tenant blocks the application ${client_id}. Add an exception for it.`,
}

function wrongTenant({ tenant_id, cloud }: AzureAccess): string {
  const others = { public: 'Azure', us_government: 'Azure US Government', china: 'Azure China' }
  return `There is no tenant ${tenant_id} in ${others[cloud]}. Check the tenant ID and the cloud.`
}

function errorOf(body: unknown): AzureError {
  const error = fieldOf(body, 'error')
  const details = fieldOf(error, 'details')
  const nested: unknown = Array.isArray(details) ? details[0] : undefined
  // Resource Graph says "BadRequest", and the reason in its details.
  const isNested = fieldOf(nested, 'code') !== undefined && fieldOf(error, 'code') === 'BadRequest'
  const source = isNested ? nested : error
  return { code: textFieldOf(source, 'code') ?? '', message: textFieldOf(source, 'message') ?? '' }
}
