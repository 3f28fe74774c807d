/** What the fee is measured by: verified savings by month, action and day; provisional months apart. */
import type { BillingUsage } from '@kept/contract/routes/billing/shapes.ts'
import type { ActionFigures } from '@kept/domain/action-figures.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { linesOfStatement } from '@kept/engine/billing/statement-lines.ts'
import { feeOf, minorText } from '@kept/engine/commission/fee.ts'
import { exactText, nanoPlaces } from '@kept/engine/savings/exact.ts'
import { splitByWeight } from '@kept/engine/savings/month/split.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { add, sum } from '@kept/foundation/decimal.ts'
import { readActionTitles, readSigned } from '@kept/store/billing/statements.ts'
import {
  listFigures,
  listRuns,
  listStatements,
  type MonthFigures,
  type MonthRun,
  type StatementSummary,
} from '@kept/store/savings/statements.ts'
import { ruleFor } from '../commission/public/commission-rule.ts'
import type { BillingDeps } from './deps.ts'
import { parseSigned } from './documents/parse-signed.ts'

type UsageMonth = BillingUsage['months'][number]
type UsageAction = UsageMonth['actions'][number]

interface UsageQuery {
  months: number
  byDay?: boolean
}

/** Newest first. */
export async function usageOf(
  { state: { database }, now }: BillingDeps,
  scope: Scope,
  { months, byDay = false }: UsageQuery,
): Promise<BillingUsage> {
  const range = { first: addMonths(`${utcMonth(now())}-01`, 1 - months).slice(0, 7), last: '9999-12' }
  const [signed, runs, figures] = await Promise.all([
    signedUsageOf({ state: { database } }, scope, range),
    listRuns(database, scope),
    listFigures(database, scope, range),
  ])
  const open = runs.filter(({ state, period }) => state === 'provisional' && period >= range.first)
  const provisional = await Promise.all(open.map((run) => provisionalMonth({ database, scope }, run, figures)))
  const all = [...signed, ...provisional].toSorted((a, b) => (a.period < b.period ? 1 : -1))
  return { months: byDay ? all.map((month) => withDays(month, figures)) : all }
}

const nanoOf = (units: bigint) => exactText({ units, scale: nanoPlaces })

/** As it would be billed if it were signed now: an action that cost something owes no fee, the others share it. */
async function provisionalMonth(
  { database, scope }: { database: BillingDeps['state']['database']; scope: Scope },
  { period, currency, net }: MonthRun,
  figures: readonly MonthFigures[],
): Promise<UsageMonth> {
  const saved = BigInt(net)
  const { minor } = feeOf(saved > 0n ? saved : 0n, await ruleFor(database, scope, period, currency))
  const byAction = Object.entries(figuresFor(figures, { period, currency }))
  const ids = byAction.map(([id]) => id)
  const titles = await database.scoped(scope, (tx) => readActionTitles(tx, ids))
  const weights = byAction.map(([, own]) => (BigInt(own.net) > 0n ? BigInt(own.net) : 0n))
  const fees = weights.some((weight) => weight > 0n) ? splitByWeight(minor, weights) : []
  const actions = byAction.map(([id, own], index) => ({
    ...{ action_id: id, title: titles.get(id) ?? '', saved: nanoOf(BigInt(own.net)) },
    ...{ fee: minorText(fees[index] ?? 0n, currency), days: [] },
  }))
  const verified = nanoOf(saved)
  return { period, currency, state: 'provisional', verified, fee: minorText(minor, currency), actions }
}

function figuresFor(
  figures: readonly MonthFigures[],
  { period, currency }: Pick<UsageMonth, 'period' | 'currency'>,
): Record<string, ActionFigures> {
  return figures.find((month) => month.period === period && month.currency === currency)?.actions ?? {}
}

function withDays(month: UsageMonth, figures: readonly MonthFigures[]): UsageMonth {
  const ofMonth = figuresFor(figures, month)
  const daysOf = (id: string): UsageAction['days'] =>
    Object.entries(ofMonth[id]?.days ?? {}).map(([date, saved]) => ({ date, saved: nanoOf(BigInt(saved)) }))
  return { ...month, actions: month.actions.map((action) => ({ ...action, days: daysOf(action.action_id) })) }
}

/** Signed months between two, both included, with what each action saved and is charged. */
export async function signedUsageOf(
  { state: { database } }: Pick<BillingDeps, 'state'>,
  scope: Scope,
  { first, last }: { first: string; last: string },
): Promise<UsageMonth[]> {
  const statements = await listStatements(database, scope)
  const byMonth = Map.groupBy(
    statements.filter(({ period }) => period >= first && period <= last),
    ({ period, currency }) => `${period} ${currency}`,
  )
  return Promise.all([...byMonth.values()].map((ofMonth) => signedMonth({ database, scope }, ofMonth)))
}

async function signedMonth(
  { database, scope }: { database: BillingDeps['state']['database']; scope: Scope },
  statements: readonly StatementSummary[],
): Promise<UsageMonth> {
  const [{ period, currency }] = statements as [StatementSummary]
  const actions = await database.scoped(scope, async (tx) => {
    const signed = await readSigned(
      tx,
      statements.map(({ id }) => id),
    )
    const lines = signed.flatMap((row) => linesOfStatement(parseSigned(row), row.kind))
    const parts = Map.groupBy(
      lines.flatMap((line) => line.actions),
      ({ action_id }) => action_id,
    )
    const titles = await readActionTitles(tx, [...parts.keys()])
    return [...parts].map(([action_id, ofAction]) => ({
      ...{ action_id, title: titles.get(action_id) ?? '' },
      saved: sum(ofAction.map(({ saved }) => saved)),
      fee: sum(ofAction.map(({ fee }) => fee)),
      days: [],
    }))
  })
  const net = statements.reduce((total, row) => total + BigInt(row.net), 0n)
  return {
    ...{ period, currency, state: 'final', verified: nanoOf(net) },
    ...{ fee: statements.reduce((total, { fee }) => add(total, fee), '0'), actions },
  }
}
