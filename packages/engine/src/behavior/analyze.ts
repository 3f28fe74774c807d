/** The whole analysis: collected events, collected running hours, and what is known of environments and teams. */
import type { BehaviorRecommendation, Insight } from '@kept/domain/behavior.ts'
import { type EnvironmentFacts, environmentFactsSchema } from '@kept/domain/environment.ts'
import type { TeamAnalysis, TeamSettings } from '@kept/domain/team.ts'
import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { lastMarked } from './automation.ts'
import type { CollectedEvents, EnvironmentActivity } from './collect-events.ts'
import type { CollectedRunning } from './collect-running.ts'
import { type EvaluatedEnvironment, evaluateEnvironment } from './environment-analysis.ts'
import { findInsights, type TeamSeen } from './insights.ts'
import { type QuarterSpan, quarterMs, within } from './quarters.ts'
import type { ScheduleEvaluation } from './recommend-schedule.ts'
import { recommend } from './recommendations.ts'
import { analyzeTeam } from './team-analysis.ts'
import { type TeamCalendar, teamCalendar } from './team-calendar.ts'

export interface AnalysisInput {
  events: CollectedEvents
  running: CollectedRunning
  /** Known from neither events nor bill; environments that only these name are analyzed too. */
  facts: readonly EnvironmentFacts[]
  teams: readonly TeamSettings[]
  /** Within the span that was collected; all of it when left out. */
  window?: QuarterSpan
  /** Milliseconds since 1970: up to when bill and events are known. The last billed hour when left out. */
  asOf?: number
  /** Evaluations of the same span: a schedule depends on all that is known, not on the window. */
  schedules?: ReadonlyMap<string, ScheduleEvaluation>
}

export interface BehaviorAnalysis {
  window: QuarterSpan
  environments: EvaluatedEnvironment[]
  teams: TeamAnalysis[]
  recommendations: BehaviorRecommendation[]
  insights: Insight[]
}

