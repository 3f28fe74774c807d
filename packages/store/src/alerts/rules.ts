/** Alert rules as users set them, each with its channels. */
import type { AlertRule } from '@kept/domain/alert.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { activeMembers } from './active-members.ts'

const maxRules = 200

export async function listRules(tx: ScopedTransaction): Promise<AlertRule[]> {
  const rows = await tx.selectFrom('alert_rule').selectAll().orderBy('name').execute()
  const links = await tx.selectFrom('alert_rule_channel').select(['rule_id', 'channel_id']).execute()
  return rows.map(({ id, name, enabled, kinds, min_severity, min_amount, min_currency, filters, owners }) => ({
    ...{ id, name, enabled, kinds, min_severity, filters, owners },
    min_amount:
      min_amount === null || min_currency === null ? null : { amount: decimal(min_amount), currency: min_currency },
    channels: links
      .filter(({ rule_id }) => rule_id === id)
      .map(({ channel_id }) => channel_id)
      .toSorted(),
  }))
}

export async function addRule(tx: ScopedTransaction, rule: Omit<AlertRule, 'id'>, now: Date): Promise<AlertRule> {
  const existing = await listRules(tx)
  if (existing.length >= maxRules) throw new KeptError('conflict', `There may be ${maxRules} alert rules; remove one.`)
  await refuse(tx, rule, existing)
  const { id } = await tx
    .insertInto('alert_rule')
    .values({ organization_id: tx.scopedTo, ...toRow(rule), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await link(tx, id, rule.channels)
  return findRule(tx, id)
}

export async function changeRule(
  tx: ScopedTransaction,
  id: string,
  change: (rule: AlertRule) => AlertRule,
): Promise<AlertRule> {
  await tx.selectFrom('alert_rule').select('id').where('id', '=', id).forUpdate().execute()
  const next = change(await findRule(tx, id))
  await refuse(
    tx,
    next,
    (await listRules(tx)).filter((rule) => rule.id !== id),
  )
  await tx.updateTable('alert_rule').set(toRow(next)).where('id', '=', id).execute()
  await tx.deleteFrom('alert_rule_channel').where('rule_id', '=', id).execute()
  await link(tx, id, next.channels)
  return findRule(tx, id)
}

export async function removeRule(tx: ScopedTransaction, id: string): Promise<AlertRule> {
  const rule = await findRule(tx, id)
  await tx.deleteFrom('alert_rule').where('id', '=', id).execute()
  return rule
}

async function findRule(tx: ScopedTransaction, id: string): Promise<AlertRule> {
  const rule = (await listRules(tx)).find((entry) => entry.id === id)
  if (!rule) throw new KeptError('not_found', 'Alert rule not found.')
  return rule
}

async function link(tx: ScopedTransaction, rule_id: string, channels: readonly string[]): Promise<void> {
  if (channels.length === 0) return
  await tx
    .insertInto('alert_rule_channel')
    .values([...new Set(channels)].map((channel_id) => ({ organization_id: tx.scopedTo, rule_id, channel_id })))
    .execute()
}

/** A rule may name existing channels and active members only. */
async function refuse(
  tx: ScopedTransaction,
  { name, channels, owners }: Omit<AlertRule, 'id'>,
  otherRules: readonly AlertRule[],
): Promise<void> {
  if (otherRules.some((rule) => rule.name === name))
    throw new KeptError('conflict', `There is an alert rule "${name}"; choose another name.`)
  const storedChannels = await tx.selectFrom('alert_channel').select('id').where('removed_at', 'is', null).execute()
  if (channels.some((id) => !storedChannels.some((channel) => channel.id === id)))
    throw new KeptError('bad_input', 'The rule names a channel that does not exist; choose one of your channels.')
  if (owners.length === 0) return
  const members = await activeMembers(tx, owners)
  const nonMember = owners.find((email) => !members.has(email))
  if (nonMember !== undefined)
    throw new KeptError('bad_input', `${nonMember} is not a member of your organization; choose a member as the owner.`)
}

function toRow({ name, enabled, kinds, min_severity, min_amount, filters, owners }: Omit<AlertRule, 'id'>) {
  return {
    ...{ name, enabled, min_severity },
    kinds: JSON.stringify(kinds),
    min_amount: min_amount?.amount ?? null,
    min_currency: min_amount?.currency ?? null,
    filters: JSON.stringify(filters),
    owners: JSON.stringify(owners),
  }
}
