/**
 * `POST /v1/alerts/slack-actions/{organization}/{channel}`: clicks on the buttons of an approval in Slack. The signing
 * secret of the channel's Slack app authenticates the request; who clicked is a user that linked their Slack account.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listChannels } from '@kept/store/alerts/channels.ts'
import * as z from 'zod'
import { channelSecretOf } from '../../alerts/public/channel-secret.ts'
import type { RawRoutes } from '../../platform/app.ts'
import { readBody } from '../../platform/body-limits.ts'
import type { Services } from '../../platform/context.ts'
import { guardedFetch } from '../../platform/outbound.ts'
import { carryOut } from './carry-out.ts'
import { answerSlackClick, type SlackAnswer } from './slack-decision.ts'
import { proveSlackRequest, readSlackClick, type SlackClick } from './slack-request.ts'

/** A message of Kept with its buttons is a few kilobytes. */
const maxBytes = 200_000
const notFound = 'Slack channel not found. Check the interactivity URL.'

export const slackActions: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes, so they are not parsed before it is checked.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Params: { organization: string; channel: string } }>(
      '/v1/alerts/slack-actions/:organization/:channel',
      { config: { needs: 'public', maxBody: maxBytes } },
      async (request, reply) => {
        const { services } = await contextOf(request)
        const channel = await findSlackChannel(services, request.params)
        const body = (await readBody(request)).toString('utf8')
        const { headers } = request
        proveSlackRequest({ headers, body, signingSecret: channel.signingSecret, nowMs: services.now().getTime() })
        const click = readSlackClick(body)
        const answer = await answerSlackClick(services, channel.scope, click, request.ip)
        // Slack waits three seconds: the change itself goes on, and its message follows.
        finish(services, channel, click, answer).catch((error: unknown) =>
          services.log.warn({ event: 'approvals.slack_answer_failed', err: error }, 'could not answer in Slack'),
        )
        return reply.send({})
      },
    )
  })
}

interface SlackChannel {
  scope: Scope
  signingSecret: string
  /** Where the channel's messages are posted: answers go to the same host. */
  url: string
}

async function findSlackChannel(
  services: Services,
  params: { organization: string; channel: string },
): Promise<SlackChannel> {
  const ids = z.object({ organization: z.uuid(), channel: z.uuid() }).safeParse(params)
  if (!ids.success) throw new KeptError('not_found', notFound)
  const scope = { organizationId: ids.data.organization }
  const channels = await services.state.database.scoped(scope, listChannels)
  const channel = channels.find(({ id }) => id === ids.data.channel)
  const secret = channel && channel.settings.kind === 'slack' ? channelSecretOf(services, scope, channel) : {}
  if (!secret.slack_signing || !secret.url) throw new KeptError('not_found', notFound)
  return { scope, signingSecret: secret.slack_signing, url: secret.url }
}

async function finish(
  services: Services,
  channel: SlackChannel,
  click: SlackClick,
  answer: SlackAnswer,
): Promise<void> {
  if (answer.is === 'notice') return respond(services, channel, click, messageFor(answer))
  const failure = await carryOut(services, channel.scope, answer.approval, answer.auditContext)
  const text = failure === '' ? answer.sentence : `${answer.sentence} It failed: ${failure}`
  await respond(services, channel, click, { replace_original: true, text: escaped(text) })
}

function messageFor({ sentence, needsCode }: Extract<SlackAnswer, { is: 'notice' }>): object {
  const text = escaped(sentence)
  const own = { response_type: 'ephemeral', replace_original: false, text }
  if (!needsCode) return own
  const label = { type: 'plain_text', text: 'Code from Kept' }
  return {
    ...own,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text } },
      { type: 'input', block_id: 'kept_code', label, element: { type: 'plain_text_input', action_id: 'code' } },
      {
        type: 'actions',
        elements: [{ type: 'button', action_id: 'kept_link', text: { type: 'plain_text', text: 'Link account' } }],
      },
    ],
  }
}

/** The address comes with the request, so it must be of the host that the channel posts to. */
async function respond(
  { config }: Pick<Services, 'config'>,
  { url }: SlackChannel,
  { responseUrl }: SlackClick,
  message: object,
): Promise<void> {
  if (new URL(responseUrl).origin !== new URL(url).origin)
    throw new KeptError('bad_input', 'The response URL is not of the host of the Slack channel.')
  const response = await guardedFetch(
    responseUrl,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) },
    config.privateNetworks,
  )
  await response.text()
}

/** Slack's control characters: a name must not become a link or mention everyone. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
