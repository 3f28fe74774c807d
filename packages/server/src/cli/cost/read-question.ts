/** Parses command-line options into a cube query. Throws bad_input for invalid options. */

import { type CostQuery, costQuerySchema } from '@kept/domain/cost-query.ts'
import { type Grain, grains, limits, type Measure, measureNames } from '@kept/domain/cube.ts'
import { badInput } from '@kept/domain/errors.ts'
import { parseFilters, parseGroupKey } from '@kept/domain/filter-text.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'

export interface CostOptions {
  groupBy?: string
  measure?: string
  filter?: string[]
  from?: string
  to?: string
  compare?: string | true
  top?: string
  currency?: string
  page?: string
  pageSize?: string
}

export function readQuestion(options: CostOptions): CostQuery {
  const names = list(options.groupBy)
  const times = names.filter((name): name is Grain => isOneOf(grains, name))
  if (times.length > 1) throw badInput(`--group-by takes one interval, not ${times.join(' and ')}.`)
  const parsed = costQuerySchema.safeParse({
    group_by: names.filter((name) => !isOneOf(grains, name)).map((name) => parseGroupKey(name, '--group-by', grains)),
    grain: times[0],
    measures: options.measure === undefined ? undefined : list(options.measure).map(readMeasure),
    filters: parseFilters(options.filter ?? [], '--filter'),
    start_date: readDay(options.from, '--from'),
    end_date: readDay(options.to, '--to'),
    compare: readCompare(options.compare),
    top: readTop(options.top),
    currency: options.currency,
    page: readInteger(options.page, '--page'),
    page_size: readInteger(options.pageSize, '--page-size', limits.rows),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badInput(`Invalid query: ${issue?.path.join(' ')}: ${issue?.message}.`)
}

function readMeasure(name: string): Measure {
  if (isOneOf(measureNames, name)) return name
  throw badInput(`Unknown measure "${name}" in --measure. Use ${measureNames.join(', ')}.`)
}

function readDay(text: string | undefined, option: string): string | undefined {
  if (text === undefined || costQuerySchema.shape.start_date.safeParse(text).success) return text
  throw badInput(`${option} "${text}" is not a date. Use a date such as 2026-03-01.`)
}

function readCompare(name: string | true | undefined): CostQuery['compare'] {
  if (name === undefined) return undefined
  if (name === true || name === 'previous_period') return 'previous_period'
  if (name === 'previous_year') return name
  throw badInput(`Unknown comparison "${name}" in --compare. Use previous_period or previous_year.`)
}

function readTop(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const top = Number(text)
  if (costQuerySchema.shape.top.safeParse(top).success) return top
  throw badInput(`--top "${text}" must be a whole number from 1 to 200.`)
}

function readInteger(text: string | undefined, option: string, max = 1_000_000): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= max) return number
  throw badInput(`${option} "${text}" must be a whole number from 1 to ${max}.`)
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
