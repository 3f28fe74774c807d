/** The environments of a world: how each is used, and its true figures. */
import type { EnvironmentFacts } from '@kept/domain/environment.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import type { Random } from '../random.ts'

/**
 * desk: one person's, on day and night. kept: switched off at night. weekdays: off at weekends. zombie: unused. The
 * others look like zombies and are not: a training job works, a new one waits for its first day, one was left a week
 * ago or for a vacation, a stopped one costs nothing. The people of a zombie work elsewhere; those on vacation do not.
 */
type UsageProfile = 'desk' | 'kept' | 'weekdays' | 'zombie' | 'training' | 'new' | 'left' | 'stopped'

export interface WorldEnvironment {
  facts: EnvironmentFacts
  team: TeamSettings
  profile: UsageProfile
  /** Per running hour, exact. */
  price: string
  people: string[]
  /** Local working hours, and the probability of use on a working day. */
  from: number
  to: number
  diligence: number
  /** The probability of use on a day off. */
  overtime: number
  /** Day number of its first hour. */
  startDay: number
  /** Day number after which it is unused. */
  until: number
}

const profiles: UsageProfile[] = [
  ...Array.from({ length: 9 }, () => 'desk' as const),
  ...Array.from({ length: 3 }, () => 'kept' as const),
  ...Array.from({ length: 3 }, () => 'weekdays' as const),
  ...Array.from({ length: 2 }, () => 'zombie' as const),
  'training',
  'new',
  'left',
  'stopped',
]

const types = ['instance', 'codespace', 'workspace', 'namespace'] as const
const prices = ['0.0416', '0.0832', '0.096', '0.1664', '0.192', '0.34', '0.526'] as const

export function environmentsOf(team: TeamSettings, count: number, days: number, random: Random): WorldEnvironment[] {
  return Array.from({ length: count }, (_, index) => {
    const rng = random.fork(`${team.team_name}/${index}`)
    // Eight and the number of kinds share no divisor: each of twenty-one differs, in a small world too.
    const profile = profiles[(index * 8) % profiles.length] ?? 'desk'
    return environmentOf(team, index, profile, days, rng)
  })
}

function environmentOf(
  team: TeamSettings,
  index: number,
  profile: UsageProfile,
  days: number,
  random: Random,
): WorldEnvironment {
  const start = Number(team.calendar.work_hours.start.slice(0, 2)) + random.integer(0, 1)
  const name = `${team.team_name}-dev-${index + 1}`
  // The first environment of a team is in use.
  const home = profile === 'zombie' ? 0 : index
  const people = Array.from({ length: random.integer(1, 3) }, (_, n) => `${team.team_name}-${home}-${n}@example.com`)
  return {
    facts: {
      environment_id: `env-${random.hex(12)}`,
      environment_name: name,
      type: random.pick(types),
      project: `${team.team_name}-${random.pick(['api', 'web', 'data'])}`,
      team: team.team_name,
      owner: random.chance(0.9) ? (people[0] ?? '') : '',
      owner_left: null,
      created_at: null,
      auto_shutdown_enabled: profile === 'kept',
      unattached: null,
      exempt_reason: '',
    },
    team,
    profile,
    price: random.pick(prices),
    people,
    from: start,
    to: start + random.integer(6, 8),
    diligence: 0.9 + 0.09 * random.next(),
    overtime: random.chance(0.3) ? 0.05 : 0,
    startDay: profile === 'new' ? days - random.integer(4, 12) : 0,
    until: untilOf(profile, days, random),
  }
}

/** Half of the zombies were never used; the others have been unused long enough. */
function untilOf(profile: UsageProfile, days: number, random: Random): number {
  if (profile === 'zombie') return random.chance(0.5) ? 0 : days - random.integer(18, 40)
  if (profile === 'left') return days - (random.chance(0.5) ? random.integer(3, 8) : random.integer(15, 24))
  return profile === 'training' || profile === 'new' ? 0 : days
}
