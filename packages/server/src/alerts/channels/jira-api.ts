/** The calls of Jira Cloud's REST version 3 that Kept makes. */
import type { ChannelSecret, SettingsOf } from '@kept/domain/alert.ts'
import { isObject, textFieldOf } from '@kept/foundation/narrow.ts'
import { type Posted, post } from '../../platform/outbound-post.ts'
import type { ChannelDeps } from './channel.ts'
import { type Issue, type OpenedIssue, parseObject } from './issue.ts'
import type { JiraDocument } from './jira-document.ts'

export type JiraTarget = { settings: SettingsOf<'jira'>; secret: ChannelSecret }

interface JiraIssue extends Omit<Issue, 'body'> {
  document: JiraDocument
}

/** After a lost response the issue is looked for by its label first. */
export async function openJiraIssue(issue: JiraIssue, to: JiraTarget, deps: ChannelDeps): Promise<OpenedIssue> {
  const existingKey = issue.attempt > 1 ? await findByLabel(issue.label, to, deps) : undefined
  if (existingKey !== undefined)
    return { outcome: 'taken', status: 200, key: existingKey, url: browseUrl(existingKey, to), isEarlier: true }
  const { project, issue_type } = to.settings
  const { result, status, text } = explained(
    await request('/rest/api/3/issue', to, deps, {
      fields: {
        project: { key: project },
        issuetype: { name: issue_type },
        summary: issue.title.replaceAll(/\s+/g, ' ').slice(0, 250),
        description: issue.document,
        labels: ['kept', issue.label],
      },
    }),
  )
  if (result.outcome !== 'taken') return { ...result, status }
  const { key } = parseObject(text)
  if (typeof key !== 'string' || status === null) {
    const sentence = 'The response has no issue key. Check that the address is your Jira site.'
    return { outcome: 'given_up', status, sentence }
  }
  return { outcome: 'taken', status, key, url: browseUrl(key, to), isEarlier: false }
}

export const commentOnJiraIssue = (key: string, document: JiraDocument, to: JiraTarget, deps: ChannelDeps) =>
  request(`/rest/api/3/issue/${encodeURIComponent(key)}/comment`, to, deps, { body: document }).then(explained)

async function findByLabel(label: string, to: JiraTarget, deps: ChannelDeps): Promise<string | undefined> {
  const jql = `project = "${to.settings.project}" AND labels = "${label}"`
  const { result, text } = await request('/rest/api/3/search/jql', to, deps, { jql, maxResults: 1, fields: ['key'] })
  if (result.outcome !== 'taken') return undefined
  const { issues } = parseObject(text)
  return Array.isArray(issues) ? textFieldOf(issues[0], 'key') : undefined
}

function siteOf({ secret }: JiraTarget): string {
  const site = new URL(secret.url ?? '')
  return `${site.origin}${site.pathname.replace(/\/+$/, '')}`
}

const browseUrl = (key: string, to: JiraTarget) => `${siteOf(to)}/browse/${encodeURIComponent(key)}`

function request(path: string, to: JiraTarget, deps: ChannelDeps, body: object): Promise<Posted> {
  const credentials = Buffer.from(`${to.settings.email}:${to.secret.token ?? ''}`).toString('base64')
  const headers = { authorization: `Basic ${credentials}`, accept: 'application/json' }
  return post(`${siteOf(to)}${path}`, { headers, body: JSON.stringify(body) }, deps)
}

/** Returns Jira's error messages, field by field. */
function explained(posted: Posted): Posted {
  const { result, text } = posted
  if (result.outcome !== 'given_up') return posted
  const { errors, errorMessages } = parseObject(text)
  const messages: unknown[] = Array.isArray(errorMessages) ? errorMessages : []
  const fields = Object.entries(isObject(errors) ? errors : {}).map(([field, message]) => `${field}: ${message}`)
  const reason = [...messages, ...fields].join('; ')
  if (!reason) return posted
  return { ...posted, result: { ...result, sentence: `Jira rejected it (${posted.status}): ${reason.slice(0, 300)}` } }
}
