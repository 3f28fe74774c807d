/**
 * How a provider's bill becomes FOCUS lines, as data: one entry per FOCUS column with its source rule.
 * Connectors write these; the store turns them into one `INSERT ... SELECT` that the engine runs.
 *
 * Source columns are named as their provider documents them and found by `columnKey`, so that
 * "lineItem/UsageStartDate", "line_item_usage_start_date" and "LINEITEMUSAGESTARTDATE" are one name.
 * A source column that a file does not have reads as "" (text) or NULL (amount), never as zero.
 */
export type Condition =
  | { is: 'one_of'; text: TextRule; values: string[] }
  | { is: 'filled'; text: TextRule }
  | { is: 'matching'; text: TextRule; pattern: string } // RE2, unanchored
  | { is: 'non_zero'; amount: AmountRule }
  | { is: 'not'; condition: Condition }
  | { is: 'all'; conditions: Condition[] }
  | { is: 'any'; conditions: Condition[] }

export type TextRule =
  | { from: 'column'; name: string }
  | { from: 'literal'; value: string }
  | { from: 'first'; rules: TextRule[] } // the first that is not empty
  | { from: 'when'; cases: { if: Condition; use: TextRule }[]; fallback: TextRule }
  | { from: 'lookup'; key: TextRule; entries: Record<string, string>; fallback: TextRule } // key compared in lower case
  | { from: 'join'; parts: TextRule[]; separator: string } // empty parts are left out
  | { from: 'extract'; text: TextRule; pattern: string } // first group of an RE2 pattern, or ""
  | { from: 'replace'; text: TextRule; pattern: string; replacement: string } // every match of an RE2 pattern; \\1 is its first group
  | { from: 'json'; text: TextRule; key: string } // a member of a JSON object in text, its braces there or not
  | { from: 'member'; column: string; key: string } // a member of a map column, typed or as JSON text
  | { from: 'tag'; tags: TagsRule; key: string }
  | { from: 'object'; members: Record<string, TextRule> } // a JSON object of the members that are filled, or ""
  | { from: 'lower'; text: TextRule }
  | { from: 'code'; text: TextRule } // a code such as a currency's: upper case, without blanks around it

export type AmountRule =
  | { from: 'amount'; text: TextRule } // the number written in a text; an empty text is unknown
  | { from: 'first_amount'; rules: AmountRule[] } // the first that is known
  | { from: 'when_amount'; cases: { if: Condition; use: AmountRule }[]; fallback: AmountRule }
  | { from: 'sum'; rules: AmountRule[] } // unknown parts count as nothing; all unknown is unknown
  | { from: 'difference'; minuend: AmountRule; subtrahend: AmountRule }
  | { from: 'product'; rules: AmountRule[] }
  | { from: 'quotient'; dividend: AmountRule; divisor: AmountRule } // unknown when `by` is zero
  | { from: 'sum_of_list'; column: string; member: string } // a list of objects: GCP's credits

export type TimeRule =
  // ISO 8601 and its looser cousins, YYYYMM(DD), 31.12.2024; 12/31/2024 or 31/12/2024 as the file's own values tell.
  | { from: 'time'; text: TextRule }
  | { from: 'first_time'; rules: TimeRule[] } // the first that can be read
  | { from: 'start_of_month'; time: TimeRule }
  | { from: 'start_of_next_month'; time: TimeRule }
  | { from: 'later'; time: TimeRule; unit: 'hour' | 'day' | 'second' }
  // 23:59:59 becomes the next midnight. With `days`, so does the midnight of a last day: of a month, or of any period.
  | { from: 'exclusive_end'; time: TimeRule; days?: 'of_month' | 'of_period' }

export type TagsRule =
  | { from: 'json_object'; text: TextRule } // {"a":"b"}, also without its braces, as Azure writes it
  | { from: 'columns'; prefix: string; before?: string } // resource_tags_user_*: one column per key; `before` goes in front of the keys
  | { from: 'named'; columns: Record<string, string> } // key to the column that holds it
  | { from: 'map_column'; name: string } // a Parquet map, or the same as JSON text
  | { from: 'key_value_list'; column: string } // [{key,value}], GCP's labels
  | { from: 'renamed'; tags: TagsRule; prefixes: Record<string, string> } // the first prefix a key begins with is replaced
  | { from: 'merged'; rules: TagsRule[] } // later ones win

