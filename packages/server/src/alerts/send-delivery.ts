/** One try of one delivery: taken from the store, sent through its channel, written down as it went. */
import type { ChannelSecret } from '@kept/domain/alert.ts'
import type { ChannelKind } from '@kept/domain/alert-words.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { waitAfter } from '@kept/engine/alerts/judge-answer.ts'
import { type ClaimedDelivery, claimDelivery, noteAttempt } from '@kept/store/alerts/claim.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { Services } from '../platform/context.ts'
import { channelWays } from './channels/all.ts'
import type { ChannelWay, Message, Sent } from './channels/channel.ts'
import { secretPlace } from './secret-place.ts'

export type SendDoors = Pick<Services, 'state' | 'now' | 'secrets' | 'config' | 'mail' | 'origin' | 'log'>

/** `queue` is handed a delivery's next try; without it there is none (a test). Answers whether there was something to send. */
export async function sendDelivery(
  doors: SendDoors,
  scope: Scope,
  id: string,
  queue?: (tx: ScopedTransaction, id: string, afterMs: number) => Promise<void>,
): Promise<boolean> {
  const { state, now, log } = doors
  const claimed = await claimDelivery(state.database, scope, id, now())
  if (!claimed) return false
  const at = now()
  const began = performance.now()
  const sent = await sendOnce(doors, scope, claimed)
  const tookMs = Math.round(performance.now() - began)
  const wait = sent.what === 'again' && queue ? waitAfter(claimed.inARow, id, sent.waitMs) : null
  const external = externalAfter(claimed, sent)
  await noteAttempt(
    state.database,
    scope,
    claimed,
    {
      ...{ attempt: claimed.attempt, at, tookMs, ok: sent.what === 'taken', status: sent.status },
      sentence:
        sent.what === 'again' && queue && wait === null
          ? `${sent.sentence} Given up after so many tries.`
          : sent.sentence,
      nextTryAt: wait === null ? null : new Date(now().getTime() + wait),
      ...(external !== undefined && { external }),
      turnOff: sent.what === 'given_up' && (sent.gone ?? false) && claimed.kind !== 'test',
    },
    async (tx) => {
      if (queue && wait !== null) await queue(tx, id, wait)
    },
  )
  log.info(
    { organization_id: scope.organizationId, delivery: id, channel: claimed.channel.settings.kind, went: sent.what },
    'alert sent',
  )
  return true
}

async function sendOnce(doors: SendDoors, scope: Scope, claimed: ClaimedDelivery): Promise<Sent> {
  const { channel } = claimed
  if (!channel.enabled && claimed.kind !== 'test')
    return { what: 'given_up', status: null, sentence: 'The channel is turned off.' }
  if (claimed.organization.demo)
    return { what: 'given_up', status: null, sentence: 'The demo sends nothing out of this Kept.' }
  try {
    const { settings } = channel
    const way = channelWays[settings.kind] as ChannelWay<ChannelKind>
    return await way.send(
      messageOf(doors, scope, claimed),
      { settings, secret: openSecret(doors, scope, channel) },
      doors,
    )
  } catch (error) {
    // A fault of ours, or a secret sealed with a key that is gone: it stands in the log of deliveries too.
    doors.log.error({ err: error, delivery: claimed.id }, 'an alert could not be sent')
    return {
      what: 'again',
      status: null,
      sentence: `Kept could not send it: ${(error as Error).message}`,
      waitMs: null,
    }
  }
}

/** Sealed where it stands: opened for this one try. A letter of somebody's own has none. */
export function openSecret(
  { secrets }: Pick<Services, 'secrets'>,
  { organizationId }: Scope,
  { id, secret }: { id: string; secret: string },
): ChannelSecret {
  if (secret === '') return {}
  return JSON.parse(secrets.open(secretPlace(organizationId, id), secret)) as ChannelSecret
}

function messageOf({ origin }: SendDoors, scope: Scope, claimed: ClaimedDelivery): Message {
  const { id, kind, thread, title, external, events, rules, owners, own, organization, attempt } = claimed
  const url = origin()
  return {
    ...{ id, kind, thread, title, external, rules, owners, own, attempt },
    organization: { id: scope.organizationId, name: organization.name },
    events: events.map((event) => ({ ...event, url: `${url}${event.href}` })),
    url: `${url}${own ? '/settings?tab=notifications' : '/alerts'}`,
  }
}

/** What is to be remembered of the incident: the receiver's name for it, or that it was told of at all. */
function externalAfter({ id, thread, external }: ClaimedDelivery, sent: Sent): string | null | undefined {
  if (thread === '' || sent.what !== 'taken') return undefined
  return sent.external ?? external ?? id
}
