/** Asks the cube. Loads are the caller's: the current ones, read from Postgres in the same breath. */
import {
  type CostAnswer,
  type CostQuery,
  type CostRow,
  type GroupKey,
  limits,
  type Measure,
} from '@kept/domain/cube.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { type CompiledCube, compileCube, resourceName } from './cube-sql.ts'
import { knownDays } from './known-days.ts'
import { measureSql, type Term, type Terms } from './measure-sql.ts'
import { fewNamed, readNames } from './names.ts'
import { closeSpan, comparisonOf, inWholeMonths, type Span } from './span.ts'

type EngineRow = Record<`k${number}`, string> &
  Record<string, string | number | null> & {
    currency: string
    period?: string
    other: number
    /** 1 for the sum of all rows of a currency. */
    is_total: number
    groups: number
  }

export async function explore(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  query: CostQuery,
  signal?: AbortSignal,
  /** The days of these loads, where the caller knows them already. */
  knownCharges?: Span | null,
): Promise<CostAnswer> {
  const asked = query.window_on === 'billing_period' ? inWholeMonths(query) : query
  const on = query.window_on ?? 'charge'
  const isClosed = query.from !== undefined && query.to !== undefined
  const isKnown = isClosed || (on === 'charge' && knownCharges !== undefined)
  const known = isKnown ? (knownCharges ?? null) : knownDays(warehouse, scope, loadIds, on)
  // A comparison has to know its ends beforehand; else they are read beside the answer.
  const closed = isClosed ? closeSpan(asked, null) : query.compare ? closeSpan(asked, await known) : undefined
  const isEmpty = closed === null || (closed !== undefined && closed.from === closed.to)
  if (loadIds.length === 0 || isEmpty) return emptyAnswer(closed ?? closeSpan(asked, null))
  const comparison = closed && query.compare ? comparisonOf(closed, query.compare) : null
  const cube = compileCube(query, loadIds, closed ?? asked, comparison)
  const [found, names, days] = await Promise.all([
    warehouse.ask<EngineRow>(scope, cube.sql, cube.parameters, { signal }),
    readNames(warehouse, scope, loadIds, fewNamed(cube.keys)),
    known,
  ])
  const answer = emptyAnswer(closed ?? closeSpan(asked, days), comparison?.past)
  fill(answer, found, query, cube, comparison !== null)
  for (const row of answer.rows) {
    for (const [key, of] of names) {
      const name = of.get(row.keys[key] ?? '')
      if (name) row.names[key] = name
    }
  }
  return answer
}

function fill(answer: CostAnswer, found: EngineRow[], query: CostQuery, cube: CompiledCube, compared: boolean): void {
  const shape = shaper(cube, query.measures, compared)
  const rows = found.filter((row) => row.is_total === 0)
  if (rows.length > limits.rows) {
    throw badInput(
      `The answer has more than ${limits.rows} rows; ask for the top groups only ("top"), fewer groups or a coarser grain.`,
    )
  }
  const totals = found.filter((row) => row.is_total === 1)
  answer.totals = totals.map((row) => ({ currency: row.currency, ...shape.figures(row) }))
  answer.rows = rows.map(shape.row)
  const groups = new Set(answer.rows.filter(({ other }) => !other).map(groupId))
  answer.groups = {
    shown: groups.size,
    all: query.top ? totals.reduce((count, row) => count + row.groups, 0) : groups.size,
  }
}

function emptyAnswer(span: Span | null, past?: Span): CostAnswer {
  return {
    rows: [],
    totals: [],
    groups: { shown: 0, all: 0 },
    from: span?.from ?? null,
    to: span?.to ?? null,
    previous_from: past?.from ?? null,
    previous_to: past?.to ?? null,
  }
}

function shaper({ keys, terms }: CompiledCube, measures: Measure[], compared: boolean) {
  const values = (row: EngineRow, side: '' | 'previous_') => {
    const of = Object.fromEntries(terms.map((term) => [term, text(row[`${side}${term}`])])) as Terms &
      Record<Term, string>
    return Object.fromEntries(measures.map((measure) => [measure, measureSql[measure].figure(of)]))
  }
  const figures = (row: EngineRow): Pick<CostRow, 'values' | 'previous'> => ({
    values: values(row, ''),
    previous: compared ? values(row, 'previous_') : null,
  })
  const row = (of: EngineRow): CostRow => ({
    currency: of.currency,
    period: of.period ?? null,
    keys: of.other === 1 ? {} : Object.fromEntries(keys.map((key, index) => [key, of[`k${index}`] ?? ''])),
    names: named(of),
    other: of.other === 1,
    ...figures(of),
  })
  return { figures, row }
}

function named(row: EngineRow): Record<string, string> {
  const name = row.other === 1 ? '' : row[resourceName]
  return name ? { resource: String(name) } : {}
}

function text(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** A group is a currency and its keys; rows of several periods may belong to one. */
function groupId({ currency, keys }: { currency: string; keys: Record<GroupKey, string> }): string {
  return JSON.stringify([currency, ...Object.values(keys)])
}
