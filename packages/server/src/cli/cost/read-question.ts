/** From the words of a command line to a question for the cube; every mistake is one sentence. */
import {
  type CostQuery,
  costQuerySchema,
  dimensionNames,
  type Filter,
  type Grain,
  type GroupKey,
  grains,
  groupKeySchema,
  limits,
  type Measure,
  measureNames,
} from '@kept/domain/cube.ts'
import { keyFamilyNames } from '@kept/domain/cube-keys.ts'
import { badInput } from '@kept/domain/errors.ts'

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
  const words = list(options.groupBy)
  const times = words.filter((word): word is Grain => isOneOf(grains, word))
  if (times.length > 1) throw badInput(`--group-by takes one time, not ${times.join(' and ')}.`)
  const parsed = costQuerySchema.safeParse({
    group_by: words.filter((word) => !isOneOf(grains, word)).map((word) => readKey(word, '--group-by')),
    grain: times[0],
    measures: options.measure === undefined ? undefined : list(options.measure).map(readMeasure),
    filters: gather((options.filter ?? []).map(readFilter)),
    from: readDay(options.from, '--from'),
    to: readDay(options.to, '--to'),
    compare: readCompare(options.compare),
    top: readTop(options.top),
    currency: options.currency,
    page: readWhole(options.page, '--page'),
    page_size: readWhole(options.pageSize, '--page-size', limits.rows),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw badInput(`The question cannot be asked: ${issue?.path.join(' ')}: ${issue?.message}.`)
}

/** "provider=AWS", "service!=Tax", "resource~web"; "=" with nothing after it means lines without a value. */
function readFilter(text: string): Filter {
  const match = /^((?:[a-z_]+:)[^=~!]+?|[a-z_]+)(!=|=|~)(.*)$/s.exec(text)
  if (!match?.[1]) {
    throw badInput(`--filter "${text}" is not of the form provider=AWS, service!=Tax or resource~web.`)
  }
  const op = match[2] === '!=' ? 'is_not' : match[2] === '~' ? 'contains' : 'is'
  return { by: readKey(match[1], '--filter'), op, values: [match[3] ?? ''] }
}

/** Filters of one key and kind are alternatives: --filter provider=AWS --filter provider=Microsoft. */
function gather(filters: Filter[]): Filter[] {
  const groups = Map.groupBy(filters, ({ by, op }) => `${op} ${by}`)
  return [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, values: [...first.values, ...more.flatMap(({ values }) => values)] }] : [],
  )
}

function readKey(word: string, option: string): GroupKey {
  const parsed = groupKeySchema.safeParse(word)
  if (parsed.success) return parsed.data
  const times = option === '--group-by' ? `, ${grains.join(', ')}` : ''
  throw badInput(
    `${option} does not know "${word}"; it knows ${dimensionNames.join(', ')}${times}, and ${keyFamilyNames.map((name) => `${name}:<key>`).join(', ')} for any key.`,
  )
}

function readMeasure(word: string): Measure {
  if (isOneOf(measureNames, word)) return word
  throw badInput(`--measure does not know "${word}"; it knows ${measureNames.join(', ')}.`)
}

function readDay(text: string | undefined, option: string): string | undefined {
  if (text === undefined || costQuerySchema.shape.from.safeParse(text).success) return text
  throw badInput(`${option} "${text}" is not a day like 2026-03-01.`)
}

function readCompare(word: string | true | undefined): CostQuery['compare'] {
  if (word === undefined) return undefined
  if (word === true || word === 'previous_period') return 'previous_period'
  if (word === 'previous_year') return word
  throw badInput(`--compare does not know "${word}"; it knows previous_period and previous_year.`)
}

function readTop(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const top = Number(text)
  if (costQuerySchema.shape.top.safeParse(top).success) return top
  throw badInput(`--top "${text}" is not a whole number from 1 to 200.`)
}

function readWhole(text: string | undefined, option: string, most = 1_000_000): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw badInput(`${option} "${text}" is not a whole number from 1 to ${most}.`)
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return (words as readonly string[]).includes(word)
}
