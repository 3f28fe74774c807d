/** Microsoft Teams: an adaptive card to the address of a workflow ("when a webhook request is received"). */
import { judgeAnswer } from '@kept/engine/alerts/judge-answer.ts'
import { defineChannel, type Message } from './channel.ts'
import { post, sentBy } from './post.ts'
import { aboutOf, bodyOf, listed } from './words.ts'

export const teams = defineChannel({
  kind: 'teams',
  async send(message, { secret }, doors) {
    const posted = await post(secret.url ?? '', { body: JSON.stringify(teamsBody(message)) }, doors)
    // The former kind of address says 200 to everything and puts what went wrong into its words.
    const hidden = /HTTP error (\d{3})/.exec(posted.words)?.[1]
    if (posted.verdict.what !== 'taken' || hidden === undefined) return sentBy(posted, 'Teams has taken it.')
    const verdict = judgeAnswer({ status: Number(hidden), words: posted.words, waitMs: null })
    return sentBy({ ...posted, status: Number(hidden), verdict }, 'Teams has taken it.')
  },
})

export function teamsBody(message: Message) {
  const again = message.external !== null ? 'Update: ' : ''
  const { shown, more } = listed(message)
  const lines = message.events.length > 1 ? shown.map(({ title, url }) => `- [${plain(title)}](${url})`) : []
  if (more > 0) lines.push(`- and ${more} more`)
  const [only] = message.events
  const block = (text: string, rest: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...rest })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(plain(`${again}${message.title}`), { weight: 'Bolder', size: 'Medium' }),
            ...(bodyOf(message) ? [block(plain(bodyOf(message)))] : []),
            ...(lines.length > 0 ? [block(lines.join('\n'))] : []),
            block(plain(aboutOf(message)), { isSubtle: true, size: 'Small' }),
          ],
          actions: [
            {
              type: 'Action.OpenUrl',
              title: 'Open in Kept',
              url: only && message.events.length === 1 ? only.url : message.url,
            },
          ],
        },
      },
    ],
  }
}

/** Cards read Markdown: names that came from a bill are shown as they are. */
const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>]/g, '\\$&')
