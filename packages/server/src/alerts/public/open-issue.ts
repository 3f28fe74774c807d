/** Opens an issue in a Jira, GitHub or GitLab channel of the organization, with the channel's own sealed credential. */
import type { Scope } from '@kept/domain/scope.ts'
import { findChannel } from '@kept/store/alerts/channels.ts'
import { openGithubIssue } from '../channels/github-api.ts'
import { openGitlabIssue } from '../channels/gitlab-api.ts'
import { issueLabel, type OpenedIssue } from '../channels/issue.ts'
import { openJiraIssue } from '../channels/jira-api.ts'
import { documentFromMarkdown } from '../channels/jira-document.ts'
import type { SendDeps } from '../send-delivery.ts'
import { channelSecretOf } from './channel-secret.ts'

interface NewIssue {
  /** Stays the same across attempts. */
  id: string
  title: string
  /** Markdown. */
  body: string
  attempt: number
}

/** The outcome `again` leaves open whether the issue exists; a next attempt looks for it first. Throws `not_found` for a channel of another organization. */
export async function openIssue(
  deps: SendDeps,
  scope: Scope,
  channelId: string,
  { id, ...texts }: NewIssue,
): Promise<OpenedIssue> {
  const channel = await deps.state.database.scoped(scope, (tx) => findChannel(tx, channelId))
  const secret = channelSecretOf(deps, scope, channel)
  const { settings } = channel
  const issue = { ...texts, label: issueLabel(scope.organizationId, 'ticket', id) }
  if (settings.kind === 'github') return openGithubIssue(issue, { settings, secret }, deps)
  if (settings.kind === 'gitlab') return openGitlabIssue(issue, { settings, secret }, deps)
  if (settings.kind === 'jira')
    return openJiraIssue({ ...issue, document: documentFromMarkdown(issue.body) }, { settings, secret }, deps)
  return { outcome: 'given_up', status: null, sentence: `"${channel.name}" opens no issues.` }
}
