/** Signatures as in Standard Webhooks: the receiver can verify the origin and the age of a message. */
import { createHmac, randomBytes } from 'node:crypto'

interface Signed {
  /** Stays the same across retries, so a receiver can drop repetitions. */
  id: string
  sentAt: Date
  body: string
  /** Each of them signs, so that a receiver can change from one to the next. */
  keys: readonly string[]
}

export function signatureHeaders({ id, sentAt, body, keys }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
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
