/** Webhooks signed as in Standard Webhooks: the receiver can verify the origin and the age of a message. */
import { createHmac, randomBytes } from 'node:crypto'
import type { ChannelSecret } from '@kept/domain/alert.ts'
import { defineChannel, type Message } from './channel.ts'
import { testMessage } from './message-text.ts'
import { post, sentBy } from './post.ts'

export const webhook = defineChannel({
  kind: 'webhook',
  async send(message, { secret }, deps) {
    const body = JSON.stringify(webhookBody(message))
    const headers = signatureHeaders({ id: message.id, sentAt: deps.now(), body, secret })
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

interface Signed {
  /** Stays the same across retries, so a receiver can drop repetitions. */
  id: string
  sentAt: Date
  body: string
  secret: ChannelSecret
}

function signatureHeaders({ id, sentAt, body, secret }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const { signing = '', before } = secret
  const keys = before && Date.parse(before.until) > sentAt.getTime() ? [signing, before.signing] : [signing]
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${signatureOf(key, `${id}.${timestamp}.${body}`)}`).join(' '),
  }
}

function signatureOf(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64')
}

export const newSigningSecret = () => `whsec_${randomBytes(32).toString('base64')}`
