/** Billing alerts as sentences. */
import type { BillingAlertAnswer } from '@kept/contract/routes/billing/alerts.ts'
import type { BillingAlertKind } from '@kept/domain/billing/alert-kinds.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'

export const alertKindLabels: Record<BillingAlertKind, string> = {
  fee: 'Fee of a month reaches',
  spend: 'Spend of a month reaches',
  credit_balance: 'Credit falls below',
  invoice_due: 'Invoice is due in',
}

/** "Fee of a month reaches $500.00". */
export function describeAlert(alert: BillingAlertAnswer): string {
  const limit =
    alert.kind === 'invoice_due'
      ? alert.days_before === 0
        ? '0 days'
        : counted(alert.days_before, 'day')
      : formatMoney(alert.amount, alert.currency)
  return `${alertKindLabels[alert.kind]} ${limit}`
}
