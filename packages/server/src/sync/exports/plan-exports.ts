/**
 * Which execution of each month of a folder of exports counts, and which files it has. Manifests decide, never the
 * listing: it also contains older executions, and files that are still being written. Pure.
 */
import { createHash } from 'node:crypto'
import type { StorageObject } from '@kept/connectors/storage/client.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { Manifest } from '@kept/store/reading/manifests.ts'

export type ReadManifest = Manifest & { text: string }

export interface MonthExport {
  exportName: string
  /** "2026-01" */
  month: string
  /** Differs when the manifest or one of its files is another one. */
  execution: string
  manifest: string
  files: { path: string; bytes: number }[]
  /** Files that the manifest names and that are not in the bucket. */
  missing: string[]
  /** Sentences for the import of the month. */
  notes?: string[]
}

/** One entry for each month. Throws a `SyncFailure` when two exports have the same month. */
export function planExports(
  address: string,
  manifests: readonly ReadManifest[],
  objects: readonly StorageObject[],
): MonthExport[] {
  const unclear = manifests.find(({ month }) => month === '')
  if (unclear)
    throw new SyncFailure(
      'unexpected',
      `The export of the manifest ${unclear.path} is not for one billing month. Set the export to month to date in your cloud, and delete this manifest.`,
    )
  const byPath = new Map(objects.map((object) => [object.path, object]))
  return [...Map.groupBy(manifests, ({ month }) => month)]
    .map(([month, ofMonth]) => planMonth(address, month, ofMonth, byPath))
    .sort((a, b) => (a.month < b.month ? -1 : 1))
}

function planMonth(
  address: string,
  month: string,
  manifests: readonly ReadManifest[],
  objects: ReadonlyMap<string, StorageObject>,
): MonthExport {
  const names = [...new Set(manifests.map(({ exportName }) => exportName))].sort()
  if (names.length > 1)
    throw new SyncFailure(
      'unexpected',
      `${address} contains two exports of ${month}, ${names[0]} and ${names[1]}, whose costs would count twice. Connect the folder of one of them.`,
    )
  const [first, ...others] = manifests
  if (!first) throw new Error('a month has a manifest')
  const newest = others.reduce((best, manifest) => (manifest.order > best.order ? manifest : best), first)
  const rival = manifests.find(
    ({ order, files }) => order === newest.order && files.toSorted().join('\n') !== newest.files.toSorted().join('\n'),
  )
  if (rival)
    throw new SyncFailure(
      'unexpected',
      `${newest.path} and ${rival.path} are both for ${month}, and neither says when it was written. Delete the older one.`,
    )
  const listed = newest.files.map((file) => ({ file, object: findObject(objects, file) }))
  const existing = listed.flatMap(({ object }) => object ?? [])
  const execution = createHash('sha256').update(newest.text)
  for (const { path, bytes, version } of existing) execution.update(JSON.stringify([path, bytes, version]))
  return {
    exportName: names[0] || 'export',
    month,
    execution: execution.digest('hex'),
    manifest: newest.path,
    files: existing.map(({ path, bytes }) => ({ path, bytes })),
    missing: listed.flatMap(({ file, object }) => (object === undefined ? [file] : [])),
  }
}

/** The object that a manifest names, also when the complete export was copied below another folder. */
function findObject(objects: ReadonlyMap<string, StorageObject>, file: string): StorageObject | undefined {
  const path = file.replace(/^\w+:\/\/[^/]+\//, '').replace(/^\/+/, '')
  const exact = objects.get(path)
  if (exact) return exact
  for (const [candidate, object] of objects) if (candidate.endsWith(`/${path}`)) return object
  return undefined
}
