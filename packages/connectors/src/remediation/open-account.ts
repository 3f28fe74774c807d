/** Opens an account with its credentials, as the port through which Kept acts in it. */
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { RemediationPort, RemediationTarget } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { regionOf } from './aws/address.ts'
import { openAws } from './aws/http-client.ts'
import { openIdentity, otherAccount, sendOnlyTo } from './aws/identity.ts'
import { openAzure } from './azure/http-client.ts'
import { type Credentials, credentialSchemas, type GuardedFetch } from './credentials.ts'
import { openGcp } from './gcp/http-client.ts'
import { openKubernetes } from './kubernetes/http-client.ts'
import { openPort } from './port.ts'
import type { CloudRequest } from './remedy.ts'

export function openAccount(
  provider: RemediationProvider,
  credentials: unknown,
  {
    fetch,
    nowMs,
    wait,
    account: { name = 'The account', number } = {},
  }: {
    fetch: GuardedFetch
    nowMs(): number
    /** Between two looks at a long change; tests do not wait. */
    wait?: (ms: number, signal?: AbortSignal) => Promise<void>
    /** Its name in Kept, and the number of the AWS account that it has to be. */
    account?: { name?: string; number?: string | undefined }
  },
): RemediationPort {
  const send = askerOf(provider, checkCredentials(provider, credentials), fetch, nowMs)
  if (provider !== 'aws') return openPort(provider, send, wait)
  const identity = openIdentity(send)
  const sendTo = number === undefined ? send : sendOnlyTo(number, { name, send, identity })
  return openPort(provider, sendTo, wait, async (target, signal) => {
    const own = await identity(regionOf(target), signal)
    const expected = accountNumberOf(target)
    if (expected !== undefined && expected !== own) throw otherAccount({ name, number: own, expected })
    return own
  })
}

/** Of a resource in AWS, where bill or inventory say it. */
export function accountNumberOf({ provider, account }: RemediationTarget): string | undefined {
  return provider === 'aws' && /^\d{12}$/.test(account) ? account : undefined
}

/** Validates and strips the entered credentials; throws one sentence, which repeats no secret. */
export function checkCredentials<Provider extends RemediationProvider>(
  provider: Provider,
  credentials: unknown,
): Credentials[Provider] {
  const parsed = credentialSchemas[provider].safeParse(credentials)
  if (parsed.success) return parsed.data as Credentials[Provider]
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'it')
  throw badInput(
    `The ${provider} credentials are not valid: ${field}, ${issue ? describeIssue(issue) : 'cannot be read'}.`,
  )
}

/** The endpoints that a user entered: everything is sent there, keys included. */
export function addressesOf(credentials: Credentials[RemediationProvider]): string[] {
  const { endpoint, server } = credentials as { endpoint?: string; server?: string }
  return [endpoint, server].filter((address) => address !== undefined)
}

function askerOf(
  provider: RemediationProvider,
  credentials: Credentials[RemediationProvider],
  fetch: GuardedFetch,
  nowMs: () => number,
): CloudRequest {
  switch (provider) {
    case 'aws':
      return openAws(credentials as Credentials['aws'], fetch, nowMs)
    case 'azure':
      return openAzure(credentials as Credentials['azure'], fetch, nowMs)
    case 'gcp':
      return openGcp(credentials as Credentials['gcp'], fetch, nowMs)
    case 'kubernetes':
      return openKubernetes(credentials as Credentials['kubernetes'], fetch)
  }
}