export type MappedColumn =
  | { as: 'text'; rule: TextRule }
  | { as: 'amount'; rule: AmountRule }
  | { as: 'time'; rule: TimeRule }
  | { as: 'tags'; rule: TagsRule }

/** `Column` is the set of target columns: FocusColumn for cost and usage, other words for the smaller datasets. */
export interface Mapping<Column extends string = string> {
  columns: Partial<Record<Column, MappedColumn>>
  /** Source columns without which the file cannot be read; each inner list is "one of these". */
  required: string[][]
  /** Columns no line can be without: a row that lacks one is skipped. Left out: those of the dataset. */
  needed?: Column[]
  /** Source columns not worth keeping as `x_` columns (repeated headers, constants of the export). */
  dropped?: string[]
  /** Map columns (typed, or JSON text) whose members are kept one by one, as `x_<column>_<member>`. */
  spread?: string[]
  /** How `x_` columns are named: as the file writes them, or "lineItem/UsageType" as "line_item_usage_type". */
  extraNames?: 'as_written' | 'snake_case'
}

/** "lineItem/UsageType" as AWS's own Parquet and Athena tables spell it: "line_item_usage_type". */
export function snakeName(name: string): string {
  return name
    .replace(/([A-Z])/g, '_$1')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
}

/** One name for all spellings of a column: lower case letters and digits; of "Deutsch (English)" the English. */
export function columnKey(name: string): string {
  const english = /\(([^()]+)\)\s*$/.exec(name)?.[1] ?? name
  return english.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, '')
}

// The words in which connectors write mappings.

export const column = (name: string): TextRule => ({ from: 'column', name })
export const literal = (value: string): TextRule => ({ from: 'literal', value })
export const first = (...rules: (TextRule | string)[]): TextRule => ({ from: 'first', rules: rules.map(asText) })
export const when = (cases: { if: Condition; use: TextRule | string }[], fallback: TextRule | string): TextRule => ({
  from: 'when',
  cases: cases.map((c) => ({ if: c.if, use: asText(c.use) })),
  fallback: asText(fallback),
})
export const lookup = (key: TextRule | string, entries: Record<string, string>, fallback: TextRule): TextRule => ({
  from: 'lookup',
  key: asText(key),
  entries,
  fallback,
})
export const join = (separator: string, ...parts: (TextRule | string)[]): TextRule => ({
  from: 'join',
  separator,
  parts: parts.map(asText),
})
export const extract = (text: TextRule | string, pattern: string): TextRule => ({
  from: 'extract',
  text: asText(text),
  pattern,
})
export const replace = (text: TextRule | string, pattern: string, replacement: string): TextRule => ({
  from: 'replace',
  text: asText(text),
  pattern,
  replacement,
})
export const json = (text: TextRule | string, key: string): TextRule => ({ from: 'json', text: asText(text), key })
export const member = (name: string, key: string): TextRule => ({ from: 'member', column: name, key })
export const tag = (tags: TagsRule, key: string): TextRule => ({ from: 'tag', tags, key })
export const object = (members: Record<string, TextRule | string>): TextRule => ({
  from: 'object',
  members: Object.fromEntries(Object.entries(members).map(([name, rule]) => [name, asText(rule)])),
})
export const lower = (text: TextRule | string): TextRule => ({ from: 'lower', text: asText(text) })

export const oneOf = (text: TextRule | string, ...values: string[]): Condition => ({
  is: 'one_of',
  text: asText(text),
  values,
})
export const filled = (text: TextRule | string): Condition => ({ is: 'filled', text: asText(text) })

