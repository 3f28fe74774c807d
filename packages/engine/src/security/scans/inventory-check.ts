/** A check of the inventory: which resources or accounts it is about, and what each says. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import { maxScanSubjects, type ScanResult } from '@kept/domain/security-scan.ts'
import { deniedAttribute } from '@kept/domain/sync/denied-attribute.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type AccountInventory, accountNoun, accountsOf } from './accounts.ts'
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

interface CheckOfKind {
  id: string
  title: string
  severity: CheckSeverity
  kind: ResourceKind
  /** The property that an inventory must have, for the skip reason: `the attribute "encrypted"`. */
  requires: string
  /** The attribute among the properties, where it is one: a connection may not be allowed to read it. */
  attribute?: string
}

/** About each resource of the kind. */
interface ResourceCheck extends CheckOfKind {
  /** Resources it is about; default: all of the kind. */
  appliesTo?(row: InventoryRow): boolean
  /** True when the resource passes. */
  evaluate(row: InventoryRow, context: InventoryContext): Evaluation
}

/** About each account: resources of the kind are its evidence, and having none of them may be a failure. */
interface AccountCheck extends CheckOfKind {
  /** Resources of an account that fails for which it may fail, and how a sentence calls them: "Stopped trails". */
  causes?: { label: string; list(account: AccountInventory): readonly InventoryRow[] }
  /** True when the account passes. */
  evaluateAccount(account: AccountInventory, context: InventoryContext): Evaluation
}

export type InventoryCheck = ResourceCheck | AccountCheck

const href = '/resources'
/** Values that no check can evaluate are named, so that they can be corrected. */
const maxNamedValues = 3
const maxValueLength = 40

/** What a result names: a resource or an account. */
type Subject = Pick<InventoryRow, 'provider' | 'resource_id' | 'name' | 'attributes'>

/** Fails when one subject fails; passes only when every one is known to pass, and all of the kind could be listed. */
export function evaluateInventoryCheck(check: InventoryCheck, context: InventoryContext): ScanResult {
  const { id, title, severity, kind } = check
  const base = { check_id: id, title, severity, href, evaluated_count: 0, failing_count: 0, subjects: [] }
  const missing = missingSentence(kind, context.coverage)
  if (context.rows.length === 0 && missing === '')
    return { ...base, status: 'unknown', detail: 'There is no inventory. Connect a cloud account or upload a list.' }
  const evaluated = evaluateSubjects(check, context)
    // Of a cloud that has no such thing.
    .filter(({ subject, passes }) => passes !== undefined || gapOf(id, subject.provider)?.exists !== false)
  const total = evaluated.length
  if (total === 0) return { ...base, ...withoutSubjects(check, missing, context) }
  const failed = evaluated.filter(({ passes }) => passes === false)
  const failing = failed.map(({ subject }) => subject)
  const unknown = evaluated.filter(({ passes }) => passes === undefined).map(({ subject }) => subject)
  const counts = {
    ...base,
    evaluated_count: total - unknown.length,
    failing_count: failing.length,
    subjects: failing.slice(0, maxScanSubjects).map(({ provider, resource_id, name }) => ({
      ...{ provider, id: resource_id, name: name || resource_id },
    })),
  }
  const { singular, plural } = 'evaluateAccount' in check ? accountNoun : kind
  const noun = total === 1 ? singular : plural
  if (failing.length > 0) {
    const detail = `${failing.length} of ${total} ${noun}: ${namesOf(counts.subjects, failing.length)}.`
    return { ...counts, status: 'fail', detail: detail + causesOf(check, failed) }
  }
  if (unknown.length > 0) {
    const sentences = [...unknownSentences(check, unknown, `${total} ${noun}`)]
    if ('evaluateAccount' in check && missing !== '') sentences.push(missing)
    return { ...counts, status: 'unknown', detail: sentences.join(' ') + gapReasons(id, unknown) }
  }
  if (missing !== '') return { ...counts, status: 'unknown', detail: missing }
  // What another cloud hides is no failure; the result says that it is left out.
  const hidden = context.rows.filter(({ provider }) => gapOf(id, provider)?.exists === true)
  return { ...counts, status: 'pass', detail: `All of ${total} ${noun}.${gapReasons(id, hidden)}` }
}

