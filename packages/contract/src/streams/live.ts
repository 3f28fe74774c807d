/** The two WebSockets. OpenAPI knows only how they are opened, so their messages stand in `x-websocket`. */
import * as z from 'zod'

const channel = z.enum(['metrics', 'alerts', 'security'])

const clientMessages = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    channel,
    since: z.int().min(0).optional().describe('The last event received; what came after it is sent first'),
  }),
  z.object({ type: z.literal('unsubscribe'), channel }),
  z.object({ type: z.literal('ping') }),
])

const event = { seq: z.int(), channel, payload: z.record(z.string(), z.unknown()), at: z.iso.datetime() }

const serverMessages = z.discriminatedUnion('type', [
  z.object({ type: z.literal('metrics_update'), ...event }),
  z.object({ type: z.literal('cost_alert'), ...event }),
  z.object({ type: z.literal('security_alert'), ...event }),
  z.object({
    type: z.literal('subscribed'),
    channel,
    seq: z.int(),
    whole: z.boolean().describe('False when events after `since` are gone; read everything anew'),
  }),
  z.object({ type: z.literal('unsubscribed'), channel: channel.optional() }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string(), channel: channel.optional() }),
])

const closeCodes = {
  1012: 'Kept stops; connect again',
  4401: 'Signed out',
  4410: 'The session acts for another organization now; connect again',
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
const since = 'After a reconnect, `?since=` with the last `seq` brings what was missed.'

export const webSockets: readonly WebSocketRoute[] = [
  {
    operationId: 'live.connect',
    path: '/ws',
    summary: 'Open a live connection; subscribe to channels',
    description: `A WebSocket of JSON messages. Send subscribe, unsubscribe or ping; \`metrics\` carries metrics_update, \`alerts\` cost_alert, \`security\` security_alert (needs \`users:read\`). Kept sends a ping every 30 seconds. ${since}`,
    needs: 'notifications:read',
    messages,
  },
  {
    operationId: 'live.connectOwn',
    path: '/client/{userId}',
    summary: 'Open your own live connection, subscribed to every channel you may hear',
    description: `A WebSocket of JSON messages, as /ws, for the caller's own user id. ${since}`,
    needs: 'notifications:read',
    messages,
  },
]
