/** Slack incoming webhooks. They return no message id, so follow-ups name the incident instead of using a thread. */
import { post } from '../../platform/outbound-post.ts'
import { defineChannel, type Message, sentBy } from './channel.ts'
import { aboutOf, approvalOf, bodyOf, listed } from './message-text.ts'

const maxMails = 2_900

export const slack = defineChannel({
  kind: 'slack',
  send: async (message, { secret }, deps) => {
    const body = slackBody(message, secret.slack_signing !== undefined)
    return sentBy(await post(secret.url ?? '', { body: JSON.stringify(body) }, deps), 'Accepted by Slack.')
  },
})

function slackBody(message: Message, hasButtons: boolean) {
  const body = bodyOf(message)
  const prefix = message.external !== null ? 'Update: ' : ''
  const { listedEvents, more } = listed(message)
  const [event] = message.events
  const list = message.events.length > 1 ? listedEvents.map(({ title, url }) => `• ${link(url, title)}`) : []
  if (more > 0) list.push(`and ${more} more`)
  const text = [escaped(body), list.join('\n')].filter(Boolean).join('\n')
  return {
    // Text of the phone notification.
    text: escaped(`${prefix}${message.title}`),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(`${prefix}${message.title}`, 150) } },
      ...(text ? [{ type: 'section', text: { type: 'mrkdwn', text: cut(text, maxMails) } }] : []),
      ...(hasButtons ? approvalButtons(message) : []),
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: cut(escaped(aboutOf(message)), maxMails) },
          {
            type: 'mrkdwn',
            text: link(event && message.events.length === 1 ? event.url : message.url, 'Open in Kept'),
          },
        ],
      },
    ],
  }
}

/** Approve and Deny, below a message about one approval that waits. */
function approvalButtons(message: Message): object[] {
  const approvalId = approvalOf(message)
  if (approvalId === undefined) return []
  const button = (action_id: string, label: string, style: 'primary' | 'danger') => ({
    ...{ type: 'button', action_id, value: approvalId, style },
    text: { type: 'plain_text', text: label },
  })
  return [
    {
      type: 'actions',
      elements: [button('kept_approve', 'Approve', 'primary'), button('kept_deny', 'Deny', 'danger')],
    },
  ]
}

/** Escapes Slack's control characters, so a name from a bill can't become a link or mention everyone. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const link = (url: string, label: string) => `<${url}|${escaped(label).replaceAll('|', '¦')}>`
const cut = (text: string, maxLength: number) => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text)
