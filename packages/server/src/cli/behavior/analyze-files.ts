/** Analyzes developer behavior from event files and bills, without a server. Stores nothing. */
import { createHmac, randomBytes } from 'node:crypto'
import { badInput } from '@kept/domain/errors.ts'
import { analyzeBehavior, type BehaviorAnalysis } from '@kept/engine/behavior/analyze.ts'
import { peopleEvents } from '@kept/engine/behavior/automation.ts'
import { collectEvents } from '@kept/engine/behavior/collect-events.ts'
import { collectRunning } from '@kept/engine/behavior/collect-running.ts'
import { pseudonymize } from '@kept/engine/behavior/pseudonyms.ts'
import { perDay, type QuarterSpan, spanOfDays } from '@kept/engine/behavior/quarters.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { listMachines, type Machine, readRunningHours } from '@kept/store/behavior/machines.ts'
import { matchMachines } from '../../behavior/match-machines.ts'
import { type BillRequest, type OpenBill, withBill } from './open-bill.ts'
import { type EventsRead, listFiles, readEvents } from './read-events.ts'
import { readEnvironments, readTargets, readTeams } from './read-settings.ts'

interface FilesRequest extends Omit<BillRequest, 'paths'> {
  events: string[]
  bills: string[]
  teams: string | undefined
  environments: string | undefined
  targets: string | undefined
  from: string | undefined
  to: string | undefined
  /** Names instead of pseudonyms. */
  people: boolean
}

export interface FilesAnalysis extends BehaviorAnalysis {
  read: EventsRead
  repeated: number
  notes: string[]
}

/** Limits the memory of the quarter-hour grid of an environment. */
const maxDays = 400

export async function analyzeFiles(request: FilesRequest): Promise<FilesAnalysis> {
  const files = await listFiles(request.events)
  const [statedEnvironments, targets] = [
    await readEnvironments(request.environments),
    await readTargets(request.targets),
  ]
  return withBill({ ...request, paths: request.bills }, async (bill) => {
    const all = await listMachines(bill.warehouse, bill.scope, bill.loadIds, request.signal)
    const machines = inCurrency(all, request.currency)
    const { span, from, to, window } = spanOf(machines, request)
    const years = { first: Number(from.slice(0, 4)), last: Number(to.slice(0, 4)) }
    const { teams, notes } = await readTeams(request.teams, years)

    const events = collectEvents(span)
    const hide = pseudonyms()
    const read = await readEvents(
      files,
      targets,
      (event) => events.add(request.people ? event : pseudonymize(event, hide)),
      request.signal,
    )
    const matched = matchMachines(machines, new Set(events.environments.keys()), statedEnvironments)
    const running = collectRunning(span)
    await fill(running, bill, matched, { from, to }, request)
    const analysis = analyzeBehavior({ events: peopleEvents(events), running, facts: matched.facts, teams, window })
    return {
      ...analysis,
      read,
      repeated: events.repeated,
      notes: [...bill.notes, ...notes, ...describeUnselected(machines, matched.machines)],
    }
  })
}

async function fill(
  running: ReturnType<typeof collectRunning>,
  { warehouse, scope, loadIds }: OpenBill,
  matched: ReturnType<typeof matchMachines>,
  days: { from: string; to: string },
  { signal, currency }: FilesRequest,
): Promise<void> {
  for await (const hour of readRunningHours(warehouse, scope, loadIds, matched.machines, days, signal)) {
    if (currency !== undefined && hour.currency !== currency) continue
    running.add({ ...hour, environment_id: matched.environmentOf.get(hour.environment_id) ?? hour.environment_id })
  }
}

function inCurrency(machines: Machine[], currency: string | undefined): Machine[] {
  const billCurrencies = [...new Set(machines.map((machine) => machine.currency))]
  if (currency !== undefined && billCurrencies.length > 0 && !billCurrencies.includes(currency)) {
    throw badInput(`The bill has no machines in ${currency}. It uses ${billCurrencies.join(', ')}.`)
  }
  return currency === undefined ? machines : machines.filter((machine) => machine.currency === currency)
}

/** Schedules and zombies are evaluated over all days of the bill; `from` and `to` limit the days that are reported. */
function spanOf(machines: readonly Machine[], { from, to }: FilesRequest) {
  const first = machines.map(({ first_day }) => first_day).sort()[0]
  const last = machines
    .map(({ last_day }) => last_day)
    .sort()
    .at(-1)
  if (!first || !last)
    throw badInput('The bill has no machine that is charged by time, so there are no running hours to analyze.')
  const end = addDays(last, 1)
  const start = [first, addDays(end, -maxDays)].sort().at(-1) ?? first
  const span = spanOfDays(start, end)
  const window: QuarterSpan = spanOfDays(from ?? start, to ?? end)
  if (window.to <= window.from) throw badInput(`--from ${from ?? start} must be before --to ${to ?? end}.`)
  if (window.from >= span.to || window.to <= span.from || window.to - window.from < perDay) {
    throw badInput(`The bill has charges from ${start} to ${end} (exclusive). Choose days in that range.`)
  }
  return { span, window, from: start, to: end }
}

/** The key is random for each run, so pseudonyms cannot be resolved or linked between runs. */
function pseudonyms(): (text: string) => string {
  const key = randomBytes(32)
  const pseudonymByText = new Map<string, string>()
  return (text) => {
    const existing = pseudonymByText.get(text)
    if (existing) return existing
    const pseudonym = `person-${createHmac('sha256', key).update(text).digest('hex').slice(0, 16)}`
    pseudonymByText.set(text, pseudonym)
    return pseudonym
  }
}

function describeUnselected(all: readonly Machine[], chosen: readonly Machine[]): string[] {
  const remainingCount = all.length - chosen.length
  return remainingCount === 0
    ? []
    : [
        `${remainingCount} machines of the bill are not development environments: no event and no tag names them as one.`,
      ]
}
