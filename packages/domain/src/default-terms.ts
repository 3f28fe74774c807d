/** The fee when an operator has chosen nothing. */
import type { CommissionTerms } from './commission-terms.ts'

/** A quarter of what was verified. */
export const defaultTerms: CommissionTerms = {
  currency: null,
  mode: 'graduated',
  tiers: [{ from: '0', rate_ppm: 250_000 }],
  monthly_cap: null,
  horizon_months: {},
}
