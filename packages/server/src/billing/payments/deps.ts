import type { PaymentRail } from '@kept/domain/billing/payment-rail.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Services } from '../../platform/context.ts'

export type PaymentDeps = Pick<Services, 'state' | 'log' | 'now' | 'origin' | 'paymentRail'>
export type RailDeps = PaymentDeps & { paymentRail: PaymentRail }

/** Throws conflict where the operator has set up no rail. */
export function requireRail<Deps extends PaymentDeps>(deps: Deps): Deps & { paymentRail: PaymentRail } {
  const { paymentRail } = deps
  if (!paymentRail)
    throw new KeptError(
      'conflict',
      'Online payment is not set up here. Pay by bank transfer and quote the invoice number.',
    )
  return { ...deps, paymentRail }
}
