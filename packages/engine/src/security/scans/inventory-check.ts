/** A check of one type of resource in the inventory: which resources it reads, and what each says. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import { maxScanSubjects, type ScanResult } from '@kept/domain/security-scan.ts'
import { deniedAttribute } from '@kept/domain/sync/denied-attribute.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { gapOf, gapReasons } from './cloud/gaps.ts'
import { dayAtStart } from './day-at-start.ts'
import { type InventoryCoverage, isCovered, missingSentence } from './inventory-coverage.ts'
import { namesOf } from './names.ts'

interface InventoryContext {
  /** Today, in UTC. */
  today: string
  rows: readonly InventoryRow[]
  /** What connections read, and what they may not. */
  coverage?: InventoryCoverage
}

/** Undefined: the inventory does not say it. */
type Evaluation = boolean | undefined

export interface ResourceKind {
  singular: string
  plural: string
  /** Matches the type as connections, exports and files name it. */
  type: RegExp
  /** What connections list it by: a permission that is missing there is why it cannot be known. */
  datasets: readonly SyncDataset[]
  /** Connections list it, so that an inventory without one has none. Otherwise nothing follows from its absence. */
  isListed: boolean
}

export interface InventoryCheck {
  id: string
  title: string
  severity: CheckSeverity
  kind: ResourceKind
  /** The property that an inventory must have, for the skip reason: `the attribute "encrypted"`. */
  requires: string
  /** The attribute among the properties, where it is one: a connection may not be allowed to read it. */
  attribute?: string
  /** One sentence, where an inventory that was read and has none of the kind leaves the question open. */
  whenAbsent?: string
  /** Resources it is about; default: all of the kind. */
  appliesTo?(row: InventoryRow): boolean
  /** True when the resource passes. */
  evaluate(row: InventoryRow, context: InventoryContext): Evaluation
}

const href = '/resources'
/** Values that no check can evaluate are named, so that they can be corrected. */
const maxNamedValues = 3
const maxValueLength = 40

/** Fails when one resource fails; passes only when every resource is known to pass, and all of them could be listed. */
export function evaluateInventoryCheck(check: InventoryCheck, context: InventoryContext): ScanResult {
  const { id, title, severity, kind, appliesTo, evaluate } = check
  const base = { check_id: id, title, severity, href, evaluated_count: 0, failing_count: 0, subjects: [] }
  const missing = missingSentence(kind, context.coverage)
  if (context.rows.length === 0 && missing === '')
    return { ...base, status: 'unknown', detail: 'There is no inventory. Connect a cloud account or upload a list.' }
  const evaluated = context.rows
    .filter((row) => kind.type.test(row.type) && (appliesTo?.(row) ?? true))
    .map((row) => ({ row, passes: evaluate(row, context) }))
    // Of a cloud that has no such thing.
    .filter(({ row, passes }) => passes !== undefined || gapOf(id, row.provider)?.exists !== false)
  const rows = evaluated.map(({ row }) => row)
  if (rows.length === 0) return { ...base, ...withoutRows(check, missing, context) }
  const failing = evaluated.filter(({ passes }) => passes === false).map(({ row }) => row)
  const unknown = evaluated.filter(({ passes }) => passes === undefined).map(({ row }) => row)
  const counts = {
    ...base,
    evaluated_count: rows.length - unknown.length,
    failing_count: failing.length,
    subjects: failing.slice(0, maxScanSubjects).map(({ provider, resource_id, name }) => ({
      ...{ provider, id: resource_id, name: name || resource_id },
    })),
  }
  const noun = rows.length === 1 ? kind.singular : kind.plural
  if (failing.length > 0) {
    const detail = `${failing.length} of ${rows.length} ${noun}: ${namesOf(counts.subjects, failing.length)}.`
    return { ...counts, status: 'fail', detail }
  }
  if (unknown.length > 0) {
    const detail = [...unknownSentences(check, unknown, `${rows.length} ${noun}`)].join(' ') + gapReasons(id, unknown)
    return { ...counts, status: 'unknown', detail }
  }
  if (missing !== '') return { ...counts, status: 'unknown', detail: missing }
  // What another cloud hides is no failure; the result says that it is left out.
  const hidden = context.rows.filter(({ provider }) => gapOf(id, provider)?.exists === true)
  return { ...counts, status: 'pass', detail: `All of ${rows.length} ${noun}.${gapReasons(id, hidden)}` }
}

