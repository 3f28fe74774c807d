/** Developer behavior API. */
import { knownCountries } from '@kept/connectors/activity/public-holidays.ts'
import type { BehaviorSummary } from '@kept/domain/behavior-run.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { erasePerson, exportPerson, hasEvents } from '@kept/store/behavior/people.ts'
import { findPart, findResult, listEnvironments } from '@kept/store/behavior/results.ts'
import { findRun, latestRun } from '@kept/store/behavior/runs.ts'
import { readBehaviorSettings, writeBehaviorSettings } from '@kept/store/behavior/settings.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { pseudonymOf } from '../platform/pseudonym.ts'
import { startRun } from './analyze-job.ts'
import { calendarsChangedJob } from './calendars-changed-job.ts'
import { describeEffort } from './describe-effort.ts'
import { takeIn } from './ingest-events.ts'
import { optimize } from './optimize.ts'
import { overviewOf } from './overview.ts'
import { withHolidays } from './with-holidays.ts'

const emptySummary: BehaviorSummary = { teams: [], recommendations: [], insights: [], notes: [] }

interface Narrowed {
  window: string
  start_date?: string | undefined
  end_date?: string | undefined
  team?: string | undefined
}

export const developerBehavior = {
  putEvents: routes.developerBehavior.putEvents.handler(
    async ({ context: { services, scope }, input: { events } }) => ({
      data: await takeIn(services, scope, 'The batch', [JSON.stringify(events)]),
    }),
  ),
  analyze: routes.developerBehavior.analyze.handler(async ({ context: { services, scope, me }, input }) => {
    const { start_date: from, end_date: to } = input
    if ((from === undefined) !== (to === undefined)) throw badInput('Set both start_date and end_date, or neither.')
    if (from !== undefined && to !== undefined && from >= to)
      throw badInput(`start_date (${from}) must be before end_date (${to}).`)
    return { data: await startRun(services, scope, input, me.user.full_name) }
  }),
  analysis: routes.developerBehavior.analysis.handler(async ({ context: { services, scope }, input: { id } }) => {
    const run = await findRun(services.state.database, scope, id)
    if (!run) throw new KeptError('not_found', 'Analysis not found.')
    return { data: run }
  }),
  overview: routes.developerBehavior.overview.handler(async ({ context: { services, scope }, input }) => {
    const { database } = services.state
    const [result, last_run] = await Promise.all([
      findResult(database, scope, keyOf(input)),
      latestRun(database, scope),
    ])
    const overview = overviewOf(result?.summary, input.team)
    return {
      data: {
        ...overview,
        opportunities: await describeEffort(services, scope, overview.opportunities),
        last_run,
        // Echoes the analyzed range.
        available_data: result ? { bill: true, events: true } : await whatIsHere(services.state, scope),
        analyzed: result
          ? {
              key: result.window_key,
              start_date: result.start_date,
              end_date: result.end_date,
              calculated_at: new Date(result.calculated_at).toISOString(),
            }
          : null,
      },
    }
  }),
  environments: routes.developerBehavior.environments.handler(async ({ context: { services, scope }, input }) => {
    const { team, status, page, page_size } = input
    const filter = { key: keyOf(input), team, status, page, page_size }
    const { environments, total, counts } = await listEnvironments(services.state.database, scope, filter)
    return { data: environments, meta: { page, page_size, total, statuses: counts } }
  }),
  teams: routes.developerBehavior.teams.handler(async ({ context: { services, scope }, input }) => {
    const teams = await partOf(services.state.database, scope, input, 'teams')
    return { data: teams.filter(({ team_name }) => input.team === undefined || team_name === input.team) }
  }),
  insights: routes.developerBehavior.insights.handler(async ({ context: { services, scope }, input }) => {
    const insights = await partOf(services.state.database, scope, input, 'insights')
    return { data: insights.filter(({ team }) => input.team === undefined || team === input.team) }
  }),
  recommendations: routes.developerBehavior.recommendations.handler(async ({ context: { services, scope }, input }) => {
    const { team, page, page_size } = input
    const all = await partOf(services.state.database, scope, input, 'recommendations')
    const ofTeam = all.filter((recommendation) => team === undefined || recommendation.team === team)
    return {
      data: await describeEffort(services, scope, ofTeam.slice((page - 1) * page_size, page * page_size)),
      meta: { page, page_size, total: ofTeam.length },
    }
  }),
  optimize: routes.developerBehavior.optimize.handler(async ({ context, input }) => ({
    data: await optimize(context, input),
  })),
  settings: routes.developerBehavior.settings.handler(async ({ context: { services, scope } }) => ({
    data: await readBehaviorSettings(services.state.database, scope),
  })),
  putSettings: routes.developerBehavior.putSettings.handler(async ({ context: { services, scope }, input }) => {
    // Validates holiday regions now instead of in the next analysis.
    const year = services.now().getUTCFullYear()
    for (const team of input.teams) withHolidays(team, { first: year, last: year }, [])
    await writeBehaviorSettings(services.state.database, scope, input, services.now())
    // Also when nothing changed: an earlier request may have been lost before this.
    await services.jobs.send(calendarsChangedJob, { organization_id: scope.organizationId })
    return { data: input }
  }),
  countries: routes.developerBehavior.countries.handler(() => ({ data: knownCountries() })),
  exportPerson: routes.developerBehavior.exportPerson.handler(async ({ context: { services, scope }, input }) => {
    const pseudonym = pseudonymOf(services.secrets, scope)(input.person)
    return { data: { pseudonym, events: await exportPerson(services.state.warehouse, scope, pseudonym) } }
  }),
  erasePerson: routes.developerBehavior.erasePerson.handler(async ({ context: { services, scope }, input }) => {
    const pseudonym = pseudonymOf(services.secrets, scope)(input.person)
    return { data: { pseudonym, events: await erasePerson(services.state.warehouse, scope, pseudonym) } }
  }),
}

/** Custom ranges are stored by their start and end. */
function keyOf({ window, start_date, end_date }: Narrowed): string {
  return start_date !== undefined && end_date !== undefined ? `${start_date}..${end_date}` : window
}

async function whatIsHere({ database, warehouse }: Services['state'], scope: Scope) {
  const [loads, events] = await Promise.all([currentLoadIds(database, scope), hasEvents(warehouse, scope)])
  return { bill: loads.length > 0, events }
}

async function partOf<Part extends keyof BehaviorSummary>(
  database: Database,
  scope: Scope,
  input: Narrowed,
  part: Part,
): Promise<BehaviorSummary[Part]> {
  return (await findPart(database, scope, keyOf(input), part)) ?? emptySummary[part]
}
