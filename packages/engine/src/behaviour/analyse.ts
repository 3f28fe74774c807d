/** The whole analysis: collected events, collected running hours, and what is known of environments and teams. */
import type { BehaviourRecommendation, Insight } from '@kept/domain/behaviour.ts'
import { type EnvironmentFacts, environmentFactsSchema } from '@kept/domain/environment.ts'
import type { TeamAnalysis, TeamSettings } from '@kept/domain/team.ts'
import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import type { CollectedEvents, EnvironmentActivity } from './collect-events.ts'
import type { CollectedRunning } from './collect-running.ts'
import { type JudgedEnvironment, judgeEnvironment } from './environment-analysis.ts'
import { findInsights, type TeamSeen } from './insights.ts'
import { type QuarterSpan, quarterMs, within } from './quarters.ts'
import type { ScheduleVerdict } from './recommend-schedule.ts'
import { recommend } from './recommendations.ts'
import { analyseTeam } from './team-analysis.ts'
import { type TeamCalendar, teamCalendar } from './team-calendar.ts'

export interface AnalysisInput {
  events: CollectedEvents
  running: CollectedRunning
  /** What is known beside events and bill; environments that only these name are analysed too. */
  facts: readonly EnvironmentFacts[]
  teams: readonly TeamSettings[]
  /** Within the span that was collected; all of it when left out. */
  window?: QuarterSpan
  /** Milliseconds since 1970: up to when bill and events are known. The last billed hour when left out. */
  asOf?: number
  /** Verdicts of an analysis of the same span: a schedule hangs on all that is known, not on the window. */
  schedules?: ReadonlyMap<string, ScheduleVerdict>
}

export interface BehaviourAnalysis {
  window: QuarterSpan
  environments: JudgedEnvironment[]
  teams: TeamAnalysis[]
  recommendations: BehaviourRecommendation[]
  insights: Insight[]
}

export function analyseBehaviour(input: AnalysisInput): BehaviourAnalysis {
  const steps = analyseStepwise(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same, with a pause after each environment: whoever has other things to do can do them there. */
export function* analyseStepwise({
  events,
  running,
  facts,
  teams,
  window,
  schedules,
  ...known
}: AnalysisInput): Generator<undefined, BehaviourAnalysis> {
  const { span } = events
  const over = window ? within(window, span) : span
  const all = knownFacts(events, running, facts)
  const settings = new Map(teams.map((team) => [team.team_name, team]))
  const asOf = known.asOf ?? endOfKnown(running) ?? span.to * quarterMs
  const calendarOf = calendars(span)
  const seen: TeamSeen[] = []
  for (const [name, members] of groupBy(all, ({ team }) => team)) {
    const activities = members.flatMap(({ environment_id }) => events.environments.get(environment_id) ?? [])
    const { team, whyNot } = settingsOf(name, settings.get(name), activities)
    const calendar = calendarOf(team)
    // Who has no team has no source of a team either: then any activity at all shows that somebody listens.
    const isWatched = (name === '' ? [...events.environments.values()] : activities).some(
      ({ lastActivity }) => lastActivity !== null,
    )
    const judged: JudgedEnvironment[] = []
    for (const member of members) {
      judged.push(
        judgeEnvironment({
          facts: member,
          activity: events.environments.get(member.environment_id),
          running: running.environments.get(member.environment_id),
          calendar,
          window: over,
          asOf,
          isWatched,
          schedule: schedules?.get(member.environment_id),
          whyNot: [
            ...(running.environments.has(member.environment_id)
              ? []
              : ['No bill names it: its hours and cost are not known.']),
            ...sharedWords(name, events.environments.get(member.environment_id)),
          ],
        }),
      )
      yield
    }
    // Two currencies are never added: a team that pays in two is told about in each.
    for (const paid of byCurrency(judged)) {
      seen.push({ calendar, judged: paid, team: analyseTeam(team, calendar, over, paid, whyNot) })
    }
  }
  const environments = seen.flatMap(({ judged }) => judged)
  return {
    window: over,
    environments,
    teams: seen.map(({ team }) => team),
    recommendations: recommend(environments),
    insights: findInsights(seen),
  }
}

/** What two teams use is told once, and it is said under whom. */
function sharedWords(team: string, activity: EnvironmentActivity | undefined): string[] {
  const others = [...(activity?.teams.keys() ?? [])].filter((name) => name !== team).sort()
  if (others.length === 0 || team === '') return []
  return [`Events of ${others.join(', ')} name it too: all of it is told under ${team}.`]
}

/** Teams in one zone with the same week share their calendar. */
function calendars(span: QuarterSpan): (team: TeamSettings) => TeamCalendar {
  const made = new Map<string, TeamCalendar>()
  return ({ calendar }) => {
    const key = JSON.stringify(calendar)
    const known = made.get(key) ?? teamCalendar(calendar, span)
    made.set(key, known)
    return known
  }
}

/** By currency; what no bill names costs nothing in any, and stands with the others. */
function byCurrency(judged: readonly JudgedEnvironment[]): JudgedEnvironment[][] {
  const billed = groupBy(judged, ({ analysis }) => analysis.currency)
  const unbilled = billed.get('') ?? []
  billed.delete('')
  const [first, ...others] = billed.values()
  return [[...(first ?? []), ...unbilled], ...others]
}

/** An environment is whatever the facts, the events or the bill name; facts win over events. */
function knownFacts(
  events: CollectedEvents,
  running: CollectedRunning,
  facts: readonly EnvironmentFacts[],
): EnvironmentFacts[] {
  const byId = new Map(facts.map((one) => [one.environment_id, one]))
  const ids = new Set([...byId.keys(), ...events.environments.keys(), ...running.environments.keys()])
  return [...ids].sort().map((environment_id) => {
    const said = byId.get(environment_id) ?? environmentFactsSchema.parse({ environment_id })
    const heard = events.environments.get(environment_id)
    if (!heard) return said
    return {
      ...said,
      environment_name: said.environment_name || heard.name,
      project: said.project || heard.project,
      team: said.team || (mostNamed(heard.teams) ?? ''),
    }
  })
}

/** Without settings: the zone most events name, the usual week, and no holidays; and it is said. */
function settingsOf(
  name: string,
  settings: TeamSettings | undefined,
  activities: readonly EnvironmentActivity[],
): { team: TeamSettings; whyNot: string[] } {
  if (settings) return { team: settings, whyNot: [] }
  const zones = new Map<string, number>()
  for (const activity of activities) {
    for (const [zone, count] of activity.zones) zones.set(zone, (zones.get(zone) ?? 0) + count)
  }
  const timezone = mostNamed(zones)
  return {
    team: { team_name: name, calendar: workCalendarSchema.parse({ timezone: timezone ?? 'UTC' }), member_count: null },
    whyNot: [
      timezone ? `Its zone is taken from its events: ${timezone}.` : 'Its zone is not known: UTC is assumed.',
      'Its country is not known: no holidays are counted.',
    ],
  }
}

/** The name most events say; of equals the first by letter, so that it stays the same from run to run. */
function mostNamed(counts: ReadonlyMap<string, number>): string | undefined {
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