interface EvaluatedSubject {
  subject: Subject
  passes: Evaluation
  account?: AccountInventory
}

function evaluateSubjects(check: InventoryCheck, context: InventoryContext): EvaluatedSubject[] {
  if ('evaluateAccount' in check)
    return accountsOf(context.rows).map((account) => {
      const { provider, account_id, name } = account
      const subject = { provider, resource_id: account_id || provider, name, attributes: deniedIn(account, check) }
      return { subject, passes: check.evaluateAccount(account, context), account }
    })
  return context.rows
    .filter((row) => check.kind.type.test(row.type) && (check.appliesTo?.(row) ?? true))
    .map((row) => ({ subject: row, passes: check.evaluate(row, context) }))
}

/** What could not be read of the resources of an account cannot be known of the account. */
function deniedIn({ rows }: AccountInventory, { attribute, kind }: AccountCheck): Subject['attributes'] {
  if (attribute === undefined) return {}
  const name = deniedAttribute(attribute)
  const [permission] = rows.flatMap(({ type, attributes }) => (kind.type.test(type) && attributes[name]) || [])
  return permission === undefined ? {} : { [name]: permission }
}

/** " Stopped trails: all in Data."; '' where no resource is the cause. */
function causesOf(check: InventoryCheck, failed: readonly EvaluatedSubject[]): string {
  if (!('evaluateAccount' in check) || check.causes === undefined) return ''
  const { label, list } = check.causes
  const causes = failed.flatMap(({ account, subject }) =>
    (account ? list(account) : []).map(({ name, resource_id }) => ({
      name: `${name || resource_id} in ${subject.name}`,
    })),
  )
  return causes.length === 0 ? '' : ` ${label}: ${namesOf(causes)}.`
}

/** Nothing follows from an absence that was not looked for. */
function withoutSubjects(
  { id, kind }: InventoryCheck,
  missing: string,
  { rows, coverage }: InventoryContext,
): Pick<ScanResult, 'status' | 'detail'> {
  if (missing !== '') return { status: 'unknown', detail: missing }
  const reasons = gapReasons(id, rows)
  const isNowhere = rows.length > 0 && rows.every(({ provider }) => gapOf(id, provider)?.exists === false)
  if (isNowhere) return { status: 'not_applicable', detail: reasons.trim() }
  const isHidden = rows.some(({ provider }) => gapOf(id, provider)?.exists === true)
  if (isHidden) return { status: 'unknown', detail: `The inventory does not list all ${kind.plural}.${reasons}` }
  const isListed = kind.isListed || isCovered(kind, coverage) || rows.some(({ type }) => kind.type.test(type))
  if (isListed) return { status: 'not_applicable', detail: `The inventory has no ${kind.plural} that this is about.` }
  return { status: 'unknown', detail: `The inventory does not list ${kind.plural}.` }
}

/** Which resources say nothing, and which say something that the check cannot evaluate. `all` is "3 functions". */
function* unknownSentences(check: InventoryCheck, unknown: readonly Subject[], all: string): Generator<string> {
  const { attribute, requires } = check
  const values = unknown.flatMap(({ attributes }) => (attribute && attributes[attribute]) || [])
  const lacking = unknown.length - values.length
  if (lacking > 0) yield `${lacking} of ${all} lack ${requires} in the inventory${deniedReads(check, unknown)}.`
  if (values.length === 0) return
  const named = [...new Set(values)].slice(0, maxNamedValues).map((value) => `"${value.slice(0, maxValueLength)}"`)
  yield `${values.length} of ${all} have ${requires} with a value that this check cannot evaluate, such as ${named.join(', ')}.`
}

/** The permissions for want of which the attribute was not read, as the end of a sentence. */
function deniedReads({ attribute }: InventoryCheck, subjects: readonly Subject[]): string {
  if (attribute === undefined) return ''
  const permissions = new Set(subjects.flatMap(({ attributes }) => attributes[deniedAttribute(attribute)] ?? []))
  return permissions.size === 0 ? '' : `: Kept lacks the permission ${[...permissions].sort().join(', ')}`
}

type Evaluate = ResourceCheck['evaluate']
type Reading = Pick<ResourceCheck, 'requires' | 'attribute' | 'evaluate'>

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
