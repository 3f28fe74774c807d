/** A commission rule in one line, and as the boxes of its editor. */
import type { CommissionTerms } from '@kept/domain/commission-terms.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { fromKeys, keysOf } from '@kept/foundation/keys.ts'

export function percentOf(ppm: number): string {
  return String(ppm / 10_000)
}

/** Kinds of saving, as an editor and a rule in one line call them. */
export const kindLabels: Record<keyof CommissionTerms['horizon_months'] & string, string> = {
  terminate: 'terminations',
  schedule: 'schedules',
  rightsize: 'new sizes',
  demand: 'fixes in code',
  loop_stop: 'stopped loops',
  commitment: 'commitments',
}
type Kind = keyof typeof kindLabels
export const kinds = keysOf(kindLabels)

type RuleTerms = Pick<CommissionTerms, 'mode' | 'tiers' | 'monthly_cap'> &
  Partial<Pick<CommissionTerms, 'horizon_months' | 'bills_avoidance'>>

export function describeCommissionRule(
  { mode, tiers, monthly_cap: cap, horizon_months: horizons = {}, bills_avoidance }: RuleTerms,
  currency: string,
): string {
  const [first] = tiers
  const flat = `${percentOf(first?.rate_ppm ?? 0)}%`
  const steps = tiers
    .slice(1)
    .map(({ from, rate_ppm }) => `${percentOf(rate_ppm)}% from ${formatMoney(from, currency, { places: 0 })}`)
    .join(', ')
  const tiered = steps === '' ? `${flat} flat` : `${flat}, ${steps} (${mode})`
  const capped = cap === null ? tiered : `${tiered}, up to ${formatMoney(cap, currency)} a month`
  const limits = kinds.flatMap((kind) =>
    horizons[kind] ? `${kindLabels[kind]} for ${counted(horizons[kind], 'month')}` : [],
  )
  const limited = limits.length === 0 ? capped : `${capped}; ${limits.join(', ')}`
  return bills_avoidance ? `${limited}; avoided loop cost is billed` : limited
}

/** What stands in the editor: text, until it is sent. */
export interface Draft {
  mode: CommissionTerms['mode']
  tiers: { from: string; percent: string }[]
  cap: string
  /** Months in which a kind is billed; empty: as long as it counts. */
  horizons: Record<Kind, string>
  /** Whether what a stopped loop avoided is billed. */
  billsAvoidance: boolean
}

export function draftOf({
  mode,
  tiers,
  monthly_cap,
  horizon_months,
  bills_avoidance,
}: Omit<CommissionTerms, 'currency'>): Draft {
  return {
    billsAvoidance: bills_avoidance === true,
    mode,
    tiers: tiers.map(({ from, rate_ppm }) => ({ from, percent: percentOf(rate_ppm) })),
    cap: monthly_cap ?? '',
    horizons: fromKeys(kinds, (kind) => String(horizon_months[kind] ?? '')),
  }
}

/** The rule, or what is wrong with it in one sentence. */
export function readDraft(draft: Draft, currency: string | null): CommissionTerms | string {
  const amount = /^\d+(\.\d+)?$/
  const tiers: CommissionTerms['tiers'] = []
  for (const [index, { from, percent }] of draft.tiers.entries()) {
    if (!amount.test(from.trim())) return `Tier ${index + 1} must start at an amount, such as 10000.`
    if (!amount.test(percent.trim()) || Number(percent) > 100)
      return `The rate of tier ${index + 1} must be between 0 and 100%.`
    if (index > 0 && Number(from) <= Number(draft.tiers[index - 1]?.from))
      return `Tier ${index + 1} must start above tier ${index}.`
    tiers.push({ from: from.trim(), rate_ppm: Math.round(Number(percent) * 10_000) })
  }
  const cap = draft.cap.trim()
  if (cap !== '' && !amount.test(cap)) return 'Enter a cap such as 5000, or leave it empty.'
  const horizon_months: CommissionTerms['horizon_months'] = {}
  for (const kind of kinds) {
    const months = draft.horizons[kind].trim()
    if (months === '') continue
    if (!/^[1-9]\d{0,2}$/.test(months))
      return `Enter a whole number of months for ${kindLabels[kind]}, or leave it empty.`
    horizon_months[kind] = Number(months)
  }
  const hasAmounts = tiers.length > 1 || cap !== ''
  return {
    currency: hasAmounts ? (currency ?? 'USD') : currency,
    ...{ mode: draft.mode, tiers, monthly_cap: cap === '' ? null : cap, horizon_months },
    ...(draft.billsAvoidance && { bills_avoidance: true as const }),
  }
}

/** This month and the next five: a rule begins with a month. */
export function comingMonths(now: Date): string[] {
  return Array.from({ length: 6 }, (_, ahead) => addMonths(utcMonth(now), ahead))
}

/** What would hold in a month: the last version to begin by then; undefined where there is none of their own. */
export function ruleBefore<Version extends { valid_from: string; version: number }>(
  versions: readonly Version[],
  month: string,
): Version | undefined {
  return versions
    .filter(({ valid_from }) => valid_from <= month)
    .toSorted((a, b) => (a.valid_from === b.valid_from ? a.version - b.version : a.valid_from < b.valid_from ? -1 : 1))
    .at(-1)
}
