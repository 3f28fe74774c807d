/** Runs cost queries. The caller passes the current load ids, read from Postgres just before. */
import { hash } from 'node:crypto'
import type { CostAnswer, CostQuery, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import { limits } from '@kept/domain/cube.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { type CompiledCube, type CubeOptions, compileCube } from './cube-sql.ts'
import { type EngineRow, shapeRows } from './engine-row.ts'
import { knownDays } from './known-days.ts'
import { fewNamed, type Names, readNames } from './names.ts'
import { type Comparison, closeWindow, comparisonOf, type Span, toCalendarMonths } from './span.ts'

export async function explore(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  query: CostQuery,
  signal?: AbortSignal,
  /** The days of these loads, if the caller already has them. */
  knownCharges?: Span | null,
): Promise<CostAnswer> {
  const page = readPage(query, loadIds)
  const question = await closeQuestion(warehouse, scope, loadIds, query, knownCharges)
  const { closed, comparison, compile } = question
  if (question.isEmpty) return emptyAnswer(closed ?? closeWindow(question.requested, null), page)
  const first = compile({ answer: { kind: 'first_page', rows: page.number === 1 ? page.size : 0 } })
  const runQuery = <Row>({ sql, parameters }: CompiledCube) => warehouse.query<Row>(scope, sql, parameters, { signal })
  const offset = (page.number - 1) * page.size
  const [firstRows, laterRows, names, days] = await Promise.all([
    runQuery<EngineRow>(first),
    page.number > 1 ? runQuery<EngineRow>(compile({ answer: { kind: 'rows', rows: page.size, offset } })) : undefined,
    readNames(warehouse, scope, loadIds, fewNamed(first.keys)),
    question.availableSpan,
  ])
  const answer = emptyAnswer(closed ?? closeWindow(question.requested, days), page, comparison?.past)
  const shape = shapeRows(first, query.measures, comparison !== null)
  const totals = firstRows.filter((row) => row.is_total === 1)
  const rows = laterRows ?? firstRows.filter((row) => row.is_total === 0)
  const isComplete = laterRows === undefined && rows.length <= page.size
  answer.totals = totals.map((row) => ({ currency: row.currency, ...shape.figures(row) }))
  answer.rows = rows.slice(0, page.size).map((row) => addNames(shape.row(row), names))
  const shownGroups = new Set(answer.rows.filter(({ other }) => !other).map(groupId)).size
  if (isComplete) {
    answer.page.rows = rows.length
    answer.groups = {
      returned: shownGroups,
      total: query.top ? totals.reduce((count, row) => count + row.groups, 0) : shownGroups,
    }
  } else {
    const [count] = await runQuery<{ rows: number; groups: number }>(compile({ answer: { kind: 'count' } }))
    answer.page.rows = count?.rows ?? 0
    const all = query.top ? totals.reduce((sum, row) => sum + row.groups, 0) : (count?.groups ?? 0)
    answer.groups = { returned: shownGroups, total: all }
  }
  return answer
}

/** Streams every row of a result in order, for files of any length, without totals and pages. */
export async function exploreRows(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  query: CostQuery,
  signal?: AbortSignal,
): Promise<{ from: string | null; to: string | null; namedKeys: ReadonlySet<GroupKey>; rows: AsyncIterable<CostRow> }> {
  readPage(query, loadIds)
  const question = await closeQuestion(warehouse, scope, loadIds, query, undefined)
  const span = question.closed ?? closeWindow(question.requested, (await question.availableSpan) ?? null)
  const window = { from: span?.from ?? null, to: span?.to ?? null }
  if (question.isEmpty) return { ...window, namedKeys: new Set(), rows: (async function* () {})() }
  const cube = question.compile({ answer: { kind: 'rows' } })
  const names = await readNames(warehouse, scope, loadIds, fewNamed(cube.keys))
  const shape = shapeRows(cube, query.measures, question.comparison !== null)
  async function* rows() {
    for await (const row of warehouse.stream<EngineRow>(scope, cube.sql, cube.parameters, { signal })) {
      yield addNames(shape.row(row), names)
    }
  }
  const namedKeys = new Set<GroupKey>([...names.keys(), ...cube.keys.filter((key) => key === 'resource')])
  return { ...window, namedKeys, rows: rows() }
}

interface Question {
  requested: Partial<Span>
  isEmpty: boolean
  closed: Span | null | undefined
  comparison: Comparison | null
  availableSpan: Span | null | Promise<Span | null>
  compile(options: CubeOptions): CompiledCube
}

async function closeQuestion(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  query: CostQuery,
  knownCharges: Span | null | undefined,
): Promise<Question> {
  const named: Partial<Span> = { from: query.start_date, to: query.end_date }
  const requested = query.window_on === 'billing_period' ? toCalendarMonths(named) : named
  const windowOn = query.window_on ?? 'charge'
  const isClosed = query.start_date !== undefined && query.end_date !== undefined
  const isKnown = isClosed || (windowOn === 'charge' && knownCharges !== undefined)
  const availableSpan = isKnown ? (knownCharges ?? null) : knownDays(warehouse, scope, loadIds, windowOn)
  // A comparison needs the ends of the window first; otherwise they are read in parallel.
  const closed = isClosed
    ? closeWindow(requested, null)
    : query.compare
      ? closeWindow(requested, await availableSpan)
      : undefined
  const comparison = closed && query.compare ? comparisonOf(closed, query.compare) : null
  return {
    requested,
    isEmpty: loadIds.length === 0 || closed === null || (closed !== undefined && closed.from === closed.to),
    closed,
    comparison,
    availableSpan,
    compile: (options) => compileCube(query, loadIds, closed ?? requested, comparison, options),
  }
}

/** The requested page. A version of other loads is rejected: its rows would not continue the previous page. */
function readPage(query: CostQuery, loadIds: readonly string[]): CostAnswer['page'] {
  const version = hash('sha256', [...loadIds].sort().join('\n')).slice(0, 16)
  if (query.version !== undefined && query.version !== version) {
    throw new KeptError('conflict', 'Other bills were loaded after the first page was read; start again with page 1.')
  }
  return { number: query.page ?? 1, size: query.page_size ?? limits.rows, rows: 0, version }
}

function emptyAnswer(span: Span | null, page: CostAnswer['page'], past?: Span): CostAnswer {
  return {
    rows: [],
    totals: [],
    groups: { returned: 0, total: 0 },
    start_date: span?.from ?? null,
    end_date: span?.to ?? null,
    previous_start_date: past?.from ?? null,
    previous_end_date: past?.to ?? null,
    page,
  }
}

function addNames(row: CostRow, names: Names): CostRow {
  for (const [key, nameByValue] of names) {
    const name = nameByValue.get(row.keys[key] ?? '')
    if (name) row.names[key] = name
  }
  return row
}

/** A group is a currency and its keys; rows of several periods may belong to one group. */
function groupId({ currency, keys }: { currency: string; keys: Record<GroupKey, string> }): string {
  return JSON.stringify([currency, ...Object.values(keys)])
}
