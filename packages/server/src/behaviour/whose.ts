/**
 * Whom a schedule would have kept waiting, by name, for nobody but the environment's owner. Names are not stored: the
 * pseudonyms of the organisation's own people are made again and compared. Everybody else sees pseudonyms.
 */
import type { EnvironmentAnalysis } from '@kept/domain/environment.ts'
import type { ScheduleRecommendation } from '@kept/domain/schedule.ts'
import { listMembers } from '@kept/store/behaviour/members.ts'
import type { SignedInContext } from '../platform/context.ts'
import { pseudonymOf } from './pseudonym.ts'

export async function withNamesForOwner(
  { services, scope, me, person }: Pick<SignedInContext, 'services' | 'scope' | 'me' | 'person'>,
  { owner }: Pick<EnvironmentAnalysis, 'owner'>,
  recommendation: ScheduleRecommendation,
): Promise<ScheduleRecommendation> {
  // An API key acts for its maker, and is not the one who is told.
  if (!person || !namesOf(me.user).includes(plain(owner))) return recommendation
  const pseudonym = pseudonymOf(services.secrets, scope)
  const known = new Map<string, string>()
  for (const member of await listMembers(services.state.database, scope)) {
    for (const name of namesOf(member)) known.set(pseudonym(name), member.full_name || member.email)
  }
  const { backtest } = recommendation
  const interruptions = backtest.interruptions.map((one) => ({
    ...one,
    users: one.users.map((user) => known.get(user) ?? user),
  }))
  return { ...recommendation, backtest: { ...backtest, interruptions } }
}

/** As tags and events name somebody: the address, what stands before its @, or the name. */
function namesOf({ email, full_name }: { email: string; full_name: string }): string[] {
  return [email, email.split('@')[0] ?? '', full_name].map(plain).filter((name) => name !== '')
}

function plain(name: string): string {
  return name.trim().toLowerCase()
}
