/** The shared interface by which the parts of the rule compiler call each other. */
import { focusColumns } from '@kept/domain/focus-columns.ts'
import {
  type AmountRule,
  type Condition,
  columnKey,
  type Mapping,
  type TagsRule,
  type TextRule,
  type TimeRule,
} from '@kept/domain/mapping.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import type { SourceColumn } from './column-types.ts'
import type { SourceColumns } from './source-columns.ts'

/** Decimals an amount is stored with; sums "as written in the file" use `proofPlaces`. */
export const amountPlaces = 30
export const proofPlaces = 38

/** A reason to reject a row. */
export interface ReadCheck {
  /** The source column a user would look at. */
  column: string
  /** SQL of the text as written. */
  text: string
  /** SQL that is true when the row must be rejected. */
  unreadable: string
  /** The reason, for the user: "this is not an amount". */
  reason: string
}

export interface RuleCompiler {
  /** SQL of a String; "''" when the file has no value. */
  text(rule: TextRule): string
  condition(rule: Condition): string
  /** Nullable Decimal256 with `places` decimals. */
  amount(rule: AmountRule, decimals?: number): string
  /** Nullable DateTime in UTC. */
  time(rule: TimeRule): string
  /** Map(LowCardinality(String), String). */
  tags(rule: TagsRule): string

  readonly columns: SourceColumns
  /** The column of this name, recorded as used. */
  find(name: string): SourceColumn | undefined
  /** Exactly this column, recorded as used: tags that differ only in case or a space are columns of one key. */
  use(column: SourceColumn): SourceColumn
  /** A column used inside contributes to a value but is not represented by it: it is still stored as an `x_` column. */
  untracked<T>(work: () => T): T
  /** Parsing is the most expensive step: the same text is parsed once per row, under the returned name. */
  memoize(sql: string): string
  /** A text that exists but cannot be parsed as its type. */
  note(rule: TextRule, text: string, unreadable: string, reason: string): void

  readonly checks: ReadCheck[]
  /** Parsed texts, each once: the columns of an inner SELECT that the other expressions use. */
  readonly parsed: { alias: string; sql: string }[]
  /** Names of the source columns that rules used, and of those that some column stores unchanged. */
  readonly used: ReadonlySet<string>
  readonly tracked: ReadonlySet<string>
}

/** The source column to show when a rule finds nothing: the first of its columns that the file has. */
export function columnOf(rule: TextRule, columns: SourceColumns): string {
  const names = columnsOf(rule)
  const presentNames = names.flatMap((name) => columns.find(name)?.name ?? [])
  return presentNames[0] ?? names[0] ?? ''
}

function columnsOf(rule: TextRule): string[] {
  switch (rule.from) {
    case 'column':
      return [rule.name]
    case 'member':
      return [rule.column]
    case 'first':
      return rule.rules.flatMap(columnsOf)
    case 'when':
      return [...rule.cases.map(({ use }) => use), rule.fallback].flatMap(columnsOf)
    case 'join':
      return rule.parts.flatMap(columnsOf)
    case 'extract':
    case 'replace':
    case 'json':
    case 'lower':
    case 'code':
      return columnsOf(rule.text)
    case 'lookup':
      return columnsOf(rule.key)
    case 'object':
      return Object.values(rule.members).flatMap(columnsOf)
    case 'literal':
    case 'tag':
      return []
  }
}

/** The same for an amount or a time. */
export function columnOfValue(rule: AmountRule | TimeRule, columns: SourceColumns): string {
  const texts = textsOf(rule)
  return (
    texts.map((text) => columnOf(text, columns)).find((name) => columns.find(name)) ??
    columnOf(texts[0] ?? emptyText, columns)
  )
}

/** Every source column an amount or a time may be read from. */
export function columnsOfValue(rule: AmountRule | TimeRule): string[] {
  return textsOf(rule).flatMap(columnsOf)
}

/** Every source column a mapping reads as a text, an amount or a time. */
export function columnsOfMapping({ columns }: Mapping): string[] {
  return Object.values(columns).flatMap((mapped) => {
    if (!mapped || mapped.as === 'tags') return []
    return mapped.as === 'text' ? columnsOf(mapped.rule) : columnsOfValue(mapped.rule)
  })
}

const emptyText: TextRule = { from: 'literal', value: '' }

function textsOf(rule: AmountRule | TimeRule): TextRule[] {
  switch (rule.from) {
    case 'amount':
    case 'time':
      return [rule.text]
    case 'first_amount':
    case 'sum':
    case 'product':
    case 'first_time':
      return (rule.rules as (AmountRule | TimeRule)[]).flatMap(textsOf)
    case 'when_amount':
      return [...rule.cases.map(({ use }): AmountRule => use), rule.fallback].flatMap(textsOf)
    case 'difference':
      return textsOf(rule.minuend)
    case 'quotient':
      return textsOf(rule.dividend)
    case 'sum_of_list':
      return [{ from: 'column', name: rule.column }]
    case 'start_of_month':
    case 'start_of_next_month':
    case 'later':
    case 'exclusive_end':
      return textsOf(rule.time)
  }
}

/** Columns that some rule reads as a map: in JSON they are read completely, whatever their keys. */
export function columnsOfMaps({ columns, spread = [] }: Mapping): string[] {
  const inTags = (rule: TagsRule): string[] => {
    switch (rule.from) {
      case 'map_column':
        return [rule.name]
      case 'merged':
        return rule.rules.flatMap(inTags)
      case 'renamed':
        return inTags(rule.tags)
      case 'json_object':
        return columnsOf(rule.text)
      case 'columns':
      case 'named':
      case 'key_value_list':
        return []
    }
  }
  return [...spread, ...Object.values(columns).flatMap((mapped) => (mapped?.as === 'tags' ? inTags(mapped.rule) : []))]
}

/**
 * Columns that the mapping reads only as texts with few distinct values: no amount, no time, no tag and no long text is
 * read from them.
 */
export function textColumns({ columns, spread = [] }: Mapping): string[] {
  const textNames: string[] = []
  const otherNames: string[] = [...spread]
  for (const [name, mapped] of Object.entries(columns)) {
    if (!mapped) continue
    if (mapped.as === 'text') {
      const isWord = isKeyOf(focusColumns, name) && focusColumns[name].kind === 'text'
      if (isWord) textNames.push(...readColumns(mapped.rule))
      else otherNames.push(...columnsOf(mapped.rule))
    } else if (mapped.as !== 'tags') otherNames.push(...columnsOfValue(mapped.rule))
  }
  const other = new Set(otherNames.map(columnKey))
  return textNames.filter((name) => !other.has(columnKey(name)))
}

function readColumns(rule: TextRule): string[] {
  if (rule.from === 'column') return [rule.name]
  if (rule.from === 'code') return readColumns(rule.text)
  return rule.from === 'first' ? rule.rules.flatMap(readColumns) : []
}
