/** Letters of one's own: what I am written to about, and when. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findLetters, type Letters, saveLetters } from '@kept/store/alerts/letters.ts'
import type { RequestContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { checkSchedule } from './check-schedule.ts'

/** Until somebody says otherwise: nothing; and when they turn it on, what matters, each morning. */
const asShipped: Letters = {
  enabled: false,
  kinds: ['anomaly', 'budget', 'loop', 'savings_regression', 'import_failed'],
  min_severity: 'medium',
  schedule: {
    zone: 'UTC',
    digest: { every: 'daily', at: '08:00', weekday: 1 },
    quiet: [],
    critical_passes: true,
  },
}

export async function lettersOf(context: RequestContext) {
  const { person, scope } = insider(context)
  const said = await context.services.state.database.scoped(scope, (tx) => findLetters(tx, person.id))
  return { ...(said ?? asShipped), address: person.email }
}

export async function setLetters(context: RequestContext, wanted: Letters) {
  refuseInDemo(context)
  checkSchedule(wanted.schedule)
  const { person, scope } = insider(context)
  const { services } = context
  await services.state.database.scoped(scope, (tx) => saveLetters(tx, person.id, wanted, services.now()))
  return { ...wanted, address: person.email }
}

function insider({ person, scope }: RequestContext): { person: NonNullable<RequestContext['person']>; scope: Scope } {
  if (person && scope) return { person, scope }
  throw new KeptError('conflict', 'You belong to no organisation yet; there is nothing to write to you about.')
}
