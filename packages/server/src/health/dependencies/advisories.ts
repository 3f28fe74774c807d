/**
 * Known vulnerabilities, from files in the format of osv.dev: one advisory, a list, `{"vulns": [...]}`, or JSON Lines.
 * Nothing is sent anywhere.
 */
import { badInput } from '@kept/domain/errors.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'
import * as z from 'zod'
import type { Dependency } from './read-dependencies.ts'

const eventSchema = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})
type VersionEvent = z.infer<typeof eventSchema>

const affectedSchema = z.object({
  package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
  versions: z.array(z.string()).default([]),
  ranges: z.array(z.object({ type: z.string(), events: z.array(eventSchema) })).default([]),
})
type Affected = z.infer<typeof affectedSchema>

const advisorySchema = z.object({
  id: z.string(),
  summary: z.string().default(''),
  aliases: z.array(z.string()).default([]),
  withdrawn: z.string().optional(),
  affected: z.array(affectedSchema).default([]),
})
type Advisory = z.infer<typeof advisorySchema>

/** "1", "v1.2" and "1.2.3-rc.1+build" are compared; anything else has no place in the order of versions. */
const versionPattern = /^v?\d+(\.\d+){0,2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/

/** Both order versions of npm as semver does: osv.dev writes SEMVER, the advisories of GitHub say ECOSYSTEM. */
const orderedTypes = ['SEMVER', 'ECOSYSTEM']

const isOfNpm = ({ package: target }: Affected) => target?.ecosystem === 'npm'

interface AdvisoryFile {
  text: string
  /** Names the file in errors. */
  path: string
}

/**
 * The advisories of all files, without withdrawn ones. Throws when a file is not in this format, and when no advisory is
 * about a library of npm: an advisory that was not read must not look like none.
 */
export function readAdvisories(files: readonly AdvisoryFile[]): Advisory[] {
  const advisories = files.flatMap(parseAdvisories)
  const names = files.map(({ path }) => path).join(', ')
  if (advisories.length === 0) throw badInput(`${names} has no advisories.`)
  if (!advisories.some(({ affected }) => affected.some(isOfNpm)))
    throw badInput(`${names} has no advisory about a library of npm. Download those of the ecosystem npm.`)
  return advisories.filter(({ withdrawn }) => withdrawn === undefined)
}

function parseAdvisories({ text, path }: AdvisoryFile): Advisory[] {
  // Editors of Windows put a byte order mark first.
  const list = z.array(advisorySchema).safeParse(parseJson(text.replace(/^\uFEFF/, ''), path))
  if (!list.success) {
    const [issue] = list.error.issues
    throw badInput(`${path} is not a file of OSV advisories: ${issue?.path.join('.') ?? ''} is missing or not valid.`)
  }
  return list.data
}

function parseJson(text: string, path: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
    const vulns = fieldOf(value, 'vulns')
    return Array.isArray(vulns) ? vulns : [value]
  } catch {
    try {
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line): unknown => JSON.parse(line))
    } catch {
      throw badInput(`${path} is neither JSON nor JSON Lines.`)
    }
  }
}

interface Vulnerability {
  dependency: Dependency
  advisory: Advisory
}

/** Throws when the range of an advisory about an installed library cannot be read. */
export function findVulnerabilities(
  dependencies: readonly Dependency[],
  advisories: readonly Advisory[],
): Vulnerability[] {
  const byName = Map.groupBy(dependencies, ({ name }) => name)
  return advisories.flatMap((advisory) => {
    const vulnerable = new Set(
      advisory.affected
        .filter(isOfNpm)
        .flatMap((affected) =>
          (byName.get(affected.package?.name ?? '') ?? []).filter((installed) =>
            isListed(installed.version, affected, advisory.id),
          ),
        ),
    )
    return [...vulnerable].map((dependency) => ({ dependency, advisory }))
  })
}

function isListed(version: string, { versions, ranges }: Affected, id: string): boolean {
  const ordered = ranges.filter(({ type }) => orderedTypes.includes(type))
  for (const { events } of ordered) refuseUnreadable(events, id)
  return versions.includes(version) || ordered.some(({ events }) => isAffected(version, events))
}

function refuseUnreadable(events: readonly VersionEvent[], id: string): void {
  if (!events.some(({ introduced }) => introduced !== undefined))
    throw badInput(`${id} has a range without the version that introduced it, so it can't be compared.`)
  const unreadable = events.flatMap((event) => Object.values(event)).find((text) => !versionPattern.test(text ?? ''))
  if (unreadable !== undefined)
    throw badInput(`${id} has a range with "${unreadable}", which is not a version of npm, so it can't be compared.`)
}

/** The rule of the OSV format: the events in the order of their versions decide. */
function isAffected(version: string, events: readonly VersionEvent[]): boolean {
  const ordered = events
    .map((event) => ({ event, at: event.introduced ?? event.fixed ?? event.last_affected ?? '0' }))
    .sort((a, b) => compareVersions(a.at, b.at))
  let affected = false
  for (const { event, at } of ordered) {
    const order = at === '0' ? 1 : compareVersions(version, at)
    if (event.introduced !== undefined && order >= 0) affected = true
    else if (event.fixed !== undefined && order >= 0) affected = false
    else if (event.last_affected !== undefined && order > 0) affected = false
  }
  return affected
}

/** The order of semantic versions (semver.org, section 11). */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [first, second].map((text) => {
    const [numbers = '', ...rest] = (text.replace(/^v/, '').split('+')[0] ?? '').split('-')
    return { numbers: numbers.split('.').map(Number), labels: rest.length > 0 ? rest.join('-').split('.') : [] }
  })
  if (!a || !b) return 0
  for (let index = 0; index < 3; index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  if (a.labels.length === 0 || b.labels.length === 0) return Math.sign(b.labels.length - a.labels.length)
  for (let index = 0; index < Math.max(a.labels.length, b.labels.length); index += 1) {
    const order = compareLabels(a.labels[index], b.labels[index])
    if (order !== 0) return order
  }
  return 0
}

function compareLabels(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  const [isNumber, isOtherNumber] = [a, b].map((label) => /^\d+$/.test(label))
  if (isNumber && isOtherNumber) return Math.sign(Number(a) - Number(b))
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
