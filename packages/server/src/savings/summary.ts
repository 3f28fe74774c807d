/** Savings summary of an organization: signed statements, state of each month, estimates against results. */
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { add, divide, multiply, sum } from '@kept/foundation/decimal.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { type NameOfResource, readResourceNames } from '@kept/store/resources/names.ts'
import { listActions } from '@kept/store/savings/actions.ts'
import { type BookedPart, bookedByPart, realizedByAction } from '@kept/store/savings/realized.ts'
import { listRuns, listStatements, type MonthRun } from '@kept/store/savings/statements.ts'
import { moneyOf } from './describe.ts'

type Currency = SavingsSummary['currencies'][number]

export async function summarize(database: Database, scope: Scope): Promise<SavingsSummary> {
  const [statements, runs, booked, realized, actions] = await Promise.all([
    listStatements(database, scope),
    listRuns(database, scope),
    bookedByPart(database, scope),
    realizedByAction(database, scope),
    listActions(database, scope),
  ])
  const nameOf = await readResourceNames(
    database,
    scope,
    runs.flatMap(({ held, gaps }) => [...held, ...gaps].map(({ lineage }) => lineage)),
  )
  const names = [...new Set([...statements, ...runs].map(({ currency }) => currency))].toSorted()
  const currencies = names.map((currency): Currency => {
    const ofCurrency = statements.filter((statement) => statement.currency === currency)
    const months = runs.filter((run) => run.currency === currency)
    const open = months.filter(({ state }) => state === 'provisional')
    const verified = moneyOf(ofCurrency.reduce((total, { net }) => total + BigInt(net), 0n))
    const fee = sum(ofCurrency.map((statement) => statement.fee))
    return {
      currency,
      verified,
      fee,
      customer_net: add(verified, multiply(fee, '-1')),
      carried: moneyOf(ofCurrency.at(-1)?.carried_after ?? '0'),
      statements: ofCurrency.length,
      last_period:
        ofCurrency
          .map(({ period }) => period)
          .toSorted()
          .at(-1) ?? null,
      provisional: open.length > 0 ? moneyOf(open.reduce((total, { net }) => total + BigInt(net), 0n)) : null,
      months: months.map((run) => monthOf(run, booked, nameOf)),
      rules: rulesOf(
        actions.filter((action) => action.currency === currency),
        new Map(realized.map((entry) => [entry.action, entry])),
      ),
    }
  })
  const counts: SavingsSummary['actions'] = {}
  for (const { state } of actions) counts[state] = (counts[state] ?? 0) + 1
  return { currencies, actions: counts }
}

/** A closed month shows the ledger, an open one the current calculation. */
function monthOf(run: MonthRun, booked: readonly BookedPart[], nameOf: NameOfResource): Currency['months'][number] {
  const { period, currency, state, parts, net, held, gaps, calculated_at } = run
  const ofMonth = booked.filter((part) => part.period === period && part.currency === currency)
  const isSaving = ({ kind }: BookedPart) => kind === 'accrual' || kind === 'trueup'
  const total = (bookedParts: readonly BookedPart[]) =>
    moneyOf(bookedParts.reduce((all, bookedPart) => all + BigInt(bookedPart.net), 0n))
  const inLedger = Object.fromEntries(
    Object.entries(Object.groupBy(ofMonth.filter(isSaving), ({ part }) => part)).map(([part, bookedParts]) => [
      part,
      total(bookedParts ?? []),
    ]),
  )
  const soFar = Object.fromEntries(Object.entries(parts).map(([part, amount]) => [part, moneyOf(amount)]))
  const isFinal = state === 'final'
  return {
    period,
    state,
    net: isFinal
      ? total(ofMonth.filter((bookedPart) => bookedPart.kind !== 'fee' && bookedPart.part !== 'avoidance'))
      : moneyOf(net),
    parts: isFinal ? inLedger : soFar,
    reversed: total(ofMonth.filter(({ kind }) => kind === 'reversal')),
    fee: isFinal ? total(ofMonth.filter(({ kind }) => kind === 'fee')) : null,
    held: held.map((entry) => ({ ...entry, resource_name: nameOf(entry.lineage) })),
    gaps: gaps.map((gap) => ({ ...gap, resource_name: nameOf(gap.lineage) })),
    calculated_at: calculated_at.toISOString(),
  }
}

/** Both per month: estimates are for 30 days, results for the months with entries. */
function rulesOf(
  actions: Awaited<ReturnType<typeof listActions>>,
  realized: ReadonlyMap<string, { net: string; first: string; last: string }>,
): Currency['rules'] {
  const compared = actions.flatMap(({ id, rule, estimate, action }) => {
    const booked = realized.get(id)
    if (!booked || estimate === null || !action) return []
    const days = daysBooked(action.effective_time.slice(0, 10), booked.last)
    return [{ rule, estimated: estimate, realized: divide(multiply(moneyOf(booked.net), '30'), String(days), 2) }]
  })
  return Object.entries(Object.groupBy(compared, ({ rule }) => rule)).map(([rule, entries = []]) => ({
    rule,
    actions: entries.length,
    estimated: sum(entries.map(({ estimated }) => estimated)),
    realized: sum(entries.map((entry) => entry.realized)),
  }))
}

/** From the first counted day to the end of the last month with entries. */
function daysBooked(first: string, lastMonth: string): number {
  return Math.max(1, daysBetween(first, startOfMonth(lastMonth, 1)))
}
