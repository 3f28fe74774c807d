/** Opens an account with its credentials, as the port through which Kept acts in it. */
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { RemediationPort } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { openAws } from './aws/http-client.ts'
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
  }: {
    fetch: GuardedFetch
    nowMs(): number
    /** Between two looks at a long change; tests do not wait. */
    wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  },
): RemediationPort {
  return openPort(provider, askerOf(provider, checkCredentials(provider, credentials), fetch, nowMs), wait)
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
