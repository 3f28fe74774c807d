/** Personal email notifications: which ones, and when. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type EmailSettings, findEmailPreferences, saveEmailPreferences } from '@kept/store/alerts/email-preferences.ts'
import type { RequestContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { checkSchedule } from './check-schedule.ts'

/** Off by default. When turned on, important notifications are sent as a daily digest. */
const asShipped: EmailSettings = {
  enabled: false,
  kinds: ['anomaly', 'budget', 'loop', 'savings_regression', 'import_failed'],
  min_severity: 'medium',
  schedule: {
    time_zone: 'UTC',
    digest: { frequency: 'daily', at: '08:00', weekday: 1 },
    quiet: [],
    critical_passes: true,
  },
}

export async function emailPreferencesOf(context: RequestContext) {
  const { person, scope } = insider(context)
  const stored = await context.services.state.database.scoped(scope, (tx) => findEmailPreferences(tx, person.id))
  return { ...(stored ?? asShipped), address: person.email }
}

export async function setEmailPreferences(context: RequestContext, preferences: EmailSettings) {
  refuseInDemo(context)
  checkSchedule(preferences.schedule)
  const { person, scope } = insider(context)
  const { services } = context
  await services.state.database.scoped(scope, (tx) => saveEmailPreferences(tx, person.id, preferences, services.now()))
  return { ...preferences, address: person.email }
}

function insider({ person, scope }: RequestContext): { person: NonNullable<RequestContext['person']>; scope: Scope } {
  if (person && scope) return { person, scope }
  throw new KeptError('conflict', "You don't belong to an organization yet. Join one to get email notifications.")
}
