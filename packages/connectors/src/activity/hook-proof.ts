/** How a delivery proves its sender: a hash keyed with the secret, or the secret itself. */
import { KeptError } from '@kept/domain/errors.ts'
import { headerOf } from './webhook.ts'

export interface Delivery {
  headers: Readonly<Record<string, string>>
  /** The exact bytes as received: signatures are over this text. */
  body: string
  /** When Kept received it: some senders include no time. */
  received_at: string
}

/** Cryptographic functions of the caller, so that this module stays free of I/O. */
export interface ProofTools {
  hmacSha256(key: Uint8Array, message: string): Uint8Array
  /** Constant-time comparison, for any lengths. */
  isSame(a: string, b: string): boolean
}

const unproven = (message: string) => new KeptError('unauthenticated', message)
const utf8 = new TextEncoder()
/** Standard Webhooks: an older delivery could be a replay. */
const longestAgeSeconds = 300

export function proveGithub({ headers, body }: Delivery, secret: string, tools: ProofTools): void {
  const signature = headerOf({ headers }, 'x-hub-signature-256')
  if (signature === '') throw unproven('X-Hub-Signature-256 is missing. Set a secret for the webhook in GitHub.')
  const expected = Buffer.from(tools.hmacSha256(utf8.encode(secret), body)).toString('hex')
  if (!tools.isSame(signature, `sha256=${expected}`)) {
    throw unproven('The signature does not match. Use the same secret on both sides.')
  }
}

/** GitLab signs as in Standard Webhooks or, without a signing token, sends the secret itself. */
export function proveGitlab(delivery: Delivery, secret: string, tools: ProofTools): void {
  const { headers } = delivery
  const signatures = headerOf({ headers }, 'webhook-signature')
  if (signatures !== '') {
    proveStandard(delivery, signatures, secret, tools)
    return
  }
  const token = headerOf({ headers }, 'x-gitlab-token')
  if (token === '') {
    throw unproven(
      'Both webhook-signature and X-Gitlab-Token are missing. Set a signing token or a secret token for the webhook in GitLab.',
    )
  }
  if (!tools.isSame(token, secret)) throw unproven('The secret token does not match. Use the same token on both sides.')
}

function proveStandard(
  { headers, body, received_at }: Delivery,
  signatures: string,
  secret: string,
  tools: ProofTools,
) {
  const [id, timestamp] = [headerOf({ headers }, 'webhook-id'), headerOf({ headers }, 'webhook-timestamp')]
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) {
    throw unproven('A signed webhook needs webhook-id and webhook-timestamp (seconds since 1970).')
  }
  const age = Math.abs(Date.parse(received_at) / 1000 - Number(timestamp))
  if (age > longestAgeSeconds) {
    throw unproven('The webhook timestamp is more than five minutes off. Check the clocks on both sides.')
  }
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : utf8.encode(secret)
  const expected = `v1,${Buffer.from(tools.hmacSha256(key, `${id}.${timestamp}.${body}`)).toString('base64')}`
  // During a token rotation a sender signs with both tokens.
  const proven = signatures
    .split(' ')
    .map((signature) => tools.isSame(signature, expected))
    .includes(true)
  if (!proven) {
    throw unproven('The signature does not match. Use the same signing token on both sides.')
  }
}

/** Senders that cannot sign send the secret: as a bearer token, an event collector's token, or a password. */
export function proveBearer({ headers }: Delivery, secret: string, tools: ProofTools): void {
  const [scheme = '', value = ''] = headerOf({ headers }, 'authorization').split(/ +/, 2)
  const presented = /^basic$/i.test(scheme) ? passwordOf(value) : /^(?:bearer|splunk)$/i.test(scheme) ? value : ''
  if (presented === '') {
    throw unproven(
      'The secret is missing. Send it as "Authorization: Bearer <secret>", or as the password in the address.',
    )
  }
  if (!tools.isSame(presented, secret)) throw unproven('The secret does not match. Use the same secret on both sides.')
}

/** "user:password" in base64. */
function passwordOf(value: string): string {
  const pair = Buffer.from(value, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon < 0 ? '' : pair.slice(colon + 1)
}
