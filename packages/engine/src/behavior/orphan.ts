/** Why an environment has no owner, each reason as a sentence. */
import type { EnvironmentFacts } from '@kept/domain/environment.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { epochMs } from './instant.ts'

/** Days without a use: AWS Compute Optimizer looks at disks for 32, Trusted Advisor at addresses for 7. */
const unattachedDays = { disk: 32, ip: 7 } as const

export function orphanReasons({ owner, owner_left, unattached }: EnvironmentFacts, asOf: number): string[] {
  const reasons: string[] = []
  if (owner_left === true) reasons.push('Its owner has left.')
  else if (owner === '') reasons.push('It has no owner.')
  if (unattached) {
    const days = Math.floor((asOf - epochMs(unattached.since)) / dayMs)
    if (days >= unattachedDays[unattached.kind]) {
      reasons.push(
        unattached.kind === 'disk'
          ? `A disk that no machine has used for ${days} days.`
          : `IP address unused for ${days} days.`,
      )
    }
  }
  return reasons
}
