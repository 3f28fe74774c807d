/** What an error of Stripe means for the caller, without secrets and without Stripe's own objects. */
import { RailError } from '@kept/domain/billing/payment-rail.ts'
import Stripe from 'stripe'

const { errors } = Stripe

export function toRailError(error: unknown, action: string): RailError {
  if (error instanceof RailError) return error
  if (!(error instanceof errors.StripeError))
    return new RailError('unavailable', 'unknown', `Stripe could not ${action}; it is tried again.`)
  const code = error.decline_code ?? error.code ?? error.type
  if (error instanceof errors.StripeCardError) return new RailError('declined', code, withoutSecrets(error.message))
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return new RailError(
      'unavailable',
      'key_not_accepted',
      `Stripe did not accept KEPT_STRIPE_SECRET_KEY, so it could not ${action}; check the key in the Stripe dashboard.`,
    )
  if (isTransient(error))
    return new RailError(
      'unavailable',
      code,
      `Stripe cannot be reached right now, so it could not ${action}; it is tried again.`,
    )
  return new RailError('refused', code, `Stripe refused to ${action}: ${withoutSecrets(error.message)}`)
}

/** True where the same call with the same key may succeed later: Stripe answered too many, a conflict, or nothing. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof errors.StripeError)) return false
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError) return true
  const { statusCode = 0 } = error
  return statusCode === 409 || statusCode === 429 || statusCode >= 500
}

export function withoutSecrets(text: string): string {
  return text.replace(/\b(sk|rk|whsec)_[A-Za-z0-9_*]+/g, '[redacted]')
}
