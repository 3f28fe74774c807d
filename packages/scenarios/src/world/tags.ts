/** Tags as users write them: mostly correct, sometimes in another case, with a leading space, or missing. */
import type { Random } from '../random.ts'
import type { SubAccount, Team } from './world.ts'

const spellings: Record<'environment' | 'team', [string, ...string[]]> = {
  environment: ['Environment', 'Environment', 'Environment', 'environment', 'env', ' Environment'],
  team: ['Team', 'Team', 'Team', 'team', 'TEAM'],
}
const environmentValues: Record<SubAccount['environment'], [string, ...string[]]> = {
  production: ['prod', 'prod', 'prod', 'Production', 'PROD'],
  'non-production': ['dev', 'dev', 'test', 'Dev', 'staging'],
}

/** `share` of resources carry tags; those that do may still lack a key or two. */
export function tagsFor(
  random: Random,
  account: SubAccount,
  team: Team,
  application: string,
  share: number,
): Record<string, string> {
  if (!random.chance(share)) return {}
  const tags: Record<string, string> = {
    [random.pick(spellings.environment)]: random.pick(environmentValues[account.environment]),
    [random.pick(spellings.team)]: team.name,
  }
  if (random.chance(0.9)) tags.Application = application
  if (random.chance(0.7)) tags.CostCenter = team.costCenter
  return tags
}
