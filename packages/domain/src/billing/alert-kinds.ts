/** The kinds of billing alerts, without their schemas: screens list them. */
export const billingAlertKinds = ['fee', 'invoice_due', 'spend', 'credit_balance'] as const
export type BillingAlertKind = (typeof billingAlertKinds)[number]
