/** Counts what is sent to a storage, for the history of runs. */
import type { StorageClient } from '@kept/connectors/storage/client.ts'

/** A listing counts once, however many pages it has. */
export function countRequests(storage: StorageClient): { storage: StorageClient; requests(): number } {
  let sent = 0
  return {
    storage: {
      list: (prefix, limit) => {
        sent += 1
        return storage.list(prefix, limit)
      },
      read: (path) => {
        sent += 1
        return storage.read(path)
      },
    },
    requests: () => sent,
  }
}
