/** A POST with a batch of events, signed as in Standard Webhooks. */
import { post } from '../../platform/outbound-post.ts'
import { signatureHeaders } from '../../platform/sign-webhook.ts'
import { batchRange, type SendBatch } from './stream-batch.ts'

export const sendToWebhook: SendBatch<'webhook'> = async (
  { organizationId, stream, before, events },
  { secret },
  deps,
) => {
  const { first, last } = batchRange({ events })
  const id = `${stream.id}-${first}-${last}`
  const body = JSON.stringify({ id, type: 'audit.events', organization_id: organizationId, stream, before, events })
  const headers = signatureHeaders({ id, sentAt: deps.now(), body, keys: [secret.signing ?? ''] })
  const { result } = await post(secret.url ?? '', { headers, body }, deps)
  if (result.outcome === 'taken') return { delivered: true }
  return { delivered: false, reason: result.sentence, waitMs: result.outcome === 'again' ? result.waitMs : null }
}
