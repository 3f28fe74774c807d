/** Events and bills from files to the whole analysis; nothing is kept, no server is needed. */
import { createHmac, randomBytes } from 'node:crypto'
import { badInput } from '@kept/domain/errors.ts'
import { analyseBehaviour, type BehaviourAnalysis } from '@kept/engine/behaviour/analyse.ts'
import { collectEvents } from '@kept/engine/behaviour/collect-events.ts'
import { collectRunning } from '@kept/engine/behaviour/collect-running.ts'
import { pseudonymise } from '@kept/engine/behaviour/pseudonyms.ts'
import { perDay, type QuarterSpan, spanOfDays } from '@kept/engine/behaviour/quarters.ts'
import { listMachines, type Machine, readRunningHours } from '@kept/store/behaviour/machines.ts'
import { matchMachines } from '../../behaviour/match-machines.ts'
import { type BillRequest, type OpenBill, withBill } from './open-bill.ts'
import { type EventsRead, listFiles, readEvents } from './read-events.ts'
import { readEnvironments, readTargets, readTeams } from './read-settings.ts'

export interface FilesRequest extends Omit<BillRequest, 'paths'> {
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

export interface FilesAnalysis extends BehaviourAnalysis {
  read: EventsRead
  repeated: number
  notes: string[]
}

/** Longer than this, and the grid of an environment is no longer small. */
const mostDays = 400

export async function analyseFiles(request: FilesRequest): Promise<FilesAnalysis> {
  const files = await listFiles(request.events)
  const [said, targets] = [await readEnvironments(request.environments), await readTargets(request.targets)]
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
      (event) => events.add(request.people ? event : pseudonymise(event, hide)),
      request.signal,
    )
    const matched = matchMachines(machines, new Set(events.environments.keys()), said)
    const running = collectRunning(span)
    await fill(running, bill, matched, { from, to }, request)
    const analysis = analyseBehaviour({ events, running, facts: matched.facts, teams, window })
    return {
      ...analysis,
      read,
      repeated: events.repeated,
      notes: [...bill.notes, ...notes, ...left(machines, matched.machines)],
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
  const known = [...new Set(machines.map((machine) => machine.currency))]
  if (currency !== undefined && known.length > 0 && !known.includes(currency)) {
    throw badInput(`The bill has no machines in ${currency}; it has ${known.join(', ')}.`)
  }
  return currency === undefined ? machines : machines.filter((machine) => machine.currency === currency)
}

/** All days of the bill are looked at, for schedules and zombies; `from` and `to` say which of them are told about. */
function spanOf(machines: readonly Machine[], { from, to }: FilesRequest) {
  const first = machines.map(({ first_day }) => first_day).sort()[0]
  const last = machines
    .map(({ last_day }) => last_day)
    .sort()
    .at(-1)
  if (!first || !last)
    throw badInput('The bill names no machine that is charged by time, so there are no running hours to look at.')
  const end = Temporal.PlainDate.from(last).add({ days: 1 }).toString()
  const start = [first, Temporal.PlainDate.from(end).subtract({ days: mostDays }).toString()].sort().at(-1) ?? first
  const span = spanOfDays(start, end)
  const window: QuarterSpan = spanOfDays(from ?? start, to ?? end)
  if (window.to <= window.from) throw badInput(`--from ${from ?? start} is not before --to ${to ?? end}.`)
  if (window.from >= span.to || window.to <= span.from || window.to - window.from < perDay) {
    throw badInput(`The bill has charges from ${start} up to ${end}; ask for days among them.`)
  }
  return { span, window, from: start, to: end }
}

/** A key of this run alone: without it nobody can tell who a pseudonym is, and two runs cannot be laid together. */
function pseudonyms(): (text: string) => string {
  const key = randomBytes(32)
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    const made = `person-${createHmac('sha256', key).update(text).digest('hex').slice(0, 16)}`
    known.set(text, made)
    return made
  }
}

function left(all: readonly Machine[], chosen: readonly Machine[]): string[] {
  const rest = all.length - chosen.length
  return rest === 0
    ? []
    : [`${rest} machines of the bill are no development environments: no event names them and no tag says so.`]
}
