/** Webhooks signed as in Standard Webhooks: the receiver can verify the origin and the age of a message. */

import { post } from '../../platform/outbound-post.ts'
import { signatureHeaders } from '../../platform/sign-webhook.ts'
import { defineChannel, type Message, sentBy } from './channel.ts'
import { testMessage } from './message-text.ts'

export const webhook = defineChannel({
  kind: 'webhook',
  async send(message, { secret }, deps) {
    const body = JSON.stringify(webhookBody(message))
    const sentAt = deps.now()
    const { signing = '', before } = secret
    const keys = before && Date.parse(before.until) > sentAt.getTime() ? [signing, before.signing] : [signing]
    const headers = signatureHeaders({ id: message.id, sentAt, body, keys })
    return sentBy(await post(secret.url ?? '', { headers, body }, deps), 'Accepted by the receiver.')
  },
})

function webhookBody(message: Message) {
  const { id, kind, title, organization, thread, external, events, rules, owners } = message
  return {
    id,
    type: kind === 'alert' ? (external === null ? 'alert.opened' : 'alert.updated') : kind,
    title,
    organization,
    /** Shared by all messages of an incident. Null for digests and tests. */
    thread: thread || null,
    rules,
    owners,
    events: events.map(({ labels, ...event }) => ({ ...event, labels })),
    ...(kind === 'test' && { text: testMessage }),
  }
}
