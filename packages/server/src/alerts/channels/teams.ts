/** Microsoft Teams: posts an adaptive card to a workflow ("when a webhook request is received"). */
import { classifyAnswer } from '@kept/engine/alerts/classify-answer.ts'
import { post } from '../../platform/outbound-post.ts'
import { defineChannel, type Message, sentBy } from './channel.ts'
import { aboutOf, approvalOf, bodyOf, listed } from './message-text.ts'

export const teams = defineChannel({
  kind: 'teams',
  async send(message, { secret }, deps) {
    const posted = await post(secret.url ?? '', { body: JSON.stringify(teamsBody(message)) }, deps)
    // Legacy connectors answer 200 to everything and put the error into the body.
    const hidden = /HTTP error (\d{3})/.exec(posted.text)?.[1]
    if (posted.result.outcome !== 'taken' || hidden === undefined) return sentBy(posted, 'Accepted by Teams.')
    const result = classifyAnswer({ status: Number(hidden), body: posted.text, waitMs: null })
    return sentBy({ ...posted, status: Number(hidden), result }, 'Accepted by Teams.')
  },
})

function teamsBody(message: Message) {
  const prefix = message.external !== null ? 'Update: ' : ''
  const { listedEvents, more } = listed(message)
  const lines =
    message.events.length > 1 ? listedEvents.map(({ title, url }) => `- [${escapeMarkdown(title)}](${url})`) : []
  if (more > 0) lines.push(`- and ${more} more`)
  const [event] = message.events
  const block = (text: string, options: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...options })
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
            block(escapeMarkdown(`${prefix}${message.title}`), { weight: 'Bolder', size: 'Medium' }),
            ...(bodyOf(message) ? [block(escapeMarkdown(bodyOf(message)))] : []),
            ...(lines.length > 0 ? [block(lines.join('\n'))] : []),
            block(escapeMarkdown(aboutOf(message)), { isSubtle: true, size: 'Small' }),
          ],
          actions: [
            {
              type: 'Action.OpenUrl',
              // The link is signed and valid until the approval is decided; who decides is signed in.
              title: approvalOf(message) === undefined ? 'Open in Kept' : 'Review and decide',
              url: event && message.events.length === 1 ? event.url : message.url,
            },
          ],
        },
      },
    ],
  }
}

/** Escapes Markdown, so names from a bill are shown as they are. */
const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_[\]<>]/g, '\\$&')