/** Nothing follows from an absence that was not looked for. */
function withoutRows(
  { id, kind, whenAbsent }: InventoryCheck,
  missing: string,
  { rows, coverage }: InventoryContext,
): Pick<ScanResult, 'status' | 'detail'> {
  if (missing !== '') return { status: 'unknown', detail: missing }
  const reasons = gapReasons(id, rows)
  const isNowhere = rows.length > 0 && rows.every(({ provider }) => gapOf(id, provider)?.exists === false)
  if (isNowhere) return { status: 'not_applicable', detail: reasons.trim() }
  const isHidden = rows.some(({ provider }) => gapOf(id, provider)?.exists === true)
  if (isHidden) return { status: 'unknown', detail: `The inventory does not list all ${kind.plural}.${reasons}` }
  const hasKind = rows.some(({ type }) => kind.type.test(type))
  const isListed = kind.isListed || isCovered(kind, coverage) || hasKind
  if (isListed && !hasKind && whenAbsent !== undefined) return { status: 'unknown', detail: whenAbsent }
  if (isListed) return { status: 'not_applicable', detail: `The inventory has no ${kind.plural} that this is about.` }
  return { status: 'unknown', detail: `The inventory does not list ${kind.plural}.` }
}

/** Which resources say nothing, and which say something that the check cannot evaluate. `all` is "3 functions". */
function* unknownSentences(check: InventoryCheck, unknown: readonly InventoryRow[], all: string): Generator<string> {
  const { attribute, requires } = check
  const values = unknown.flatMap(({ attributes }) => (attribute && attributes[attribute]) || [])
  const lacking = unknown.length - values.length
  if (lacking > 0) yield `${lacking} of ${all} lack ${requires} in the inventory${deniedReads(check, unknown)}.`
  if (values.length === 0) return
  const named = [...new Set(values)].slice(0, maxNamedValues).map((value) => `"${value.slice(0, maxValueLength)}"`)
  yield `${values.length} of ${all} have ${requires} with a value that this check cannot evaluate, such as ${named.join(', ')}.`
}

/** The permissions for want of which the attribute was not read, as the end of a sentence. */
function deniedReads({ attribute }: InventoryCheck, rows: readonly InventoryRow[]): string {
  if (attribute === undefined) return ''
  const permissions = new Set(rows.flatMap(({ attributes }) => attributes[deniedAttribute(attribute)] ?? []))
  return permissions.size === 0 ? '' : `: Kept lacks the permission ${[...permissions].sort().join(', ')}`
}

type Evaluate = InventoryCheck['evaluate']
type Reading = Pick<InventoryCheck, 'requires' | 'attribute' | 'evaluate'>

/** What a check of one attribute requires. */
export const requiresAttribute = (attribute: string) => ({ requires: `the attribute "${attribute}"`, attribute })

/** The attribute is "true", or "false" where that is what is expected. */
export function isFlag(name: string, expected = true): Reading {
  const evaluate: Evaluate = ({ attributes }) => {
    const value = attributes[name]?.toLowerCase()
    if (value === 'true' || value === 'false') return value === String(expected)
    return undefined
  }
  return { ...requiresAttribute(name), evaluate }
}

/** The attribute is one of these values; undefined: the value says nothing. */
export function isValue(name: string, isExpected: (value: string) => Evaluation): Reading {
  const evaluate: Evaluate = ({ attributes }) => {
    const value = attributes[name]
    return value === undefined || value === '' ? undefined : isExpected(value.toLowerCase())
  }
  return { ...requiresAttribute(name), evaluate }
}

/** The attribute is a number of at least `min`. */
export function isAtLeast(name: string, min: number): Reading {
  const evaluate: Evaluate = ({ attributes }) => {
    const value = attributes[name]
    if (value === undefined || !/^\d+(?:\.\d+)?$/.test(value)) return undefined
    return Number(value) >= min
  }
  return { ...requiresAttribute(name), evaluate }
}

/** The attribute is a day or a moment at most `days` ago; "never" fails, unless the resource is not older than that. */
export function isWithinDays(name: string, days: number): Reading {
  const evaluate: Evaluate = ({ attributes, created_on }, { today }) => {
    const value = attributes[name]
    if (value?.toLowerCase() === 'never') return created_on !== '' && daysBetween(created_on, today) <= days
    const day = dayAtStart(value)
    return day === undefined ? undefined : daysBetween(day, today) <= days
  }
  return { ...requiresAttribute(name), evaluate }
}

/** Created at most `days` ago. */
export function isYoungerThan(days: number): Reading {
  return {
    requires: 'the time of creation',
    evaluate: ({ created_on }, { today }) => (created_on === '' ? undefined : daysBetween(created_on, today) <= days),
  }
}
