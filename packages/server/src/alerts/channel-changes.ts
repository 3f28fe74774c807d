/** Adds and changes alert channels. Secrets are sealed on write and never returned. */
import { randomUUID } from 'node:crypto'
import type { ChannelTyped } from '@kept/contract/inputs/alerts.ts'
import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
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
import { recordAudit } from '@kept/store/audit/record.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { checkOutboundAddress } from '../platform/outbound.ts'
import { newSigningSecret } from '../platform/sign-webhook.ts'
import { checkSchedule } from './check-schedule.ts'
import { channelSecretOf } from './public/channel-secret.ts'
import { secretPlace } from './secret-location.ts'

/** How long the old signing secret stays valid after a rotation. */
const overlapMs = 24 * 3_600_000

export function channelsOf({ services, scope }: SignedInContext): Promise<AlertChannel[]> {
  return services.state.database.scoped(scope, async (tx) => (await listChannels(tx)).map(withoutSecret))
}

interface NewChannel {
  name: string
  enabled: boolean
  schedule: AlertSchedule
  typed: ChannelTyped
}

export async function addOneChannel(context: SignedInContext, { typed, ...input }: NewChannel) {
  refuseOutside(context)
  checkSchedule(input.schedule)
  const { services, scope } = context
  const id = randomUUID()
  const { settings, secret, host } = takeApart(context, typed)
  const signing = settings.kind === 'webhook' ? newSigningSecret() : undefined
  const { auditContext } = actingOf(context)
  return services.state.database.scoped(scope, async (tx) => {
    const sealed = seal(context, id, signing === undefined ? secret : { ...secret, signing })
    const added = await addChannel(tx, { id, ...input, settings, host, secret: sealed }, services.now())
    const summary = `The alert channel "${input.name}" was added.`
    await recordAudit(tx, {
      ...auditContext,
      action: 'alert_channel.added',
      target: id,
      summary,
      details: { settings, host },
    })
    return { ...withoutSecret(added), signing_secret: signing ?? null }
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
  const { auditContext } = actingOf(context)
  return services.state.database.scoped(scope, async (tx) => {
    const before = await findChannel(tx, id)
    const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next: StoredChannel = { ...before, ...changes, ...(typed && retyped(context, before, typed)) }
    await saveChannel(tx, next)
    const summary = `The alert channel "${before.name}" was changed.`
    const details = { before: withoutSecret(before), after: withoutSecret(next), secret_changed: typed !== undefined }
    await recordAudit(tx, { ...auditContext, action: 'alert_channel.changed', target: id, summary, details })
    return withoutSecret(next)
  })
}

export async function removeOneChannel(context: SignedInContext, id: string): Promise<void> {
  refuseOutside(context)
  const { services, scope } = context
  const { auditContext } = actingOf(context)
  await services.state.database.scoped(scope, async (tx) => {
    const { name } = await findChannel(tx, id)
    await removeChannel(tx, id, services.now())
    const summary = `The alert channel "${name}" was removed.`
    await recordAudit(tx, { ...auditContext, action: 'alert_channel.removed', target: id, summary })
  })
}

/** Rotates the signing secret. Both secrets sign for a day, so the receiver can switch without rejecting messages. */
export async function renewSigningSecret(context: SignedInContext, id: string) {
  refuseOutside(context)
  const { services, scope } = context
  const { auditContext } = actingOf(context)
  const until = new Date(services.now().getTime() + overlapMs).toISOString()
  return services.state.database.scoped(scope, async (tx) => {
    const channel = await findChannel(tx, id)
    if (channel.settings.kind !== 'webhook')
      throw new KeptError('conflict', 'This channel has no signing secret. Only webhook channels have one.')
    const { signing: old, ...otherSecrets } = channelSecretOf(services, scope, channel)
    const signing = newSigningSecret()
    const secret = { ...otherSecrets, signing, ...(old && { before: { signing: old, until } }) }
    await saveChannel(tx, { ...channel, secret: seal(context, id, secret) })
    const summary = `The signing secret of the alert channel "${channel.name}" was rotated.`
    await recordAudit(tx, { ...auditContext, action: 'alert_channel.secret_renewed', target: id, summary })
    return { signing_secret: signing, old_until: until }
  })
}

function refuseOutside(context: SignedInContext): void {
  refuseInDemo(context)
}

/** Splits the input into public settings and the sealed secret. */
function takeApart({ services }: SignedInContext, typed: ChannelTyped): Typed {
  if (typed.kind === 'email') return { settings: typed, secret: {}, host: '' }
  const { url } = typed
  const { privateNetworks } = services.config
  checkOutboundAddress(url, privateNetworks)
  // Every message carries a secret, so plain HTTP is allowed only in networks the operator opened.
  if (new URL(url).protocol !== 'https:' && privateNetworks.length === 0)
    throw new KeptError('bad_input', 'The address must start with https://. Kept sends secrets to it.')
  const { host } = new URL(url)
  if (typed.kind === 'slack') {
    const { signing_secret } = typed
    const secret = { url, ...(signing_secret && { slack_signing: signing_secret }) }
    return { settings: { kind: 'slack', buttons: signing_secret !== undefined }, secret, host }
  }
  if (typed.kind === 'teams' || typed.kind === 'webhook')
    return { settings: { kind: typed.kind }, secret: { url }, host }
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
    throw new KeptError('bad_input', "You can't change the type of a channel. Add a new channel instead.")
  const { settings, secret, host } = takeApart(context, typed)
  const storedSecret = channelSecretOf(context.services, context.scope, before)
  const { signing, before: previousSigning } = storedSecret
  // A new address of the same app does not ask for its signing secret again.
  const slack_signing = secret.slack_signing ?? storedSecret.slack_signing
  const mergedSecret = {
    ...secret,
    ...(signing && { signing }),
    ...(previousSigning && { before: previousSigning }),
    ...(slack_signing && { slack_signing }),
  }
  return {
    settings: settings.kind === 'slack' ? { ...settings, buttons: slack_signing !== undefined } : settings,
    host,
    secret: seal(context, before.id, mergedSecret),
  }
}

function seal({ services, scope }: SignedInContext, id: string, secret: ChannelSecret): string {
  return services.secrets.seal(secretPlace(scope.organizationId, id), JSON.stringify(secret))
}

function withoutSecret({ secret: _, ...channel }: StoredChannel): AlertChannel {
  return channel
}
