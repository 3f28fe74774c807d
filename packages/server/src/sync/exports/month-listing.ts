/**
 * Which manifests a run reads. Those of open months, and of months that ended within two weeks, in every run; those of
 * older months only when the listing shows that they were written again. A folder may hold three executions of each day.
 */
import { createHash } from 'node:crypto'
import type { StorageObject } from '@kept/connectors/storage/client.ts'
import { isJsonFile } from '@kept/store/reading/find-files.ts'

/** How long after its end a month is read again. */
const correctionDays = 14

interface ManifestListing {
  /** Manifests to read. */
  manifests: StorageObject[]
  /** Of each month that is in paths: the versions of its manifests. */
  listings: ReadonlyMap<string, string>
  /** Old months whose manifests have not changed. */
  unchanged: ReadonlySet<string>
}

export function listManifests(
  objects: readonly StorageObject[],
  previous: ReadonlyMap<string, string>,
  now: Date,
): ManifestListing {
  const all = objects.filter(({ path }) => isJsonFile(path))
  const byMonth = Map.groupBy(all, ({ path }) => monthOfPath(path))
  const listings = new Map([...byMonth].map(([month, manifests]) => [month, versionsOf(manifests)]))
  const unchanged = new Set(
    [...listings].flatMap(([month, listing]) =>
      month !== '' && isClosed(month, now) && listing !== '' && previous.get(month) === listing ? [month] : [],
    ),
  )
  return { manifests: all.filter(({ path }) => !unchanged.has(monthOfPath(path))), listings, unchanged }
}

/** AWS writes "BILLING_PERIOD=2026-01", and AWS and Azure write "20260101-20260131". */
function monthOfPath(path: string): string {
  const match = /BILLING_PERIOD=(\d{4})-(\d{2})|(?:^|\/)(\d{4})(\d{2})\d{2}-\d{8}\//i.exec(path)
  return match ? `${match[1] ?? match[3]}-${match[2] ?? match[4]}` : ''
}

/** '' when the storage does not say what changed. */
function versionsOf(manifests: readonly StorageObject[]): string {
  if (manifests.some(({ version }) => version === '')) return ''
  const lines = manifests.map(({ path, bytes, version }) => `${path} ${bytes} ${version}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

function isClosed(month: string, now: Date): boolean {
  return now.getTime() > closesMs(month)
}

/** After this time, a month is not read again. */
function closesMs(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return Date.UTC(year, number, 1 + correctionDays)
}

interface ListedMonth {
  month: string
  importId: string | null
  state: string
  completedAt: Date | null
  /** Its import failed, and no schedule tries it again. */
  isFinal?: boolean
}

/**
 * The oldest month that a run has to list: one that is open, or that was not read completely since it closed. Undefined
 * before the first month was read.
 */
export function oldestOpenMonth(
  units: readonly ListedMonth[],
  now: Date,
  { isScheduled }: { isScheduled: boolean },
): string | undefined {
  if (units.every(({ importId }) => importId === null)) return undefined
  const pending = units.filter(
    ({ month, state, completedAt, isFinal }) =>
      (state !== 'complete' || (completedAt?.getTime() ?? 0) <= closesMs(month)) &&
      !(isScheduled && isFinal && isClosed(month, now)),
  )
  const open = new Date(now.getTime() - correctionDays * 24 * 3_600_000).toISOString().slice(0, 7)
  return [open, ...pending.map(({ month }) => month)].sort()[0]
}
