/**
 * Names of users a schedule would have interrupted, for the environment's owner only. Names are not stored: the
 * pseudonyms of the organization's users are calculated and compared.
 */
import type { EnvironmentAnalysis } from '@kept/domain/environment.ts'
import type { ScheduleRecommendation } from '@kept/domain/schedule.ts'
import { listMembers } from '@kept/store/behavior/members.ts'
import type { SignedInContext } from '../platform/context.ts'
import { pseudonymOf } from '../platform/pseudonym.ts'

export async function withNamesForOwner(
  { services, scope, me, person }: Pick<SignedInContext, 'services' | 'scope' | 'me' | 'person'>,
  { owner }: Pick<EnvironmentAnalysis, 'owner'>,
  recommendation: ScheduleRecommendation,
): Promise<ScheduleRecommendation> {
  // API keys never see names.
  if (!person || !namesOf(me.user).includes(normalizeName(owner))) return recommendation
  const pseudonym = pseudonymOf(services.secrets, scope)
  const nameByPseudonym = new Map<string, string>()
  for (const member of await listMembers(services.state.database, scope)) {
    for (const name of namesOf(member)) nameByPseudonym.set(pseudonym(name), member.full_name || member.email)
  }
  const { backtest } = recommendation
  const interruptions = backtest.interruptions.map((interruption) => ({
    ...interruption,
    users: interruption.users.map((user) => nameByPseudonym.get(user) ?? user),
  }))
  return { ...recommendation, backtest: { ...backtest, interruptions } }
}

/** How tags and events name a user: email address, its local part, or full name. */
function namesOf({ email, full_name }: { email: string; full_name: string }): string[] {
  return [email, email.split('@')[0] ?? '', full_name].map(normalizeName).filter((name) => name !== '')
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase()
}
