/** Preview of a commission: bills the entries of existing statements with another rule. */
import type { CommissionPreview } from '@kept/contract/routes/commission.ts'
import { type CommissionTerms, ruleOfTerms } from '@kept/domain/commission-terms.ts'
import { type CommissionRequest, commissionOf } from '@kept/engine/commission/commission-line.ts'
import { exact, exactText, nanoPlaces, toNano } from '@kept/engine/savings/exact.ts'
import { configUnder } from '@kept/engine/savings/month/billable.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { sum } from '@kept/foundation/decimal.ts'
import { listCustomers, type Reach, walkStatements } from '@kept/store/commission/across-customers.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { statementOf } from './customers.ts'

export async function preview(
  database: Database,
  reach: Reach,
  request: { customer?: string | undefined; terms: CommissionTerms; months: number; now: Date },
): Promise<CommissionPreview> {
  const from = addMonths(utcMonth(request.now), -request.months)
  const names = new Map((await listCustomers(database, reach)).map(({ id, name }) => [id, name]))
  const lines: CommissionPreview['lines'] = []
  // Tiers and caps apply per month, across its statements.
  const months = new Map<string, NonNullable<CommissionRequest['before']>>()
  for await (const { organization_id, kind, body } of walkStatements(database, reach, {
    from,
    customer: request.customer,
  })) {
    const { period, currency, entries, earlier, actions, carried_before, config, commission, billable, ...rest } =
      statementOf(body)
    const key = `${organization_id} ${period} ${currency}`
    const before = rest.billed_before === undefined ? undefined : months.get(key)
    const rule = ruleOfTerms(request.terms, { id: 'preview', version: 1, valid_from: period, currency })
    const { line, billable: billableThen } = commissionOf({
      ...{ period, earlier, actions, before, carriedBefore: BigInt(carried_before) },
      ...{ rule, config: configUnder(rule, config) },
      entries: entries.filter((entry) => entry.kind !== 'fee'),
    })
    months.set(key, {
      billable: (before?.billable ?? 0n) + billableThen.billable,
      fee: (before?.fee ?? 0n) + toNano(exact(line.fee)),
    })
    lines.push({
      ...{ customer_id: organization_id, customer: names.get(organization_id) ?? '', period, kind, currency },
      ...{ billable: exactText({ units: BigInt(billable), scale: nanoPlaces }), fee: commission.fee },
      ...{ fee_then: line.fee, tiers: line.tiers, capped: line.capped },
    })
  }
  const totals = [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, currencyLines]) => ({
    currency,
    fee: sum(currencyLines.map(({ fee }) => fee)),
    fee_then: sum(currencyLines.map(({ fee_then }) => fee_then)),
  }))
  return { lines, totals }
}
