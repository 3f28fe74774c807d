/**
 * Of two who change the same field of something at once, the later one is refused. A version has one part for each
 * field, so that it tells which of them have changed since it was read: two who change different fields both may.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'

/** The fields in the order of the version, and what a sentence calls them: `{ due_on: 'due date' }`. */
type FieldLabels = Readonly<Record<string, string>>
type ValuesOf<Labels extends FieldLabels> = Readonly<Record<keyof Labels, unknown>>

const PART_LENGTH = 12

export const incidentFieldLabels = {
  title: 'title',
  severity: 'severity',
  description: 'description',
  root_cause: 'root cause',
  commander_id: 'commander',
  resources: 'affected resources',
  impact: 'impact',
} as const

export const actionFieldLabels = { title: 'title', owner_id: 'owner', due_on: 'due date' } as const

export function versionOfFields<Labels extends FieldLabels>(labels: Labels, values: ValuesOf<Labels>): string {
  return Object.keys(labels)
    .map((field) => partOf(values[field]))
    .join('')
}

interface VersionedChange<Labels extends FieldLabels> {
  /** As it was read with what is changed. Undefined: the caller overwrites what others did. */
  version: string | undefined
  change: Readonly<Partial<Record<keyof Labels, unknown>>>
  current: ValuesOf<Labels>
  /** What it is called: "incident". */
  noun: string
}

/** Throws `conflict` where a field that is changed has another value than the version says, and not the requested one. */
export function refuseOverwriting<Labels extends FieldLabels>(
  labels: Labels,
  { version, change, current, noun }: VersionedChange<Labels>,
): void {
  if (version === undefined) return
  const overwritten = Object.entries(labels).filter(([field], index) => {
    const requested = change[field]
    if (requested === undefined || canonicalJson(requested) === canonicalJson(current[field])) return false
    return version.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH) !== partOf(current[field])
  })
  if (overwritten.length === 0) return
  const names = overwritten.map(([, label]) => `the ${label}`).join(' and ')
  throw new KeptError(
    'conflict',
    `Someone else changed ${names} of this ${noun} meanwhile. Look at what it is now, and save again.`,
  )
}

function partOf(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, PART_LENGTH)
}
