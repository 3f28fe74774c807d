/** What visitors of the demo do with time. */
import { KeptError } from '@kept/domain/errors.ts'
import { isInDemo } from '../platform/demo/gate.ts'
import { routes } from '../platform/implement.ts'
import { advanceDay } from './next-day.ts'

export const demo = {
  nextDay: routes.demo.nextDay.handler(async ({ context }) => {
    if (!isInDemo(context)) throw new KeptError('not_found', 'Only the demo can let a day pass.')
    const { billedDay, daysAhead } = await advanceDay(context.services, context.scope)
    return { data: { billed_day: billedDay, days_ahead: daysAhead } }
  }),
}
