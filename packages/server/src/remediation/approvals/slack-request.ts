/** A request of Slack about a click in a message: proven to be Slack's and recent, and then read. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'

/** As Slack recommends: an older request may be one that was recorded and is sent again. */
const replayWindowSeconds = 5 * 60

interface SignedRequest {
  headers: IncomingHttpHeaders
  body: string
  signingSecret: string
  nowMs: number
}

/** Throws `unauthenticated` for a request that Slack did not sign with this secret, or not now. */
export function proveSlackRequest({ headers, body, signingSecret, nowMs }: SignedRequest): void {
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  const signature = String(headers['x-slack-signature'] ?? '')
  const expected = `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`
  // Hashed, so that both have the same length for the comparison in constant time.
  if (!timingSafeEqual(digest(expected), digest(signature)))
    throw new KeptError('unauthenticated', 'This request is not signed with the signing secret of the Slack channel.')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > replayWindowSeconds)
    throw new KeptError('unauthenticated', 'This request is older than five minutes. Slack sends a click at once.')
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

const id = z.string().min(1).max(100)
const payloadSchema = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id, username: z.string().max(300).default(''), name: z.string().max(300).default('') }),
  team: z.object({ id }),
  response_url: z.url().max(2000),
  actions: z.array(z.object({ action_id: z.string().max(255), value: z.string().max(2000).default('') })).min(1),
  state: z
    .object({ values: z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() }))) })
    .optional(),
})

export interface SlackClick {
  teamId: string
  slackUserId: string
  slackName: string
  responseUrl: string
  actionId: string
  value: string
  /** What was typed into the message's field; '' without one. */
  typed: string
}

/** Throws `bad_input` for anything but a click in a message. */
export function readSlackClick(body: string): SlackClick {
  const parsed = payloadSchema.safeParse(parseJson(new URLSearchParams(body).get('payload') ?? ''))
  if (!parsed.success) throw badInput('This is no click in a message. Use this address as the interactivity URL only.')
  const { user, team, response_url: responseUrl, actions, state } = parsed.data
  const [action] = actions
  const fields = Object.values(state?.values ?? {}).flatMap((block) => Object.values(block))
  return {
    teamId: team.id,
    slackUserId: user.id,
    slackName: user.username || user.name || user.id,
    responseUrl,
    actionId: action?.action_id ?? '',
    value: action?.value ?? '',
    typed: fields.map(({ value }) => value ?? '').find(Boolean) ?? '',
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
