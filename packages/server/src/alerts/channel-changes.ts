/** Channels as people add and change them: secrets are sealed on the way in and never come out. */
import { randomUUID } from 'node:crypto'
import type { AlertChannel, ChannelTyped } from '@kept/contract/routes/alerts.ts'
import type { AlertSchedule, ChannelSecret, ChannelSettings } from '@kept/domain/alert.ts'
import { KeptError } from '@kept/domain/errors.ts'
import {
  addChannel,
  findChannel,
  listChannels,
  removeChannel,
  type StoredChannel,
  saveChannel,
} from '@kept/store/alerts/channels.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { checkOutboundAddress } from '../platform/outbound.ts'
import { newSigningSecret } from './channels/webhook.ts'
import { checkSchedule } from './check-schedule.ts'
import { secretPlace } from './secret-place.ts'
import { openSecret } from './send-delivery.ts'

/** How long a receiver may go on checking with the old secret. */
const overlapMs = 24 * 3_600_000

export function channelsOf({ services, scope }: SignedInContext): Promise<AlertChannel[]> {
  return services.state.database.scoped(scope, async (tx) => (await listChannels(tx)).map(shown))
}

interface NewChannel {
  name: string
  enabled: boolean
  schedule: AlertSchedule
  typed: ChannelTyped
}

export async function addOneChannel(context: SignedInContext, { typed, ...wanted }: NewChannel) {
  refuseOutside(context)
  checkSchedule(wanted.schedule)
  const { services, scope } = context
  const id = randomUUID()
  const { settings, secret, host } = takeApart(context, typed)
  const signing = settings.kind === 'webhook' ? newSigningSecret() : undefined
  const { stamp } = actingOf(context)
  return services.state.database.scoped(scope, async (tx) => {
    const sealed = seal(context, id, signing === undefined ? secret : { ...secret, signing })
    const added = await addChannel(tx, { id, ...wanted, settings, host, secret: sealed }, services.now())
    const summary = `The alert channel "${wanted.name}" was added.`
    await recordAudit(tx, { ...stamp, action: 'alert_channel.added', target: id, summary, details: { settings, host } })
    return { ...shown(added), signing_secret: signing ?? null }
  })
}

export async function changeOneChannel(
  context: SignedInContext,
  id: string,
  { typed, ...change }: { [Key in keyof NewChannel]?: NewChannel[Key] | undefined },
): Promise<AlertChannel> {
  refuseOutside(context)
  if (change.schedule) checkSchedule(change.schedule)
  const { services, scope } = context
  const { stamp } = actingOf(context)
  return services.state.database.scoped(scope, async (tx) => {
    const before = await findChannel(tx, id)
    const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next: StoredChannel = { ...before, ...said, ...(typed && retyped(context, before, typed)) }
    await saveChannel(tx, next)
    const summary = `The alert channel "${before.name}" was changed.`
    const details = { before: shown(before), after: shown(next), secret_changed: typed !== undefined }
    await recordAudit(tx, { ...stamp, action: 'alert_channel.changed', target: id, summary, details })
    return shown(next)
  })
}

export async function removeOneChannel(context: SignedInContext, id: string): Promise<void> {
  refuseOutside(context)
  const { services, scope } = context
  const { stamp } = actingOf(context)
  await services.state.database.scoped(scope, async (tx) => {
    const { name } = await findChannel(tx, id)
    await removeChannel(tx, id, services.now())
    const summary = `The alert channel "${name}" was removed.`
    await recordAudit(tx, { ...stamp, action: 'alert_channel.removed', target: id, summary })
  })
}

/** The new one signs at once, beside the old one for a day, so that no message is refused while the receiver changes. */
export async function renewSigningSecret(context: SignedInContext, id: string) {
  refuseOutside(context)
  const { services, scope } = context
  const { stamp } = actingOf(context)
  const until = new Date(services.now().getTime() + overlapMs).toISOString()
  return services.state.database.scoped(scope, async (tx) => {
    const channel = await findChannel(tx, id)
    if (channel.settings.kind !== 'webhook')
      throw new KeptError('conflict', 'Only a webhook signs what it sends; this channel has no signing secret.')
    const { signing: old, ...rest } = openSecret(services, scope, channel)
    const signing = newSigningSecret()
    const secret = { ...rest, signing, ...(old && { before: { signing: old, until } }) }
    await saveChannel(tx, { ...channel, secret: seal(context, id, secret) })
    const summary = `The signing secret of the alert channel "${channel.name}" was renewed.`
    await recordAudit(tx, { ...stamp, action: 'alert_channel.secret_renewed', target: id, summary })
    return { signing_secret: signing, old_until: until }
  })
}

function refuseOutside(context: SignedInContext): void {
  refuseInDemo(context)
}

/** What was typed, as what may be shown and what is sealed. */
function takeApart({ services }: SignedInContext, typed: ChannelTyped): Typed {
  if (typed.kind === 'email') return { settings: typed, secret: {}, host: '' }
  const { url } = typed
  const { privateNetworks } = services.config
  checkOutboundAddress(url, privateNetworks)
  // A secret goes with every message; in the clear only where the operator has opened a network of their own.
  if (new URL(url).protocol !== 'https:' && privateNetworks.length === 0)
    throw new KeptError('bad_input', 'The address must begin with https://, because what is secret goes with it.')
  const { host } = new URL(url)
  if (typed.kind !== 'jira') return { settings: { kind: typed.kind }, secret: { url }, host }
  const { token, url: _, ...settings } = typed
  return { settings, secret: { url, token }, host }
}

interface Typed {
  settings: ChannelSettings
  secret: ChannelSecret
  host: string
}

function retyped(context: SignedInContext, before: StoredChannel, typed: ChannelTyped) {
  if (typed.kind !== before.settings.kind)
    throw new KeptError('bad_input', 'A channel stays of its kind; add another one for that.')
  const { settings, secret, host } = takeApart(context, typed)
  const known = openSecret(context.services, context.scope, before)
  const { signing, before: former } = known
  const kept = { ...secret, ...(signing && { signing }), ...(former && { before: former }) }
  return { settings, host, secret: seal(context, before.id, kept) }
}

function seal({ services, scope }: SignedInContext, id: string, secret: ChannelSecret): string {
  return services.secrets.seal(secretPlace(scope.organizationId, id), JSON.stringify(secret))
}

function shown({ secret: _, ...channel }: StoredChannel): AlertChannel {
  return channel
}
