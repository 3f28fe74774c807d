/** Developer behaviour over HTTP. */
import { knownCountries } from '@kept/connectors/activity/public-holidays.ts'
import type { BehaviourSummary } from '@kept/domain/behaviour-run.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { erasePerson, exportPerson, hasEvents } from '@kept/store/behaviour/people.ts'
import { findPart, findResult, listEnvironments } from '@kept/store/behaviour/results.ts'
import { findRun, latestRun } from '@kept/store/behaviour/runs.ts'
import { readBehaviourSettings, writeBehaviourSettings } from '@kept/store/behaviour/settings.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { startRun } from './analyse-job.ts'
import { describeEffort } from './describe-effort.ts'
import { optimize } from './optimize.ts'
import { overviewOf } from './overview.ts'
import { pseudonymOf } from './pseudonym.ts'
import { takeIn } from './take-in.ts'
import { withHolidays } from './with-holidays.ts'

const nothing: BehaviourSummary = { teams: [], recommendations: [], insights: [], notes: [] }

interface Narrowed {
  window: string
  from?: string | undefined
  to?: string | undefined
  team?: string | undefined
}

export const developerBehavior = {
  putEvents: routes.developerBehavior.putEvents.handler(
    async ({ context: { services, scope }, input: { events } }) => ({
      data: await takeIn(services, scope, 'The batch', [JSON.stringify(events)]),
    }),
  ),
  analyse: routes.developerBehavior.analyse.handler(async ({ context: { services, scope, me }, input }) => {
    const { from, to } = input
    if ((from === undefined) !== (to === undefined)) throw badInput('Give both from and to, or neither.')
    if (from !== undefined && to !== undefined && from >= to)
      throw badInput(`from (${from}) must be before to (${to}).`)
    return { data: await startRun(services, scope, input, me.user.full_name) }
  }),
  analysis: routes.developerBehavior.analysis.handler(async ({ context: { services, scope }, input: { id } }) => {
    const run = await findRun(services.state.database, scope, id)
    if (!run) throw new KeptError('not_found', 'There is no such run of the analysis.')
    return { data: run }
  }),
  overview: routes.developerBehavior.overview.handler(async ({ context: { services, scope }, input }) => {
    const { database } = services.state
    const [result, last_run] = await Promise.all([
      findResult(database, scope, keyOf(input)),
      latestRun(database, scope),
    ])
    const overview = overviewOf(result?.summary ?? nothing, input.team)
    return {
      data: {
        ...overview,
        opportunities: await describeEffort(services, scope, overview.opportunities),
        last_run,
        // What was analysed was here.
        here: result ? { bill: true, events: true } : await whatIsHere(services.state, scope),
        analysed: result
          ? {
              key: result.window_key,
              from: result.from_on,
              to: result.to_on,
              made_at: new Date(result.made_at).toISOString(),
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
    const own = all.filter((one) => team === undefined || one.team === team)
    return {
      data: await describeEffort(services, scope, own.slice((page - 1) * page_size, page * page_size)),
      meta: { page, page_size, total: own.length },
    }
  }),
  optimize: routes.developerBehavior.optimize.handler(async ({ context, input }) => ({
    data: await optimize(context, input),
  })),
  settings: routes.developerBehavior.settings.handler(async ({ context: { services, scope } }) => ({
    data: await readBehaviourSettings(services.state.database, scope),
  })),
  putSettings: routes.developerBehavior.putSettings.handler(async ({ context: { services, scope }, input }) => {
    // A region that is not known is said now, not by the next run of the analysis.
    const year = services.now().getUTCFullYear()
    for (const team of input.teams) withHolidays(team, { first: year, last: year }, [])
    await writeBehaviourSettings(services.state.database, scope, input, services.now())
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

/** Days of somebody's own stand under their two ends. */
function keyOf({ window, from, to }: Narrowed): string {
  return from !== undefined && to !== undefined ? `${from}..${to}` : window
}

async function whatIsHere({ database, warehouse }: Services['state'], scope: Scope) {
  const [loads, events] = await Promise.all([currentLoadIds(database, scope), hasEvents(warehouse, scope)])
  return { bill: loads.length > 0, events }
}

async function partOf<Part extends keyof BehaviourSummary>(
  database: Database,
  scope: Scope,
  input: Narrowed,
  part: Part,
): Promise<BehaviourSummary[Part]> {
  return (await findPart(database, scope, keyOf(input), part)) ?? nothing[part]
}
