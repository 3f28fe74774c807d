/** Jira Cloud, REST version 3: an issue for each incident; what is told of it later is a comment on the same issue. */
import { createHash } from 'node:crypto'
import type { ChannelSecret, SettingsOf } from '@kept/domain/alert.ts'
import { type ChannelDoors, defineChannel, type Message, type Sent } from './channel.ts'
import { type Posted, post, sentBy } from './post.ts'
import { aboutOf, bodyOf, listed, moneyOf } from './words.ts'

type Jira = { settings: SettingsOf<'jira'>; secret: ChannelSecret }

export const jira = defineChannel({
  kind: 'jira',
  async send(message, to, doors) {
    if (message.external !== null) {
      const commented = await comment(message, message.external, to, doors)
      // Somebody deleted the issue: the incident gets a new one.
      if (commented.status !== 404) return sentBy(commented, `Commented on ${message.external}.`)
    }
    return open(message, to, doors)
  },
})

async function open(message: Message, to: Jira, doors: ChannelDoors): Promise<Sent> {
  const label = `kept-${createHash('sha256')
    .update(`${message.organization.id} ${message.thread || message.id}`)
    .digest('hex')
    .slice(0, 20)}`
  // The try before may have made it and lost the answer.
  const there = message.attempt > 1 && message.external === null ? await findByLabel(label, to, doors) : undefined
  if (there !== undefined)
    return { what: 'taken', status: 200, sentence: `${there} was opened by the try before.`, external: there }
  const { project, issue_type } = to.settings
  const asked = await ask('/rest/api/3/issue', to, doors, {
    fields: {
      project: { key: project },
      issuetype: { name: issue_type },
      summary: summaryOf(message),
      description: documentOf(message),
      labels: ['kept', label],
    },
  })
  if (asked.verdict.what !== 'taken') return sentBy(explained(asked), '')
  const key = textAt(asked.words, 'key')
  if (key === undefined)
    return {
      what: 'given_up',
      status: asked.status,
      sentence: 'This does not look like Jira: it answered, but named no issue.',
    }
  return { what: 'taken', status: asked.status, sentence: `Opened ${key}.`, external: key }
}

const comment = (message: Message, key: string, to: Jira, doors: ChannelDoors) =>
  ask(`/rest/api/3/issue/${encodeURIComponent(key)}/comment`, to, doors, { body: documentOf(message) }).then(explained)

async function findByLabel(label: string, to: Jira, doors: ChannelDoors): Promise<string | undefined> {
  const jql = `project = "${to.settings.project}" AND labels = "${label}"`
  const { verdict, words } = await ask('/rest/api/3/search/jql', to, doors, { jql, maxResults: 1, fields: ['key'] })
  if (verdict.what !== 'taken') return undefined
  const { issues } = parsed(words) as { issues?: { key?: unknown }[] }
  const key = issues?.[0]?.key
  return typeof key === 'string' ? key : undefined
}

function ask(path: string, { settings, secret }: Jira, doors: ChannelDoors, body: object): Promise<Posted> {
  const site = new URL(secret.url ?? '')
  const authorization = `Basic ${Buffer.from(`${settings.email}:${secret.token ?? ''}`).toString('base64')}`
  const url = `${site.origin}${site.pathname.replace(/\/+$/, '')}${path}`
  return post(url, { headers: { authorization, accept: 'application/json' }, body: JSON.stringify(body) }, doors)
}

/** Jira says what is wrong field by field: that is the sentence to show. */
function explained(posted: Posted): Posted {
  const { verdict, words } = posted
  if (verdict.what !== 'given_up') return posted
  const { errors = {}, errorMessages = [] } = parsed(words) as { errors?: object; errorMessages?: unknown[] }
  const said = [...errorMessages, ...Object.entries(errors).map(([field, why]) => `${field}: ${why}`)].join('; ')
  return said
    ? { ...posted, verdict: { ...verdict, sentence: `Jira refused it (${posted.status}): ${said.slice(0, 300)}` } }
    : posted
}

const summaryOf = ({ title, kind }: Message) =>
  `${kind === 'test' ? 'Test: ' : ''}${title}`.replaceAll(/\s+/g, ' ').slice(0, 250)

/** Atlassian's document format: paragraphs, and a list with links where there are several. */
function documentOf(message: Message) {
  const text = (words: string, href?: string) => ({
    type: 'text',
    text: words,
    ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
  })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const { shown, more } = listed(message)
  const items = shown.map((event) => {
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

function textAt(words: string, name: string): string | undefined {
  const value = (parsed(words) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** An object, whatever came. */
function parsed(words: string): object {
  try {
    const value: unknown = JSON.parse(words)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
