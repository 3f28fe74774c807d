/** Slack's incoming webhooks. They answer no message id, so an incident's messages name it instead of hanging below it. */
import { defineChannel, type Message } from './channel.ts'
import { post, sentBy } from './post.ts'
import { aboutOf, bodyOf, listed } from './words.ts'

const mostLetters = 2_900

export const slack = defineChannel({
  kind: 'slack',
  send: async (message, { secret }, doors) =>
    sentBy(await post(secret.url ?? '', { body: JSON.stringify(slackBody(message)) }, doors), 'Slack has taken it.'),
})

export function slackBody(message: Message) {
  const body = bodyOf(message)
  const again = message.external !== null ? 'Update: ' : ''
  const { shown, more } = listed(message)
  const [only] = message.events
  const list = message.events.length > 1 ? shown.map(({ title, url }) => `• ${link(url, title)}`) : []
  if (more > 0) list.push(`and ${more} more`)
  const text = [escaped(body), list.join('\n')].filter(Boolean).join('\n')
  return {
    // What a phone shows.
    text: escaped(`${again}${message.title}`),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(`${again}${message.title}`, 150) } },
      ...(text ? [{ type: 'section', text: { type: 'mrkdwn', text: cut(text, mostLetters) } }] : []),
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: cut(escaped(aboutOf(message)), mostLetters) },
          { type: 'mrkdwn', text: link(only && message.events.length === 1 ? only.url : message.url, 'Open in Kept') },
        ],
      },
    ],
  }
}

/** Slack reads three letters as its own; a name that came from a bill must not become a link or call everybody. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const link = (url: string, words: string) => `<${url}|${escaped(words).replaceAll('|', '¦')}>`
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
