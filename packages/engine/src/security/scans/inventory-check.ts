/** A check of one type of resource in the inventory: which resources it reads, and what each says. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import { maxScanSubjects, type ScanResult } from '@kept/domain/security-scan.ts'
import { calendarDays } from './days.ts'
import { namesOf } from './names.ts'

interface InventoryContext {
  /** Today, in UTC. */
  today: string
  rows: readonly InventoryRow[]
}

/** Undefined: the inventory does not say it. */
type Evaluation = boolean | undefined

export interface ResourceKind {
  singular: string
  plural: string
  /** Matches the type as connections, exports and files name it. */
  type: RegExp
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
  /** Resources it is about; default: all of the kind. */
  appliesTo?(row: InventoryRow): boolean
  /** True when the resource passes. */
  evaluate(row: InventoryRow, context: InventoryContext): Evaluation
}

const href = '/resources'

/** Fails when one resource fails; passes only when every resource is known to pass. */
export function evaluateInventoryCheck(
  { id, title, severity, kind, requires, appliesTo, evaluate }: InventoryCheck,
  context: InventoryContext,
): ScanResult {
  const base = { check_id: id, title, severity, href, evaluated_count: 0, failing_count: 0, subjects: [] }
  if (context.rows.length === 0)
    return { ...base, status: 'unknown', detail: 'There is no inventory. Connect a cloud account or upload a list.' }
  const rows = context.rows.filter((row) => kind.type.test(row.type) && (appliesTo?.(row) ?? true))
  if (rows.length === 0)
    return kind.isListed
      ? { ...base, status: 'not_applicable', detail: `The inventory has no ${kind.plural} that this is about.` }
      : { ...base, status: 'unknown', detail: `The inventory does not list ${kind.plural}.` }
  const evaluated = rows.map((row) => ({ row, passes: evaluate(row, context) }))
  const failing = evaluated.filter(({ passes }) => passes === false).map(({ row }) => row)
  const unknownCount = evaluated.filter(({ passes }) => passes === undefined).length
  const counts = {
    ...base,
    evaluated_count: rows.length - unknownCount,
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
  if (unknownCount > 0) {
    const detail = `${unknownCount} of ${rows.length} ${noun} lack ${requires} in the inventory.`
    return { ...counts, status: 'unknown', detail }
  }
  return { ...counts, status: 'pass', detail: `All of ${rows.length} ${noun}.` }
}

type Evaluate = InventoryCheck['evaluate']
type Reading = Pick<InventoryCheck, 'requires' | 'evaluate'>

const requiresAttribute = (name: string) => `the attribute "${name}"`

/** The attribute is "true", or "false" where that is what is expected. */
export function isFlag(name: string, expected = true): Reading {
  const evaluate: Evaluate = ({ attributes }) => {
    const value = attributes[name]?.toLowerCase()
    if (value === 'true' || value === 'false') return value === String(expected)
    return undefined
  }
  return { requires: requiresAttribute(name), evaluate }
}

/** The attribute is one of these values. */
export function isValue(name: string, isExpected: (value: string) => boolean): Reading {
  const evaluate: Evaluate = ({ attributes }) => {
    const value = attributes[name]
    return value === undefined || value === '' ? undefined : isExpected(value.toLowerCase())
  }
  return { requires: requiresAttribute(name), evaluate }
}

/** The attribute is a number of at least `min`. */
export function isAtLeast(name: string, min: number): Reading {
  const evaluate: Evaluate = ({ attributes }) => {
    const value = attributes[name]
    if (value === undefined || !/^\d+(?:\.\d+)?$/.test(value)) return undefined
    return Number(value) >= min
  }
  return { requires: requiresAttribute(name), evaluate }
}

/** The attribute is a day or a moment at most `days` ago; "never" fails. */
export function isWithinDays(name: string, days: number): Reading {
  const evaluate: Evaluate = ({ attributes }, { today }) => {
    const value = attributes[name]
    if (value?.toLowerCase() === 'never') return false
    if (value === undefined || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
    return calendarDays(value.slice(0, 10), today) <= days
  }
  return { requires: requiresAttribute(name), evaluate }
}

/** Created at most `days` ago. */
export function isYoungerThan(days: number): Reading {
  return {
    requires: 'the time of creation',
    evaluate: ({ created_on }, { today }) => (created_on === '' ? undefined : calendarDays(created_on, today) <= days),
  }
}
