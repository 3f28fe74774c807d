/** The two WebSockets. OpenAPI cannot describe messages, so they are in `x-websocket`. */
import * as z from 'zod'

const channel = z.enum(['metrics', 'alerts', 'security', 'audit'])

const clientMessages = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    channel,
    since: z
      .int()
      .min(0)
      .optional()
      .describe('Sequence number of the last event received; later events are sent first'),
  }),
  z.object({ type: z.literal('unsubscribe'), channel }),
  z.object({ type: z.literal('ping') }),
])

const event = { seq: z.int(), channel, payload: z.record(z.string(), z.unknown()), at: z.iso.datetime() }

const serverMessages = z.discriminatedUnion('type', [
  z.object({ type: z.literal('metrics_update'), ...event }),
  z.object({ type: z.literal('cost_alert'), ...event }),
  z.object({ type: z.literal('security_alert'), ...event }),
  z.object({ type: z.literal('audit_event'), ...event }),
  z.object({
    type: z.literal('subscribed'),
    channel,
    seq: z.int(),
    complete: z.boolean().describe('False when events after `since` are no longer available; reload the data'),
  }),
  z.object({ type: z.literal('unsubscribed'), channel: channel.optional() }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string(), channel: channel.optional() }),
])

const closeCodes = {
  1012: 'Server is shutting down; connect again',
  4401: 'Signed out',
  4410: 'The session switched organization; connect again',
  4429: 'Too many connections or messages',
} as const

export interface WebSocketRoute {
  operationId: string
  path: `/${string}`
  summary: string
  description: string
  needs: 'notifications:read'
  messages: { client: z.ZodType; server: z.ZodType; closeCodes: Readonly<Record<number, string>> }
}

const messages = { client: clientMessages, server: serverMessages, closeCodes }
const resumeHint = 'After a reconnect, `?since=` with the last `seq` returns the missed events.'

export const webSockets: readonly WebSocketRoute[] = [
  {
    operationId: 'live.connect',
    path: '/ws',
    summary: 'Open a live connection',
    description: `A WebSocket of JSON messages. Send subscribe, unsubscribe or ping; \`metrics\` carries metrics_update, \`alerts\` cost_alert, \`security\` security_alert (needs \`users:read\`), \`audit\` audit_event (needs \`security:read\`). Kept sends a ping every 30 seconds. ${resumeHint}`,
    needs: 'notifications:read',
    messages,
  },
  {
    operationId: 'live.connectOwn',
    path: '/client/{userId}',
    summary: 'Open your own live connection',
    description: `A WebSocket of JSON messages, like /ws, already subscribed to every channel the user can read. \`userId\` is the caller's own ID; any other answers 404. ${resumeHint}`,
    needs: 'notifications:read',
    messages,
  },
]
