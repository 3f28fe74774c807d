import { badInput } from '@kept/domain/errors.ts'
import { addKnownEvent, listKnownEvents, removeKnownEvent } from '@kept/store/forecasts/known-events.ts'
import { cachedAnswer } from '../platform/cached-answer.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { forecastMadeForDays } from './backtest-forecast.ts'
import { forecastOrganization } from './forecast-organization.ts'
import { forecastVersion } from './forecast-version.ts'

export const forecasts = {
  forecast: routes.forecasts.forecast.handler(async ({ context, input }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(input.organization_id, me)
    const request = { days: input.forecast_days, providers: input.providers }
    const { data, too_short } = await cachedAnswer(
      context,
      request,
      () => forecastVersion(services, scope),
      () => forecastOrganization(services, scope, request),
    )
    return { data, meta: { too_short } }
  }),
  past: routes.forecasts.past.handler(async ({ context, input }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(input.organization_id, me)
    if (input.end_date <= input.start_date)
      throw badInput('"end_date" must be after "start_date". It is exclusive: the day after the last one.')
    const request = { from: input.start_date, to: input.end_date }
    const data = await cachedAnswer(
      context,
      request,
      () => forecastVersion(services, scope),
      () => forecastMadeForDays(services, scope, request),
    )
    return { data }
  }),
  knownEvents: routes.forecasts.knownEvents.handler(async ({ context: { services, scope } }) => ({
    data: await listKnownEvents(services.state.database, scope),
  })),
  addKnownEvent: routes.forecasts.addKnownEvent.handler(async ({ context: { services, scope, me }, input }) => {
    if (input.end_date !== null && input.end_date <= input.start_date)
      throw badInput('"end_date" must be after "start_date". It is exclusive: the first day after the event.')
    const event = { ...input, created_by: me.user.full_name }
    return { data: { id: await addKnownEvent(services.state.database, scope, event, services.now()) } }
  }),
  removeKnownEvent: routes.forecasts.removeKnownEvent.handler(async ({ context: { services, scope }, input }) => {
    await removeKnownEvent(services.state.database, scope, input.id)
    return { data: { removed: true as const } }
  }),
}
