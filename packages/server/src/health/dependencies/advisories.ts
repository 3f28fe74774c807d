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

const advisorySchema = z.object({
  id: z.string(),
  summary: z.string().default(''),
  aliases: z.array(z.string()).default([]),
  withdrawn: z.string().optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        versions: z.array(z.string()).default([]),
        ranges: z.array(z.object({ type: z.string(), events: z.array(eventSchema) })).default([]),
      }),
    )
    .default([]),
})
type Advisory = z.infer<typeof advisorySchema>

/** Throws when a text is not in this format: an unread advisory must not look like none. `path` names it in the error. */
export function parseAdvisories(text: string, path: string): Advisory[] {
  const list = z.array(advisorySchema).safeParse(parseJson(text, path))
  if (list.success) return list.data.filter(({ withdrawn }) => withdrawn === undefined)
  const [issue] = list.error.issues
  throw badInput(`${path} is not a file of OSV advisories: ${issue?.path.join('.') ?? ''} is missing or not valid.`)
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

export function findVulnerabilities(
  dependencies: readonly Dependency[],
  advisories: readonly Advisory[],
): Vulnerability[] {
  const byName = Map.groupBy(dependencies, ({ name }) => name)
  return advisories.flatMap((advisory) =>
    advisory.affected
      .filter((affected) => affected.package?.ecosystem === 'npm')
      .flatMap(({ package: target, versions, ranges }) =>
        (byName.get(target?.name ?? '') ?? [])
          .filter(
            ({ version }) =>
              versions.includes(version) ||
              ranges.some(({ type, events }) => type === 'SEMVER' && isAffected(version, events)),
          )
          .map((dependency) => ({ dependency, advisory })),
      ),
  )
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
    const [numbers = '', ...rest] = (text.split('+')[0] ?? '').split('-')
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
