/** Sends the main figures of a report to a Slack or Teams channel of the organization. */
import type { Scope } from '@kept/domain/scope.ts'
import { toChannel } from '@kept/store/alerts/channels.ts'
import { channelWays } from './channels/all.ts'
import type { Message, Sent } from './channels/channel.ts'
import { channelSecretOf } from './public/channel-secret.ts'
import type { SendDeps } from './send-delivery.ts'

export interface ReportMessage {
  /** Stays the same across retries. */
  id: string
  title: string
  body: string
  url: string
  organization: string
}

/** The kinds of channel that reports are sent to; the others are made for incidents. */
const reportChannelKinds = ['slack', 'teams'] as const

export async function sendReport(
  deps: SendDeps,
  scope: Scope,
  channelId: string,
  { id, title, body, url, organization }: ReportMessage,
): Promise<Sent> {
  const row = await deps.state.database.scoped(scope, (tx) =>
    tx.selectFrom('alert_channel').selectAll().where('id', '=', channelId).executeTakeFirst(),
  )
  const channel = row && row.removed_at === null ? toChannel(row) : undefined
  if (!channel) return { outcome: 'given_up', status: null, sentence: 'The channel was removed.' }
  if (!channel.enabled) return { outcome: 'given_up', status: null, sentence: 'The channel is turned off.' }
  const kind = reportChannelKinds.find((candidate) => candidate === channel.settings.kind)
  if (!kind)
    return { outcome: 'given_up', status: null, sentence: 'Reports are sent to Slack and Teams channels only.' }
  const message: Message = {
    ...{
      id,
      kind: 'digest',
      thread: '',
      title,
      external: null,
      rules: [],
      owners: [],
      isPersonal: false,
      isByDefault: false,
      url,
    },
    ...{ organization: { id: scope.organizationId, name: organization }, attempt: 1 },
    events: [
      {
        ...{
          id,
          kind: 'recommendation',
          thread: '',
          severity: 'low',
          amount: null,
          currency: null,
          labels: {},
          title,
          body,
        },
        ...{ href: '/reports', url, at: deps.now().toISOString() },
      },
    ],
  }
  const secret = channelSecretOf(deps, scope, channel)
  return kind === 'slack'
    ? channelWays.slack.send(message, { settings: { kind, buttons: false }, secret }, deps)
    : channelWays.teams.send(message, { settings: { kind }, secret }, deps)
}
