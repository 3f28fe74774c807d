/** Validates the channel form and builds its request. */
import type { ChannelTyped } from '@kept/contract/routes/alerts.ts'
import type { ChannelKind } from '@kept/domain/alert-labels.ts'
import { listOf } from './alert-text.ts'

type ChannelField = 'name' | 'recipients' | 'url' | 'email' | 'token' | 'project' | 'issue_type'
type Values = Record<ChannelField, string>

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text)

export function mistakesIn(
  kind: ChannelKind,
  values: Values,
  { toOwners, isStored }: { toOwners: boolean; isStored: boolean },
): Partial<Values> {
  const url = values.url.trim()
  const token = values.token.trim()
  const mistakes: Partial<Values> = {}
  if (values.name.trim() === '') mistakes.name = 'Enter a name.'
  if (kind === 'email') {
    if (listOf(values.recipients).length === 0 && !toOwners)
      mistakes.recipients = 'Enter at least one address, or notify the rule owners.'
    return mistakes
  }
  if (!(isStored && url === '' && (kind !== 'jira' || token === '')) && !isAddress(url))
    mistakes.url = 'Enter a URL that starts with https://.'
  if (kind !== 'jira') return mistakes
  if (token === '' && !(isStored && url === ''))
    mistakes.token = 'Enter an API token. Create one in your Atlassian account, under Security.'
  if (values.email.trim() === '') mistakes.email = 'Enter the email of the account that owns the token.'
  if (!/^[A-Z][A-Z0-9_]*$/.test(values.project.trim()))
    mistakes.project = 'Enter the project key, such as OPS in OPS-12.'
  if (values.issue_type.trim() === '') mistakes.issue_type = 'Enter an issue type, such as Task or Bug.'
  return mistakes
}

/** Returns undefined when no new secret was typed; the stored one then stays. */
export function typedFrom(kind: ChannelKind, values: Values, toOwners: boolean): ChannelTyped | undefined {
  if (kind === 'email') return { kind, recipients: listOf(values.recipients), to_owners: toOwners }
  const url = values.url.trim()
  if (url === '') return undefined
  if (kind !== 'jira') return { kind, url }
  const [email, token, project, issue_type] = [values.email, values.token, values.project, values.issue_type].map(
    (text) => text.trim(),
  ) as [string, string, string, string]
  return { kind, url, email, token, project, issue_type }
}
