/** The whole of an organisation's savings: what statements have signed, how each month stands, estimate against result. */
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { add, divide, multiply, sum } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listActions } from '@kept/store/savings/actions.ts'
import { type BookedPart, bookedByPart, realisedByAction } from '@kept/store/savings/realised.ts'
import { listRuns, listStatements, type MonthRun } from '@kept/store/savings/statements.ts'
import { moneyOf } from './describe.ts'

type Currency = SavingsSummary['currencies'][number]

export async function summarise(database: Database, scope: Scope): Promise<SavingsSummary> {
  const [statements, runs, booked, realised, actions] = await Promise.all([
    listStatements(database, scope),
    listRuns(database, scope),
    bookedByPart(database, scope),
    realisedByAction(database, scope),
    listActions(database, scope),
  ])
  const names = [...new Set([...statements, ...runs].map(({ currency }) => currency))].toSorted()
  const currencies = names.map((currency): Currency => {
    const own = statements.filter((one) => one.currency === currency)
    const months = runs.filter((run) => run.currency === currency)
    const open = months.filter(({ state }) => state === 'provisional')
    const verified = moneyOf(own.reduce((total, { net }) => total + BigInt(net), 0n))
    const fee = sum(own.map((one) => one.fee))
    return {
      currency,
      verified,
      fee,
      kept: add(verified, multiply(fee, '-1')),
      carried: moneyOf(own.at(-1)?.carried_after ?? '0'),
      statements: own.length,
      through:
        own
          .map(({ period }) => period)
          .toSorted()
          .at(-1) ?? null,
      provisional: open.length > 0 ? moneyOf(open.reduce((total, { net }) => total + BigInt(net), 0n)) : null,
      months: months.map((run) => monthOf(run, booked)),
      rules: rulesOf(
        actions.filter((one) => one.currency === currency),
        new Map(realised.map((one) => [one.action, one])),
      ),
    }
  })
  const counts: SavingsSummary['actions'] = {}
  for (const { state } of actions) counts[state] = (counts[state] ?? 0) + 1
  return { currencies, actions: counts }
}

/** A closed month says what the ledger holds; an open one what the bill gives so far. */
function monthOf(run: MonthRun, booked: readonly BookedPart[]): Currency['months'][number] {
  const { period, currency, state, parts, net, held, gaps, ran_at } = run
  const own = booked.filter((one) => one.period === period && one.currency === currency)
  const isSaving = ({ kind }: BookedPart) => kind === 'accrual' || kind === 'trueup'
  const total = (of: readonly BookedPart[]) => moneyOf(of.reduce((all, one) => all + BigInt(one.net), 0n))
  const inLedger = Object.fromEntries(
    Object.entries(Object.groupBy(own.filter(isSaving), ({ part }) => part)).map(([part, of]) => [
      part,
      total(of ?? []),
    ]),
  )
  const soFar = Object.fromEntries(Object.entries(parts).map(([part, amount]) => [part, moneyOf(amount)]))
  const isFinal = state === 'final'
  return {
    period,
    state,
    net: isFinal ? total(own.filter((one) => one.kind !== 'fee' && one.part !== 'avoidance')) : moneyOf(net),
    parts: isFinal ? inLedger : soFar,
    reversed: total(own.filter(({ kind }) => kind === 'reversal')),
    fee: isFinal ? total(own.filter(({ kind }) => kind === 'fee')) : null,
    held,
    gaps,
    ran_at: ran_at.toISOString(),
  }
}

/** Both as a month: an estimate is of thirty days, what was realised is of the months in which something was booked. */
function rulesOf(
  actions: Awaited<ReturnType<typeof listActions>>,
  realised: ReadonlyMap<string, { net: string; first: string; last: string }>,
): Currency['rules'] {
  const compared = actions.flatMap(({ id, rule, estimate, action }) => {
    const booked = realised.get(id)
    if (!booked || estimate === null || !action) return []
    const days = daysBooked(action.effective_time.slice(0, 10), booked.last)
    return [{ rule, estimated: estimate, realised: divide(multiply(moneyOf(booked.net), '30'), String(days), 2) }]
  })
  return Object.entries(Object.groupBy(compared, ({ rule }) => rule)).map(([rule, of = []]) => ({
    rule,
    actions: of.length,
    estimated: sum(of.map(({ estimated }) => estimated)),
    realised: sum(of.map((one) => one.realised)),
  }))
}

/** From the day it began to count to the end of the last month that is booked. */
function daysBooked(first: string, lastMonth: string): number {
  const end = Temporal.PlainDate.from(`${lastMonth}-01`).add({ months: 1 })
  return Math.max(1, Temporal.PlainDate.from(first).until(end).days)
}
