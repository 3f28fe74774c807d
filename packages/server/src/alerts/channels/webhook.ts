/** Any address, signed as Standard Webhooks has it: whoever knows the secret can tell that it is ours, and fresh. */
import { createHmac, randomBytes } from 'node:crypto'
import type { ChannelSecret } from '@kept/domain/alert.ts'
import { defineChannel, type Message } from './channel.ts'
import { post, sentBy } from './post.ts'
import { testWords } from './words.ts'

export const webhook = defineChannel({
  kind: 'webhook',
  async send(message, { secret }, doors) {
    const body = JSON.stringify(webhookBody(message))
    const headers = signatureHeaders({ id: message.id, at: doors.now(), body, secret })
    return sentBy(await post(secret.url ?? '', { headers, body }, doors), 'The receiver has taken it.')
  },
})

export function webhookBody(message: Message) {
  const { id, kind, title, organization, thread, external, events, rules, owners } = message
  return {
    id,
    type: kind === 'alert' ? (external === null ? 'alert.opened' : 'alert.updated') : kind,
    title,
    organization,
    /** The same for everything told of one incident; null for digests and tests. */
    thread: thread || null,
    rules,
    owners,
    events: events.map(({ labels, ...event }) => ({ ...event, labels })),
    ...(kind === 'test' && { text: testWords }),
  }
}

interface Signed {
  /** The same at each try: a receiver that has seen it may drop it. */
  id: string
  at: Date
  body: string
  secret: ChannelSecret
}

export function signatureHeaders({ id, at, body, secret }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const { signing = '', before } = secret
  const keys = before && Date.parse(before.until) > at.getTime() ? [signing, before.signing] : [signing]
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
