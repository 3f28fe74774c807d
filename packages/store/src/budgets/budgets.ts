/** Budgets as users set them, and every crossed threshold. */
import type { Budget, BudgetThreshold } from '@kept/domain/budget.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import type { BudgetsSchema } from './schema.ts'

interface BudgetCrossing extends BudgetThreshold {
  period_start: string
  /** The actual or forecast amount at that time. */
  amount: Decimal
  crossed_at: string
}

type KnownBudget = Budget & { created_at: string; crossings: BudgetCrossing[] }

const maxBudgets = 200

/** All budgets by name, each with its history, newest first. */
export async function listBudgets(database: Database, scope: Scope): Promise<KnownBudget[]> {
  return database.snapshot(scope, async (tx) => {
    const budgets = await tx.selectFrom('budget').selectAll().orderBy('name').execute()
    const crossings = await tx
      .selectFrom('budget_crossing')
      .selectAll()
      .orderBy('crossed_at', 'desc')
      .orderBy('percent', 'desc')
      .execute()
    return budgets.map((row) => ({
      ...toBudget(row),
      created_at: row.created_at.toISOString(),
      crossings: crossings
        .filter(({ budget_id }) => budget_id === row.id)
        .map(({ organization_id: _, budget_id: _id, amount, crossed_at, ...rest }) => ({
          ...rest,
          amount: decimal(amount),
          crossed_at: crossed_at.toISOString(),
        })),
    }))
  })
}

export async function addBudget(
  database: Database,
  scope: Scope,
  budget: Omit<Budget, 'id'>,
  now: Date,
): Promise<Budget> {
  return database.scoped(scope, async (tx) => {
    const existing = await tx.selectFrom('budget').select('name').execute()
    refuseTakenName(budget.name, existing)
    if (existing.length >= maxBudgets)
      throw new KeptError('conflict', `There may be ${maxBudgets} budgets; remove one.`)
    const row = await tx
      .insertInto('budget')
      .values({ organization_id: scope.organizationId, ...toRow(budget), created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toBudget(row)
  })
}

export async function changeBudget(
  database: Database,
  scope: Scope,
  id: string,
  change: (budget: Budget) => Omit<Budget, 'id'>,
): Promise<Budget> {
  return database.scoped(scope, async (tx) => {
    const row = await tx.selectFrom('budget').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw missing()
    const next = change(toBudget(row))
    refuseTakenName(next.name, await tx.selectFrom('budget').select('name').where('id', '!=', id).execute())
    const saved = await tx
      .updateTable('budget')
      .set(toRow(next))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toBudget(saved)
  })
}

export async function removeBudget(database: Database, scope: Scope, id: string): Promise<void> {
  const { numDeletedRows } = await database.scoped(scope, (tx) =>
    tx.deleteFrom('budget').where('id', '=', id).executeTakeFirst(),
  )
  if (numDeletedRows === 0n) throw missing()
}

/** Records crossed thresholds and notifies each once per period; returns how many were new. */
export async function noteCrossings(
  database: Database,
  scope: Scope,
  budgetId: string,
  crossings: readonly Omit<BudgetCrossing, 'crossed_at'>[],
  { now, toNotification }: { now: Date; toNotification(crossing: Omit<BudgetCrossing, 'crossed_at'>): NewNotification },
): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const budget = await tx.selectFrom('budget').select('id').where('id', '=', budgetId).forUpdate().executeTakeFirst()
    if (!budget || crossings.length === 0) return 0
    const newCrossings = await tx
      .insertInto('budget_crossing')
      .values(
        crossings.map((crossing) => ({
          organization_id: scope.organizationId,
          budget_id: budgetId,
          ...crossing,
          crossed_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['percent', 'basis'])
      .execute()
    // Several crossings at once become one notification: the highest actual one, else the highest forecast one.
    const notifiedCrossing = crossings
      .filter(({ percent, basis }) => newCrossings.some((row) => row.percent === percent && row.basis === basis))
      .toSorted((a, b) => (a.basis === b.basis ? b.percent - a.percent : a.basis === 'actual' ? -1 : 1))[0]
    if (notifiedCrossing) await addNotification(tx, scope, toNotification(notifiedCrossing))
    return newCrossings.length
  })
}

const toRow = ({ filters, thresholds, ...rest }: Omit<Budget, 'id'>) => ({
  ...rest,
  filters: JSON.stringify(filters),
  thresholds: JSON.stringify(thresholds),
})

function toBudget(row: Selectable<BudgetsSchema['budget']>): Budget {
  const { organization_id: _, created_at: _at, demo_visit: _visit, amount, ...rest } = row
  return { ...rest, amount: decimal(amount) }
}

function refuseTakenName(name: string, existing: readonly { name: string }[]): void {
  if (existing.some((budget) => budget.name === name))
    throw new KeptError('conflict', `There is a budget "${name}"; choose another name.`)
}

const missing = () => new KeptError('not_found', 'Budget not found.')
