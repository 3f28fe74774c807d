/** What a connection reads: object storage, or a cloud. */

/** Object storage with exported bills. */
const storageKinds = ['s3', 'azure_blob', 'gcs'] as const
export type StorageKind = (typeof storageKinds)[number]
/** Storage, and clouds that Kept reads by itself. */
export const connectionKinds = [...storageKinds, 'aws'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

export function isStorage<Kind extends { kind: ConnectionKind }>(
  connection: Kind,
): connection is Kind & { kind: StorageKind } {
  return (storageKinds as readonly ConnectionKind[]).includes(connection.kind)
}
