/** Billing alerts between the contract, where amounts are decimals, and the store, where they are minor units. */
import type { BillingAlertAnswer } from '@kept/contract/routes/billing/alerts.ts'
import { type BillingAlertSettings, billingAlertSettingsSchema } from '@kept/domain/billing/alert.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { amountText, toMinor } from '@kept/engine/billing/minor.ts'
import type { BillingAlertRow } from '@kept/store/billing/alerts.ts'

type StoredValues = Pick<BillingAlertRow, 'name' | 'kind' | 'currency' | 'threshold' | 'enabled'>

/** Throws for an unknown currency and for more digits than it has. */
export function toStoredAlert(settings: BillingAlertSettings): StoredValues {
  const { name, kind, enabled } = settings
  if (settings.kind === 'invoice_due')
    return { name, kind, enabled, currency: null, threshold: BigInt(settings.days_before) }
  const { currency, amount } = settings
  return { name, kind, enabled, currency, threshold: toMinor(amount, currency) }
}

export function settingsOf({ name, kind, enabled, currency, threshold }: StoredValues): BillingAlertSettings {
  if (kind === 'invoice_due') return { kind, name, enabled, days_before: Number(threshold) }
  if (currency === null) throw new Error(`a billing alert of the kind ${kind} has no currency`)
  return { kind, name, enabled, currency, amount: amountText(threshold, currency) }
}

/** Throws for a field that this kind does not have. */
export function changeSettings(settings: BillingAlertSettings, changes: Record<string, unknown>): BillingAlertSettings {
  const stored = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return readBy(billingAlertSettingsSchema, { ...settings, ...stored }, 'The alert')
}

export function describeAlert(row: BillingAlertRow): BillingAlertAnswer {
  return {
    ...settingsOf(row),
    ...{ id: row.id, created_by: row.createdBy, created_at: row.createdAt.toISOString() },
    crossings: row.crossings.map(({ title, crossed_at }) => ({ title, crossed_at: crossed_at.toISOString() })),
  }
}
