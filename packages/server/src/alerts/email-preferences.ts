/** Personal email notifications: which ones, and when. */
import { KeptError } from '@kept/domain/errors.ts'
import { managesSecurity } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { defaultEmails } from '@kept/engine/alerts/default-emails.ts'
import { type EmailSettings, findEmailPreferences, saveEmailPreferences } from '@kept/store/alerts/email-preferences.ts'
import type { PersonContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { checkSchedule } from './check-schedule.ts'
import { refuseHiddenKinds } from './hidden-kinds.ts'

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

/** What those who manage security get until they decide otherwise. */
export const securityByDefault: EmailSettings = {
  enabled: true,
  kinds: [...defaultEmails.kinds],
  min_severity: defaultEmails.min_severity,
  schedule: { ...asShipped.schedule, digest: null },
}

export async function emailPreferencesOf(context: PersonContext) {
  const { person } = context
  const scope = scopeOf(context)
  const stored = await context.services.state.database.scoped(scope, (tx) => findEmailPreferences(tx, person.id))
  const preferences = stored ?? (managesSecurity(permissionsOf(context)) ? securityByDefault : asShipped)
  return { ...preferences, address: person.email, is_default: stored === undefined }
}

export async function setEmailPreferences(context: PersonContext, preferences: EmailSettings) {
  refuseInDemo(context)
  checkSchedule(preferences.schedule)
  refuseHiddenKinds(permissionsOf(context), preferences.kinds)
  const { services, person } = context
  const scope = scopeOf(context)
  await services.state.database.scoped(scope, (tx) => saveEmailPreferences(tx, person.id, preferences, services.now()))
  return { ...preferences, address: person.email, is_default: false }
}

const permissionsOf = ({ me }: PersonContext) => me?.permissions ?? []

function scopeOf({ scope }: PersonContext): Scope {
  if (scope) return scope
  throw new KeptError('conflict', "You don't belong to an organization yet. Join one to get email notifications.")
}
