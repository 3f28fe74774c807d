/** What was typed about a channel: what is wrong with it, and what is sent. */
import type { ChannelTyped } from '@kept/contract/routes/alerts.ts'
import type { ChannelKind } from '@kept/domain/alert-words.ts'
import { listOf } from './words.ts'

export type ChannelField = 'name' | 'recipients' | 'url' | 'email' | 'token' | 'project' | 'issue_type'
type Values = Record<ChannelField, string>

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text)

export function mistakesIn(
  kind: ChannelKind,
  values: Values,
  { toOwners, known }: { toOwners: boolean; known: boolean },
): Partial<Values> {
  const url = values.url.trim()
  const token = values.token.trim()
  const mistakes: Partial<Values> = {}
  if (values.name.trim() === '') mistakes.name = 'Give it a name.'
  if (kind === 'email') {
    if (listOf(values.recipients).length === 0 && !toOwners)
      mistakes.recipients = 'Name at least one address, or choose the owners of the rule.'
    return mistakes
  }
  if (!(known && url === '' && (kind !== 'jira' || token === '')) && !isAddress(url))
    mistakes.url = 'Type an address that begins with https://.'
  if (kind !== 'jira') return mistakes
  if (token === '' && !(known && url === '')) mistakes.token = 'Make one in your Atlassian account, under Security.'
  if (values.email.trim() === '') mistakes.email = 'Type the address of the account the token belongs to.'
  if (!/^[A-Z][A-Z0-9_]*$/.test(values.project.trim()))
    mistakes.project = 'It stands before the number of an issue: OPS in OPS-12.'
  if (values.issue_type.trim() === '') mistakes.issue_type = 'Such as Task or Bug.'
  return mistakes
}

/** Undefined when nothing secret was typed anew: what is stored stays. */
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
