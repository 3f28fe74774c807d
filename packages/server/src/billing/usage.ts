/** What the fee is measured by: verified savings by month and action; provisional months apart. */
import type { BillingUsage } from '@kept/contract/routes/billing/shapes.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { linesOfStatement } from '@kept/engine/billing/statement-lines.ts'
import { feeOf, minorText } from '@kept/engine/commission/fee.ts'
import { exactText, nanoPlaces } from '@kept/engine/savings/exact.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { add, sum } from '@kept/foundation/decimal.ts'
import { readActionTitles, readSigned } from '@kept/store/billing/statements.ts'
import { listRuns, listStatements, type StatementSummary } from '@kept/store/savings/statements.ts'
import { ruleFor } from '../commission/public/commission-rule.ts'
import type { BillingDeps } from './deps.ts'
import { parseSigned } from './documents/parse-signed.ts'

type UsageMonth = BillingUsage['months'][number]

/** Newest first. */
export async function usageOf(
  { state: { database }, now }: BillingDeps,
  scope: Scope,
  months: number,
): Promise<BillingUsage> {
  const first = addMonths(`${utcMonth(now())}-01`, 1 - months).slice(0, 7)
  const signed = await signedUsageOf({ state: { database } }, scope, { first, last: '9999-12' })
  const provisional: UsageMonth[] = []
  for (const { period, currency, state, net } of await listRuns(database, scope)) {
    if (state !== 'provisional' || period < first) continue
    const saved = BigInt(net)
    const { minor } = feeOf(saved > 0n ? saved : 0n, await ruleFor(database, scope, period, currency))
    const verified = exactText({ units: saved, scale: nanoPlaces })
    provisional.push({ period, currency, state, verified, fee: minorText(minor, currency), actions: [] })
  }
  return { months: [...signed, ...provisional].toSorted((a, b) => (a.period < b.period ? 1 : -1)) }
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
    }))
  })
  const net = statements.reduce((total, row) => total + BigInt(row.net), 0n)
  return {
    ...{ period, currency, state: 'final', verified: exactText({ units: net, scale: nanoPlaces }) },
    ...{ fee: statements.reduce((total, { fee }) => add(total, fee), '0'), actions },
  }
}
