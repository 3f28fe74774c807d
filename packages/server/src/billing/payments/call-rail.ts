/** What a person is told when the rail does not do what they asked for. */
import { RailError } from '@kept/domain/billing/payment-rail.ts'
import { KeptError } from '@kept/domain/errors.ts'

/** The rail's own failure becomes one sentence; what is wrong with its key or our call is for the log only. */
export async function callRail<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RailError)) throw error
    if (error.kind === 'unavailable')
      throw new KeptError(
        'unavailable',
        'The payment service cannot be reached right now. Try again in a few minutes.',
        {
          cause: error,
        },
      )
    throw new KeptError('conflict', error.message, { cause: error })
  }
}
