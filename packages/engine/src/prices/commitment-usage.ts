/**
 * Commitments as their cloud reports them, in the form of a bill: for clouds whose commitments are on no bill. A bill
 * that has some outranks it, and learns from it only when they end.
 */
import { type CommitmentFigures, commitmentDays } from '@kept/domain/commitment-item.ts'
import type { CommitmentUse, FactWindow, UnbilledResource } from '@kept/domain/facts.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { type Decimal, isDecimal, scaleToDays, smaller, subtract } from '@kept/foundation/decimal.ts'
import { cloudOf } from '../rules/reading/cloud-of.ts'

/** Sold, exchanged or split before its end: its figures are of what it was. */
const overEarly = /cancel|retire|refund|exchange|split|merge|fail/

/** Returns `billed` with the end of each, and those of clouds that it has none of. */
export function withListedCommitments(
  billed: readonly CommitmentUse[],
  listed: readonly UnbilledResource[],
  window: FactWindow,
): CommitmentUse[] {
  const billedClouds = new Set(billed.map(({ provider }) => cloudOf(provider)))
  const current = listed.filter(({ state }) => !overEarly.test(state))
  const ends = new Map(
    current.flatMap(({ resource_id, attributes }) => {
      const { ends_on } = attributes as Partial<CommitmentFigures>
      return ends_on ? [[resource_id.toLowerCase(), ends_on]] : []
    }),
  )
  return [
    ...billed.map((row) => {
      const ends_on = ends.get(row.commitment_id.toLowerCase())
      return ends_on === undefined ? row : { ...row, ends_on }
    }),
    ...current
      .filter(({ provider }) => !billedClouds.has(cloudOf(provider)))
      .flatMap((resource) => useOf(resource, window)),
  ]
}

/** None when the cloud does not report what it costs and how much of it was used. */
function useOf(resource: UnbilledResource, window: FactWindow): CommitmentUse[] {
  const figures: Partial<Record<keyof CommitmentFigures, string>> = resource.attributes
  const { currency, cost_30_days: cost, unused_30_days: unused, ends_on = '', starts_on = '' } = figures
  if (!currency || !isAmount(cost) || !isAmount(unused)) return []
  const inWindow = (amount: Decimal) => scaleToDays(amount, commitmentDays, window.days)
  const unusedInWindow = inWindow(smaller(unused, cost))
  const lastDay = addDays(window.to, -1)
  return [
    {
      currency,
      provider: resource.provider,
      billing_account_id: resource.billing_account_id,
      sub_account_id: resource.sub_account_id,
      sub_account_name: resource.sub_account_name,
      service: resource.service,
      region: resource.region,
      commitment_id: resource.resource_id,
      commitment_name: resource.name,
      commitment_type: figures.commitment_type ?? '',
      commitment_category: figures.commitment_category ?? '',
      effective_used: subtract(inWindow(cost), unusedInWindow),
      effective_unused: unusedInWindow,
      billed_purchase: '0',
      contracted_covered: isAmount(figures.covered_30_days) ? inWindow(figures.covered_30_days) : null,
      first_day: starts_on > window.from ? starts_on : window.from,
      last_day: ends_on !== '' && ends_on < lastDay ? ends_on : lastDay,
      ...(ends_on !== '' && { ends_on }),
      source: figures.amounts_from ?? '',
    },
  ]
}

function isAmount(text: string | undefined): text is Decimal {
  return text !== undefined && isDecimal(text)
}
