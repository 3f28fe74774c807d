/** What a connection reads: object storage, or a cloud. */

import { isOneOf } from '@kept/foundation/narrow.ts'

/** Object storage with exported bills. */
const storageKinds = ['s3', 'azure_blob', 'gcs'] as const
export type StorageKind = (typeof storageKinds)[number]
/** Clouds that Kept reads by itself. */
export const cloudKinds = ['aws', 'azure', 'gcp', 'oci', 'kubernetes'] as const
export type CloudKind = (typeof cloudKinds)[number]
export const connectionKinds = [...storageKinds, ...cloudKinds] as const
export type ConnectionKind = (typeof connectionKinds)[number]

export function isStorage<Kind extends { kind: ConnectionKind }>(
  connection: Kind,
): connection is Kind & { kind: StorageKind } {
  return isStorageKind(connection.kind)
}

export function isStorageKind(kind: ConnectionKind): kind is StorageKind {
  return isOneOf(storageKinds, kind)
}

export function isCloudKind(kind: ConnectionKind): kind is CloudKind {
  return isOneOf(cloudKinds, kind)
}
