/** Commission rules: the default and each customer's own, by version. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import { type CommissionTerms, ruleOfTerms } from '@kept/domain/commission-terms.ts'
import { defaultTerms } from '@kept/domain/default-terms.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface SettingsVersion {
  version: number
  settings: CommissionTerms
  valid_from: Month
  changed_by: string
  changed_at: string | null
}

/** Before an operator sets a default: a quarter. */
const atFirst: SettingsVersion = {
  version: 1,
  settings: defaultTerms,
  valid_from: '2020-01',
  changed_by: 'Kept',
  changed_at: null,
}

/** Oldest first. */
export async function listSettings(database: Database): Promise<SettingsVersion[]> {
  const rows = await database.shared.selectFrom('commission_settings').selectAll().orderBy('version').execute()
  return [atFirst, ...rows.map(({ changed_at, ...row }) => ({ ...row, changed_at: changed_at.toISOString() }))]
}

interface RuleChange {
  valid_from: Month
  actorName: string
  now: Date
}

export async function addSettings(
  database: Database,
  settings: CommissionTerms,
  { valid_from, actorName, now }: RuleChange,
): Promise<void> {
  await database.shared.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('commission settings'))`.execute(tx)
    const { last } = await tx
      .selectFrom('commission_settings')
      .select((eb) => eb.fn.max('version').as('last'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('commission_settings')
      .values({
        ...{ version: (last ?? atFirst.version) + 1, settings: JSON.stringify(settings), valid_from },
        ...{ changed_by: actorName, changed_at: now },
      })
      .execute()
  })
}

export interface RuleVersion {
  version: number
  /** Null: the default applies from then on. */
  rule: CommissionRule | null
  tier: string
  valid_from: Month
  note: string
  changed_by: string
  changed_at: string
}

/** A customer's own rules, oldest first. */
export async function listCustomerRules(database: Database, scope: Scope): Promise<RuleVersion[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('commission_rule')
      .select(['version', 'rule', 'tier', 'valid_from', 'note', 'changed_by', 'changed_at'])
      .where('organization_id', '=', scope.organizationId)
      .orderBy('version')
      .execute(),
  )
  return rows.map(({ changed_at, ...row }) => ({ ...row, changed_at: changed_at.toISOString() }))
}

export interface CustomerChange extends RuleChange {
  tier: string
  terms: (CommissionTerms & { currency: string }) | null
  note: string
}

/** Adds a version; months with a statement keep the rule they were billed by. */
export async function addCustomerRule(database: Database, scope: Scope, change: CustomerChange): Promise<void> {
  const { tier, terms, note, valid_from, actorName, now } = change
  const { organizationId: organization_id } = scope
  await database.scoped(scope, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`commission ${organization_id}`}))`.execute(tx)
    const { closed } = await tx
      .selectFrom('savings_statement')
      .select((eb) => eb.fn.max('period').as('closed'))
      .where('organization_id', '=', organization_id)
      .executeTakeFirstOrThrow()
    if (closed !== null && valid_from <= closed) {
      throw new KeptError(
        'conflict',
        `The statement of ${closed} is issued and keeps its rule; start the new rule in a later month.`,
      )
    }
    const { last } = await tx
      .selectFrom('commission_rule')
      .select((eb) => eb.fn.max('version').as('last'))
      .where('organization_id', '=', organization_id)
      .executeTakeFirstOrThrow()
    const version = (last ?? 0) + 1
    const rule = terms && ruleOfTerms(terms, { id: tier, version, valid_from, currency: terms.currency })
    await tx
      .insertInto('commission_rule')
      .values({
        ...{ organization_id, version, rule: rule && JSON.stringify(rule), tier, valid_from, note },
        ...{ changed_by: actorName, changed_at: now },
      })
      .execute()
  })
}