export const matching = (text: TextRule | string, pattern: string): Condition => ({
  is: 'matching',
  text: asText(text),
  pattern,
})
export const nonZero = (amount: AmountRule | string): Condition => ({ is: 'non_zero', amount: asAmount(amount) })
export const not = (condition: Condition): Condition => ({ is: 'not', condition })
export const all = (...conditions: Condition[]): Condition => ({ is: 'all', conditions })
export const any = (...conditions: Condition[]): Condition => ({ is: 'any', conditions })

export const amount = (text: TextRule | string): AmountRule => ({ from: 'amount', text: asText(text) })
export const firstAmount = (...rules: (AmountRule | string)[]): AmountRule => ({
  from: 'first_amount',
  rules: rules.map(asAmount),
})
export const whenAmount = (
  cases: { if: Condition; use: AmountRule | string }[],
  fallback: AmountRule | string,
): AmountRule => ({
  from: 'when_amount',
  cases: cases.map((c) => ({ if: c.if, use: asAmount(c.use) })),
  fallback: asAmount(fallback),
})
export const sumOf = (...rules: (AmountRule | string)[]): AmountRule => ({ from: 'sum', rules: rules.map(asAmount) })
export const difference = (minuend: AmountRule | string, subtrahend: AmountRule | string): AmountRule => ({
  from: 'difference',
  minuend: asAmount(minuend),
  subtrahend: asAmount(subtrahend),
})
export const product = (...rules: (AmountRule | string)[]): AmountRule => ({
  from: 'product',
  rules: rules.map(asAmount),
})
export const quotient = (dividend: AmountRule | string, divisor: AmountRule | string): AmountRule => ({
  from: 'quotient',
  dividend: asAmount(dividend),
  divisor: asAmount(divisor),
})
export const sumOfList = (name: string, member: string): AmountRule => ({ from: 'sum_of_list', column: name, member })
export const zero: AmountRule = { from: 'amount', text: { from: 'literal', value: '0' } }
export const unknown: AmountRule = { from: 'amount', text: { from: 'literal', value: '' } }

export const time = (text: TextRule | string): TimeRule => ({ from: 'time', text: asText(text) })
export const firstTime = (...rules: TimeRule[]): TimeRule => ({ from: 'first_time', rules })
export const startOfMonth = (rule: TimeRule): TimeRule => ({ from: 'start_of_month', time: rule })
export const startOfNextMonth = (rule: TimeRule): TimeRule => ({ from: 'start_of_next_month', time: rule })
export const addOne = (rule: TimeRule, unit: 'hour' | 'day' | 'second'): TimeRule => ({
  from: 'later',
  time: rule,
  unit,
})
export const exclusiveEnd = (rule: TimeRule, days?: 'of_month' | 'of_period'): TimeRule => ({
  from: 'exclusive_end',
  time: rule,
  ...(days && { days }),
})

export const jsonTags = (text: TextRule | string): TagsRule => ({ from: 'json_object', text: asText(text) })
export const tagColumns = (prefix: string, before = ''): TagsRule => ({ from: 'columns', prefix, before })
export const renamed = (tags: TagsRule, prefixes: Record<string, string>): TagsRule => ({
  from: 'renamed',
  tags,
  prefixes,
})
export const mapColumn = (name: string): TagsRule => ({ from: 'map_column', name })
export const keyValueList = (name: string): TagsRule => ({ from: 'key_value_list', column: name })
export const merged = (...rules: TagsRule[]): TagsRule => ({ from: 'merged', rules })

export const textColumn = (rule: TextRule | string): MappedColumn => ({ as: 'text', rule: asText(rule) })
export const amountColumn = (rule: AmountRule | string): MappedColumn => ({ as: 'amount', rule: asAmount(rule) })
export const timeColumn = (rule: TimeRule): MappedColumn => ({ as: 'time', rule })
export const tagsColumn = (rule: TagsRule): MappedColumn => ({ as: 'tags', rule })

/** A bare string in a mapping names a source column. */
function asText(rule: TextRule | string): TextRule {
  return typeof rule === 'string' ? column(rule) : rule
}
function asAmount(rule: AmountRule | string): AmountRule {
  return typeof rule === 'string' ? amount(rule) : rule
}