export function analyzeBehavior(input: AnalysisInput): BehaviorAnalysis {
  const steps = analyzeStepwise(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same, yielding after each environment so that the caller can do other work in between. */
export function* analyzeStepwise({
  events,
  running,
  facts,
  teams,
  window,
  schedules,
  ...options
}: AnalysisInput): Generator<undefined, BehaviorAnalysis> {
  const { span } = events
  const over = window ? within(window, span) : span
  const all = knownFacts(events, running, facts)
  const settings = new Map(teams.map((team) => [team.team_name, team]))
  const asOf = options.asOf ?? endOfKnown(running) ?? span.to * quarterMs
  const calendarOf = calendars(span)
  const presence = presenceOf(events, asOf)
  const analyzedTeams: TeamSeen[] = []
  for (const [name, members] of groupBy(all, ({ team }) => team)) {
    const activities = members.flatMap(({ environment_id }) => events.environments.get(environment_id) ?? [])
    const { team, skipReasons } = settingsOf(name, settings.get(name), activities)
    const calendar = calendarOf(team)
    // Environments without a team have no source of a team either: any activity at all shows that one is connected.
    const isObserved = (name === '' ? [...events.environments.values()] : activities).some(
      ({ lastActivity }) => lastActivity !== null,
    )
    const lastTeamUse = lastUseBefore(activities, span, asOf)
    const evaluated: EvaluatedEnvironment[] = []
    for (const member of members) {
      evaluated.push(
        evaluateEnvironment({
          facts: member,
          activity: events.environments.get(member.environment_id),
          running: running.environments.get(member.environment_id),
          calendar,
          window: over,
          asOf,
          isObserved,
          lastSeen: (person) => presence.get(person) ?? null,
          lastTeamUse,
          schedule: schedules?.get(member.environment_id),
          skipReasons: [
            ...(running.environments.has(member.environment_id)
              ? []
              : ['It is not on any bill, so its hours and cost are unknown.']),
            ...sharedWords(name, events.environments.get(member.environment_id)),
          ],
        }),
      )
      yield
    }
    // Two currencies are never added: a team that pays in two has an analysis in each.
    for (const paid of byCurrency(evaluated)) {
      analyzedTeams.push({ calendar, evaluated: paid, team: analyzeTeam(team, calendar, over, paid, skipReasons) })
    }
  }
  const environments = analyzedTeams.flatMap(({ evaluated }) => evaluated)
  return {
    window: over,
    environments,
    teams: analyzedTeams.map(({ team }) => team),
    recommendations: recommend(environments),
    insights: findInsights(analyzedTeams),
  }
}

/** When each person was last seen in any environment: milliseconds since 1970. */
function presenceOf({ environments, span }: CollectedEvents, asOf: number): Map<string, number> {
  const presence = new Map<string, number>()
  const length = quartersBefore(span, asOf)
  for (const { byUser } of environments.values()) {
    for (const [person, bits] of byUser) {
      const last = lastMarked(bits, length)
      if (last >= 0) presence.set(person, Math.max(presence.get(person) ?? 0, (span.from + last + 1) * quarterMs))
    }
  }
  return presence
}

/** When people last used any of these. */
function lastUseBefore(activities: readonly EnvironmentActivity[], span: QuarterSpan, asOf: number): number | null {
  const length = quartersBefore(span, asOf)
  const last = Math.max(-1, ...activities.map(({ active }) => lastMarked(active, length)))
  return last < 0 ? null : (span.from + last + 1) * quarterMs
}

function quartersBefore(span: QuarterSpan, asOf: number): number {
  return Math.max(0, Math.min(span.to, Math.floor(asOf / quarterMs)) - span.from)
}

/** What two teams use is counted once, and the output names the team it counts for. */
function sharedWords(team: string, activity: EnvironmentActivity | undefined): string[] {
  const otherTeams = [...(activity?.teams.keys() ?? [])].filter((name) => name !== team).sort()
  if (otherTeams.length === 0 || team === '') return []
  return [`Events of ${otherTeams.join(', ')} also include it. It is listed under ${team}.`]
}

/** Teams in one zone with the same week share their calendar. */
function calendars(span: QuarterSpan): (team: TeamSettings) => TeamCalendar {
  const calendarByKey = new Map<string, TeamCalendar>()
  return ({ calendar }) => {
    const key = JSON.stringify(calendar)
    const cached = calendarByKey.get(key) ?? teamCalendar(calendar, span)
    calendarByKey.set(key, cached)
    return cached
  }
}

/** By currency; what no bill names costs nothing in any, and stands with the others. */
function byCurrency(evaluated: readonly EvaluatedEnvironment[]): EvaluatedEnvironment[][] {
  const billed = groupBy(evaluated, ({ analysis }) => analysis.currency)
  const unbilled = billed.get('') ?? []
  billed.delete('')
  const [first, ...otherCurrencies] = billed.values()
  return [[...(first ?? []), ...unbilled], ...otherCurrencies]
}

/** An environment is whatever the facts, the events or the bill name; facts win over events. */
function knownFacts(
  events: CollectedEvents,
  running: CollectedRunning,
  facts: readonly EnvironmentFacts[],
): EnvironmentFacts[] {
  const byId = new Map(facts.map((fact) => [fact.environment_id, fact]))
  const ids = new Set([...byId.keys(), ...events.environments.keys(), ...running.environments.keys()])
  return [...ids].sort().map((environment_id) => {
    const environmentFacts = byId.get(environment_id) ?? environmentFactsSchema.parse({ environment_id })
    const activity = events.environments.get(environment_id)
    if (!activity) return environmentFacts
    return {
      ...environmentFacts,
      environment_name: environmentFacts.environment_name || activity.name,
      project: environmentFacts.project || activity.project,
      team: environmentFacts.team || (maxNamed(activity.teams) ?? ''),
    }
  })
}

/** Without settings: the zone most events name, the usual week, and no holidays; and it is said. */
function settingsOf(
  name: string,
  settings: TeamSettings | undefined,
  activities: readonly EnvironmentActivity[],
): { team: TeamSettings; skipReasons: string[] } {
  if (settings) return { team: settings, skipReasons: [] }
  const countByTimeZone = new Map<string, number>()
  for (const activity of activities) {
    for (const [timeZone, count] of activity.timeZones)
      countByTimeZone.set(timeZone, (countByTimeZone.get(timeZone) ?? 0) + count)
  }
  const teamTimeZone = maxNamed(countByTimeZone)
  return {
    team: {
      team_name: name,
      calendar: workCalendarSchema.parse({ time_zone: teamTimeZone ?? 'UTC' }),
      member_count: null,
    },
    skipReasons: [
      teamTimeZone ? `Time zone inferred from events: ${teamTimeZone}.` : 'Time zone unknown. UTC is assumed.',
      'Country unknown. Holidays are not considered.',
    ],
  }
}

/** The name most events say; of equals the first by letter, so that it stays the same from run to run. */
function maxNamed(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0]
}

/** Bills end before events do: nothing is called stopped for hours that are not billed yet. */
function endOfKnown({ environments, span }: CollectedRunning): number | null {
  let last = -1
  for (const { quarters } of environments.values()) {
    for (let hour = quarters.length - 1; hour > last; hour -= 1) {
      if ((quarters[hour] ?? 0) > 0) last = hour
    }
  }
  return last < 0 ? null : (span.from + (last + 1) * 4) * quarterMs
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
