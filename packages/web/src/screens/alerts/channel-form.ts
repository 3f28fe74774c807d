/** Validates the channel form and builds its request. */
import type { ChannelTyped } from '@kept/contract/inputs/alerts.ts'
import { type ChannelKind, isIssueTracker } from '@kept/domain/alert-labels.ts'
import { listOf } from './alert-text.ts'

export type ChannelField =
  | 'name'
  | 'recipients'
  | 'url'
  | 'email'
  | 'token'
  | 'project'
  | 'issue_type'
  | 'repository'
  | 'signing_secret'
type Values = Record<ChannelField, string>

/** The field of each part of the request. */
export const channelNames: Readonly<Record<string, ChannelField>> = {
  name: 'name',
  typed: 'url',
  'typed.url': 'url',
  'typed.signing_secret': 'signing_secret',
  'typed.email': 'email',
  'typed.token': 'token',
  'typed.project': 'project',
  'typed.issue_type': 'issue_type',
  'typed.repository': 'repository',
  'typed.recipients': 'recipients',
  'typed.recipients.0': 'recipients',
}

export const channelSentences = {
  missing: {
    name: 'Enter a name.',
    token: 'Enter an API token. It is created in the settings of your account, under Security or Developer settings.',
    email: 'Enter the email of the account that owns the token.',
    issue_type: 'Enter an issue type, such as Task or Bug.',
  },
  invalid: {
    url: 'Enter a URL that starts with https://.',
    project: 'Enter the project key, such as OPS in OPS-12.',
    signing_secret: 'Enter the signing secret of the Slack app: 32 characters, 0 to 9 and a to f.',
    repository: 'Enter the owner or group and the repository, such as northwind/platform.',
  },
} as const

/** What the contract cannot know: who is notified besides, and which secrets are stored. */
export function mistakesIn(
  kind: ChannelKind,
  values: Values,
  { toOwners, isStored }: { toOwners: boolean; isStored: boolean },
): Partial<Values> {
  if (kind === 'email') {
    const isNobody = listOf(values.recipients).length === 0 && !toOwners
    return isNobody ? { recipients: 'Enter at least one address, or notify the rule owners.' } : {}
  }
  // A stored channel keeps its secrets when none of them is typed; typed, they come together.
  const others = isIssueTracker(kind) ? values.token : kind === 'slack' ? values.signing_secret : ''
  const hasSecrets = values.url.trim() !== '' || others.trim() !== ''
  return values.url.trim() === '' && (hasSecrets || !isStored) ? { url: channelSentences.invalid.url } : {}
}

/** Returns undefined when no new secret was typed; the stored one then stays. */
export function typedFrom(kind: ChannelKind, values: Values, toOwners: boolean): ChannelTyped | undefined {
  if (kind === 'email') return { kind, recipients: listOf(values.recipients), to_owners: toOwners }
  const url = values.url.trim()
  if (url === '') return undefined
  if (kind === 'slack') {
    const signing_secret = values.signing_secret.trim()
    return { kind, url, ...(signing_secret && { signing_secret }) }
  }
  if (kind === 'github' || kind === 'gitlab')
    return { kind, url, token: values.token.trim(), repository: values.repository.trim() }
  if (kind !== 'jira') return { kind, url }
  const [email, token, project, issue_type] = [values.email, values.token, values.project, values.issue_type].map(
    (text) => text.trim(),
  ) as [string, string, string, string]
  return { kind, url, email, token, project, issue_type }
}
