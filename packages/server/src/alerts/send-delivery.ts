/** Sends one delivery through its channel and records the result. */
import type { ChannelKind } from '@kept/domain/alert-labels.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { waitAfter } from '@kept/engine/alerts/classify-answer.ts'
import { asError } from '@kept/foundation/thrown.ts'
import { type ClaimedDelivery, claimDelivery, noteAttempt } from '@kept/store/alerts/claim.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { Services } from '../platform/context.ts'
import { channelWays } from './channels/all.ts'
import type { ChannelWay, Message, Sent } from './channels/channel.ts'
import { channelSecretOf } from './public/channel-secret.ts'

export type SendDeps = Pick<Services, 'state' | 'now' | 'secrets' | 'config' | 'mail' | 'origin' | 'log'>

/**
 * `queue` schedules the next retry. Without it there are no retries (tests). Returns whether there was something to
 * send.
 */
export async function sendDelivery(
  deps: SendDeps,
  scope: Scope,
  id: string,
  queue?: (tx: ScopedTransaction, id: string, afterMs: number) => Promise<void>,
): Promise<boolean> {
  const { state, now, log } = deps
  const claimed = await claimDelivery(state.database, scope, id, now())
  if (!claimed) return false
  const startedAt = now()
  const startMs = performance.now()
  const result = await sendOnce(deps, scope, claimed)
  const tookMs = Math.round(performance.now() - startMs)
  const wait = result.outcome === 'again' && queue ? waitAfter(claimed.inARow, id, result.waitMs) : null
  const external = externalAfter(claimed, result)
  await noteAttempt(
    state.database,
    scope,
    claimed,
    {
      ...{ attempt: claimed.attempt, at: startedAt, tookMs, ok: result.outcome === 'taken', status: result.status },
      sentence:
        result.outcome === 'again' && queue && wait === null ? `${result.sentence} No more retries.` : result.sentence,
      nextTryAt: wait === null ? null : new Date(now().getTime() + wait),
      ...(external !== undefined && { external }),
      turnOff: result.outcome === 'given_up' && (result.gone ?? false) && claimed.kind !== 'test',
    },
    async (tx) => {
      if (queue && wait !== null) await queue(tx, id, wait)
    },
  )
  log.info(
    {
      event: 'alerts.delivery_attempted',
      organization_id: scope.organizationId,
      delivery_id: id,
      channel: claimed.channel.settings.kind,
      outcome: result.outcome,
    },
    'tried to deliver an alert',
  )
  return true
}

async function sendOnce(deps: SendDeps, scope: Scope, claimed: ClaimedDelivery): Promise<Sent> {
  const { channel } = claimed
  if (!channel.enabled && claimed.kind !== 'test')
    return { outcome: 'given_up', status: null, sentence: 'The channel is turned off.' }
  if (claimed.isPersonal && claimed.events.length === 0)
    return {
      outcome: 'given_up',
      status: null,
      sentence: 'Not sent: its user may no longer read what it is about.',
    }
  if (claimed.organization.demo)
    return { outcome: 'given_up', status: null, sentence: 'The demo does not send alerts.' }
  try {
    const { settings } = channel
    const channelImplementation = channelWays[settings.kind] as ChannelWay<ChannelKind>
    return await channelImplementation.send(
      messageOf(deps, scope, claimed),
      { settings, secret: channelSecretOf(deps, scope, channel) },
      deps,
    )
  } catch (error) {
    // Internal errors, and secrets sealed with a lost key, are shown in the delivery log as well.
    deps.log.error({ event: 'alerts.delivery_failed', delivery_id: claimed.id, err: error }, 'could not send an alert')
    return {
      outcome: 'again',
      status: null,
      sentence: `Kept could not send it: ${asError(error).message}`,
      waitMs: null,
    }
  }
}

function messageOf({ origin }: SendDeps, scope: Scope, claimed: ClaimedDelivery): Message {
  const { id, kind, thread, title, external, events, rules, owners, isPersonal, isByDefault, organization, attempt } =
    claimed
  const url = origin()
  return {
    ...{ id, kind, thread, title, external, rules, owners, isPersonal, isByDefault, attempt },
    organization: { id: scope.organizationId, name: organization.name },
    events: events.map((event) => ({ ...event, url: `${url}${event.href}` })),
    url: `${url}${isPersonal ? '/settings?tab=notifications' : '/alerts'}`,
  }
}

/** The receiver's id of the incident, or the delivery id to mark that it was sent. */
function externalAfter({ id, thread, external }: ClaimedDelivery, result: Sent): string | null | undefined {
  if (thread === '' || result.outcome !== 'taken') return undefined
  return result.external ?? external ?? id
}
