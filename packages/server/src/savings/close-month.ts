/**
 * Closes a month: calculates it from the bill, appends it to the ledger and signs the statement. Retries when another
 * statement was first.
 */
import { randomUUID } from 'node:crypto'
import type { SavingsAction } from '@kept/domain/action.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { configUnder } from '@kept/engine/savings/month/billable.ts'
import type { CalculatedMonth } from '@kept/engine/savings/month/calculate-month.ts'
import { endOf } from '@kept/engine/savings/month/horizon.ts'
import { skusOf } from '@kept/engine/savings/month/skus-of.ts'
import { completeStatement } from '@kept/engine/savings/statement/complete-statement.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { signStatement } from '@kept/engine/savings/statement/sign-statement.ts'
import { type StatementDraft, setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { readBaselines, readCommitmentBaselines } from '@kept/store/savings/actions.ts'
import { appendStatement, readBooked, readHead } from '@kept/store/savings/ledger.ts'
import { listStatements } from '@kept/store/savings/statements.ts'
import { refuseCutLedger } from './checkpoints.ts'
import type { SavingsDeps } from './deps.ts'
import { sha256 } from './freeze-action.ts'
import type { MonthOrder } from './month-order.ts'
import { statementText } from './statement-text.ts'

/** Concurrent statements of a ledger retry each other, up to this many times. */
const maxAttempts = 5
/** Earlier ledger heads named in a statement. */
const namedCheckpoints = 24

export function isAboutMonth(action: SavingsAction, month: Month, config: SavingsConfig): boolean {
  const { from, to } = hoursOfMonth(month)
  return toHour(action.effective_time) < to && endOf(action, config) > from
}

export async function closeMonth(
  deps: SavingsDeps,
  scope: Scope,
  order: MonthOrder,
): Promise<{ calculatedMonth: CalculatedMonth; issued: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const draft = await draftOf(deps, scope, order)
    // Settle.
    const calculatedMonth = await deps.calculateMonth(scope, order.loadIds, setupOf(draft, sha256))
    // Book.
    const completed = completeStatement(draft, calculatedMonth, sha256)
    const statements = await listStatements(deps.database, scope)
    const isFirst = !statements.some(({ period, currency }) => period === order.month && currency === order.currency)
    if (!isFirst && completed.entries.length === 0) return { calculatedMonth, issued: false }
    // Sign, and store the statement with its entries.
    const statement = signStatement(completed, deps.signer)
    const added = await appendStatement(deps.database, scope, {
      ...{ id: randomUUID(), kind: isFirst ? ('final' as const) : ('trueup' as const), statement },
      body: statementText(statement),
    })
    if (added) return { calculatedMonth, issued: true }
    if (attempt === maxAttempts) throw new Error(`the ledger's head moved ${attempt} times while a month was closed`)
  }
}

/** The inputs of the statement. */
export async function draftOf(
  { database, checkpoints, ruleFor, now }: SavingsDeps,
  scope: Scope,
  { month, currency, counting, config, stated }: MonthOrder,
): Promise<StatementDraft> {
  const actions = counting.map(({ action }) => action).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const before = await readHead(database, scope)
  refuseCutLedger(before, await checkpoints.read(scope))
  const { from } = hoursOfMonth(month)
  // Reversals are possible only within the verification window.
  const recent = actions.filter(({ effective_time }) => toHour(effective_time) + config.proof_window_hours > from)
  const [baselines, commitment_baselines, booked, statements, commission_rule] = await Promise.all([
    readBaselines(
      database,
      scope,
      actions.flatMap((action) => ('baseline_hash' in action ? action.baseline_hash : [])),
    ),
    readCommitmentBaselines(database, scope, currency),
    readBooked(database, scope, {
      ...{ period: month, currency, actions: actions.map(({ id }) => id) },
      recent: recent.map(({ id }) => id),
    }),
    listStatements(database, scope),
    ruleFor(scope, month, currency),
  ])
  const skus = new Set(
    skusOf({ actions, baselines: new Map(baselines.map((baseline, index) => [String(index), baseline])) }),
  )
  const ofMonth = statements.filter((statement) => statement.period === month && statement.currency === currency)
  const billedBefore = ofMonth.reduce((total, { billable }) => total + BigInt(billable), 0n)
  const commitmentIds = new Set(
    actions.flatMap((action) => (action.kind === 'commitment' ? action.commitment_ids : [])),
  )
  const covering = new Set(baselines.flatMap((baseline) => baseline.commitments))
  return {
    format: 'kept.savings-statement',
    version: 1,
    organization_id: scope.organizationId,
    issued_at: now().toISOString(),
    period: month,
    currency,
    code_version: methodVersion,
    config: configUnder(commission_rule, config),
    actions,
    baselines,
    // Unused parts of commitments are already in their effective rate.
    commitment_baselines: commitment_baselines.filter(
      ({ commitment }) => covering.has(commitment) && !commitmentIds.has(commitment),
    ),
    price_notices: stated.price_notices.filter(({ sku }) => skus.has(sku)),
    demand: stated.demand,
    ...(hasSubstitution(stated.substitution) && { substitution: stated.substitution }),
    earlier: booked.filter(({ seq }) => seq <= before.seq),
    before,
    carried_before: statements.findLast((statement) => statement.currency === currency)?.carried_after ?? '0',
    ...(ofMonth.length > 0 && { billed_before: String(billedBefore) }),
    commission_rule,
    checkpoints: statements
      .slice(-namedCheckpoints)
      .map(({ period, head_seq: seq, head_hash: hash }) => ({ period, seq, hash })),
  }
}

function hasSubstitution({ matches, shapes, search }: Substitution): boolean {
  return search !== undefined || matches.length + shapes.length > 0
}
