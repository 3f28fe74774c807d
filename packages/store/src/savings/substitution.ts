/** The latest detected replacements of removed resources, and what users declared unrelated. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export interface FoundSubstitution {
  currency: string
  inputs_key: string
  substitution: Substitution
}

export function listSubstitutions(database: Database, scope: Scope): Promise<FoundSubstitution[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_substitution')
      .select(['currency', 'inputs_key', 'substitution'])
      .orderBy('currency')
      .execute(),
  )
}

export async function saveSubstitution(
  database: Database,
  scope: Scope,
  { currency, inputs_key, substitution, now }: FoundSubstitution & { now: Date },
): Promise<void> {
  const values = { inputs_key, substitution: JSON.stringify(substitution), detected_at: now }
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_substitution')
      .values({ organization_id: scope.organizationId, currency, ...values })
      .onConflict((conflict) => conflict.columns(['organization_id', 'currency']).doUpdateSet(values))
      .execute(),
  )
}

export type UnrelatedDeclaration = Omit<Selectable<Schema['savings_unrelated']>, 'organization_id'>

interface NewDeclaration {
  action_id: string
  resource_id: string
  unrelated: boolean
  reason: string
  actorName: string
  now: Date
}

export async function declareUnrelated(
  tx: ScopedTransaction,
  { actorName: declared_by, now: declared_at, ...declaration }: NewDeclaration,
): Promise<void> {
  await tx
    .insertInto('savings_unrelated')
    .values({ organization_id: tx.scopedTo, ...declaration, declared_by, declared_at })
    .execute()
}

interface ReplacedAmounts {
  /** Whole nano-units of the ledger, and of months that are not closed. */
  booked?: string
  provisional?: string
}

/** The part of each action that does not count because other resources took over. */
export async function replacedByAction(database: Database, scope: Scope): Promise<Map<string, ReplacedAmounts>> {
  const { booked, runs } = await database.scoped(scope, async (tx) => ({
    booked: await tx
      .selectFrom('savings_ledger_entry')
      .select('action')
      .select((eb) => eb.fn.sum<string>('amount').as('amount'))
      .where('part', '=', 'replaced')
      .groupBy('action')
      .execute(),
    runs: await tx.selectFrom('savings_run').select('replaced').where('state', '=', 'provisional').execute(),
  }))
  const amounts = new Map<string, ReplacedAmounts>(booked.map(({ action, amount }) => [action, { booked: amount }]))
  for (const { replaced } of runs) {
    for (const [action, amount] of Object.entries(replaced)) {
      const before = amounts.get(action)
      const provisional = String(BigInt(before?.provisional ?? '0') + BigInt(amount))
      amounts.set(action, { ...before, provisional })
    }
  }
  return amounts
}

/** The latest declaration for each action and resource, either way. */
export async function listDeclarations(database: Database, scope: Scope): Promise<UnrelatedDeclaration[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_unrelated')
      .distinctOn(['action_id', 'resource_id'])
      .select(['id', 'action_id', 'resource_id', 'unrelated', 'reason', 'declared_by', 'declared_at'])
      .orderBy('action_id')
      .orderBy('resource_id')
      .orderBy('declared_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
}
