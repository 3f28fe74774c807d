/** Jira Cloud, REST version 3: one issue per incident. Updates are comments on the issue. */
import { hash } from 'node:crypto'
import type { ChannelSecret, SettingsOf } from '@kept/domain/alert.ts'
import { type Posted, post } from '../../platform/outbound-post.ts'
import { type ChannelDeps, defineChannel, type Message, type Sent, sentBy } from './channel.ts'
import { aboutOf, bodyOf, listed, moneyOf } from './message-text.ts'

type Jira = { settings: SettingsOf<'jira'>; secret: ChannelSecret }

export const jira = defineChannel({
  kind: 'jira',
  async send(message, to, deps) {
    if (message.external !== null) {
      const commented = await comment(message, message.external, to, deps)
      // The issue was deleted: create a new one.
      if (commented.status !== 404) return sentBy(commented, `Commented on ${message.external}.`)
    }
    return open(message, to, deps)
  },
})

async function open(message: Message, to: Jira, deps: ChannelDeps): Promise<Sent> {
  const label = `kept-${hash('sha256', `${message.organization.id} ${message.thread || message.id}`).slice(0, 20)}`
  // An earlier attempt may have created the issue without getting the response.
  const existingKey = message.attempt > 1 && message.external === null ? await findByLabel(label, to, deps) : undefined
  if (existingKey !== undefined)
    return {
      outcome: 'taken',
      status: 200,
      sentence: `${existingKey} was created by an earlier attempt.`,
      external: existingKey,
    }
  const { project, issue_type } = to.settings
  const response = await request('/rest/api/3/issue', to, deps, {
    fields: {
      project: { key: project },
      issuetype: { name: issue_type },
      summary: summaryOf(message),
      description: documentOf(message),
      labels: ['kept', label],
    },
  })
  if (response.result.outcome !== 'taken') return sentBy(explained(response), '')
  const key = textAt(response.text, 'key')
  if (key === undefined)
    return {
      outcome: 'given_up',
      status: response.status,
      sentence: 'The response has no issue key. Check that the address is your Jira site.',
    }
  return { outcome: 'taken', status: response.status, sentence: `Created ${key}.`, external: key }
}

const comment = (message: Message, key: string, to: Jira, deps: ChannelDeps) =>
  request(`/rest/api/3/issue/${encodeURIComponent(key)}/comment`, to, deps, { body: documentOf(message) }).then(
    explained,
  )

async function findByLabel(label: string, to: Jira, deps: ChannelDeps): Promise<string | undefined> {
  const jql = `project = "${to.settings.project}" AND labels = "${label}"`
  const { result, text } = await request('/rest/api/3/search/jql', to, deps, { jql, maxResults: 1, fields: ['key'] })
  if (result.outcome !== 'taken') return undefined
  const { issues } = parsed(text) as { issues?: { key?: unknown }[] }
  const key = issues?.[0]?.key
  return typeof key === 'string' ? key : undefined
}

function request(path: string, { settings, secret }: Jira, deps: ChannelDeps, body: object): Promise<Posted> {
  const site = new URL(secret.url ?? '')
  const authorization = `Basic ${Buffer.from(`${settings.email}:${secret.token ?? ''}`).toString('base64')}`
  const url = `${site.origin}${site.pathname.replace(/\/+$/, '')}${path}`
  return post(url, { headers: { authorization, accept: 'application/json' }, body: JSON.stringify(body) }, deps)
}

/** Returns Jira's error messages, field by field. */
function explained(posted: Posted): Posted {
  const { result, text } = posted
  if (result.outcome !== 'given_up') return posted
  const { errors = {}, errorMessages = [] } = parsed(text) as { errors?: object; errorMessages?: unknown[] }
  const reason = [...errorMessages, ...Object.entries(errors).map(([field, message]) => `${field}: ${message}`)].join(
    '; ',
  )
  return reason
    ? { ...posted, result: { ...result, sentence: `Jira rejected it (${posted.status}): ${reason.slice(0, 300)}` } }
    : posted
}

const summaryOf = ({ title, kind }: Message) =>
  `${kind === 'test' ? 'Test: ' : ''}${title}`.replaceAll(/\s+/g, ' ').slice(0, 250)

/** Atlassian document format: paragraphs, and a list of links for several events. */
function documentOf(message: Message) {
  const text = (label: string, href?: string) => ({
    type: 'text',
    text: label,
    ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
  })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const { listedEvents, more } = listed(message)
  const items = listedEvents.map((event) => {
    const money = moneyOf(event)
    return { type: 'listItem', content: [paragraph(text(`${event.title}${money ? `, ${money}` : ''}`, event.url))] }
  })
  const body = bodyOf(message)
  return {
    type: 'doc',
    version: 1,
    content: [
      ...(body ? [paragraph(text(body))] : []),
      ...(items.length > 0 ? [{ type: 'bulletList', content: items }] : []),
      ...(more > 0 ? [paragraph(text(`And ${more} more.`, message.url))] : []),
      paragraph(text(aboutOf(message))),
    ],
  }
}

function textAt(json: string, name: string): string | undefined {
  const value = (parsed(json) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** Parses a JSON object. Returns an empty object for anything else. */
function parsed(json: string): object {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
