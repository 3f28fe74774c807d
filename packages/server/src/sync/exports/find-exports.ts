/** Lists a folder of exports, and reads the manifests that count. */
import { readListingText, type StorageClient } from '@kept/connectors/storage/client.ts'
import type { StorageKind } from '@kept/domain/connection-kind.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { readManifest } from '@kept/store/reading/manifests.ts'
import { listManifests } from './month-listing.ts'
import { type MonthExport, planExports, type ReadManifest } from './plan-exports.ts'
import { MAX_OBJECTS, storageFailure } from './storage-failure.ts'

const MAX_MANIFESTS = 2000

interface FolderToRead {
  storage: StorageClient
  kind: StorageKind
  /** "s3://bucket/path/" */
  address: string
  /** Inside the bucket. */
  path: string
  /** Of each month that was read before: the versions of its manifests. */
  previous: ReadonlyMap<string, string>
  now: Date
}

interface FoundExports {
  months: MonthExport[]
  /** Months that are not read again. */
  unchanged: ReadonlySet<string>
  listings: ReadonlyMap<string, string>
}

/** Throws a `SyncFailure`. */
export async function findExports({
  storage,
  kind,
  address,
  path,
  previous,
  now,
}: FolderToRead): Promise<FoundExports> {
  const objects = await storage.list(path, MAX_OBJECTS).catch((error: unknown) => {
    throw storageFailure(error, { kind, use: 'list', address })
  })
  if (objects.length === 0)
    throw new SyncFailure('not_enabled', `Nothing was found at ${address}. Check the bucket and the path.`)
  const { manifests, listings, unchanged } = listManifests(objects, previous, now)
  if (manifests.length > MAX_MANIFESTS)
    throw new SyncFailure(
      'unexpected',
      `${address} has more than ${MAX_MANIFESTS} manifests of open months. Connect the folder of one export.`,
    )
  const read: ReadManifest[] = []
  for (const { path: manifestPath } of manifests) {
    const text = await readText(storage, manifestPath).catch((error: unknown) => {
      throw storageFailure(error, { kind, use: 'read', address })
    })
    const manifest = readManifest(manifestPath, text)
    if (manifest) read.push({ ...manifest, text })
  }
  if (read.length === 0 && unchanged.size === 0)
    throw new SyncFailure(
      'not_enabled',
      `No manifest of an export was found at ${address}. Connect the folder that your cloud exports bills to, or import the files once under "Upload a bill".`,
    )
  return { months: planExports(address, read, objects), unchanged, listings }
}

async function readText(storage: StorageClient, path: string): Promise<string> {
  return readListingText(await storage.read(path))
}
