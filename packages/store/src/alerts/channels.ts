/** Alert channels. Secrets are encrypted by the caller before they reach this module. */
import type { AlertSchedule, ChannelSettings } from '@kept/domain/alert.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { AlertsSchema } from './schema.ts'

export interface StoredChannel {
  id: string
  name: string
  settings: ChannelSettings
  schedule: AlertSchedule
  enabled: boolean
  /** The host of the encrypted address; empty for email. */
  host: string
  /** Encrypted. */
  secret: string
  created_at: string
}

const maxChannels = 50

/** Lists the organization's channels, without the users' own email channels. */
export async function listChannels(tx: ScopedTransaction): Promise<StoredChannel[]> {
  const rows = await tx
    .selectFrom('alert_channel')
    .selectAll()
    .where('removed_at', 'is', null)
    .where('person_id', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(toChannel)
}

/** Locks the row until the transaction ends, so that concurrent changes run one after the other. */
export async function findChannel(tx: ScopedTransaction, id: string): Promise<StoredChannel> {
  const row = await tx
    .selectFrom('alert_channel')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('person_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'Channel not found.')
  return toChannel(row)
}

export async function addChannel(
  tx: ScopedTransaction,
  channel: Omit<StoredChannel, 'created_at'>,
  now: Date,
): Promise<StoredChannel> {
  const existing = await listChannels(tx)
  refuseTaken(channel.name, existing)
  if (existing.length >= maxChannels)
    throw new KeptError('conflict', `There may be ${maxChannels} channels; remove one that is not used.`)
  const row = await tx
    .insertInto('alert_channel')
    .values({ organization_id: tx.scopedTo, ...toRow(channel), id: channel.id, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toChannel(row)
}

export async function saveChannel(tx: ScopedTransaction, channel: StoredChannel): Promise<void> {
  const otherChannels = (await listChannels(tx)).filter(({ id }) => id !== channel.id)
  refuseTaken(channel.name, otherChannels)
  await tx.updateTable('alert_channel').set(toRow(channel)).where('id', '=', channel.id).execute()
}

/** Deletes the secret and cancels pending deliveries of the channel. The delivery log stays. */
export async function removeChannel(tx: ScopedTransaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('alert_channel')
    .set({ removed_at: now, secret: '', enabled: false })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('alert_rule_channel').where('channel_id', '=', id).execute()
  await tx
    .updateTable('alert_delivery')
    .set({ status: 'failed', last_result: 'The channel was removed.', next_attempt_at: null, finished_at: now })
    .where('channel_id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

function toRow({ name, settings, schedule, enabled, host, secret }: Omit<StoredChannel, 'created_at'>) {
  return { name, settings: JSON.stringify(settings), schedule: JSON.stringify(schedule), enabled, host, secret }
}

export function toChannel(row: Selectable<AlertsSchema['alert_channel']>): StoredChannel {
  const {
    organization_id: _,
    removed_at: _removed,
    person_id: _person,
    email_preferences: _preferences,
    created_at,
    ...rest
  } = row
  return { ...rest, created_at: created_at.toISOString() }
}

function refuseTaken(name: string, existing: readonly { name: string }[]): void {
  if (existing.some((channel) => channel.name === name))
    throw new KeptError('conflict', `There is a channel "${name}"; choose another name.`)
}
