/** How much memory there is, and how much of it the embedded engines may use. */
import { totalmem } from 'node:os'

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

type MemorySize = 'auto' | 'small' | 'normal'

interface EngineMemory {
  /** Limit of the embedded warehouse: its library, its queries and its merges. */
  warehouseBytes: number
  /** Pages that the embedded Postgres keeps for itself. */
  databaseCacheBytes: number
}

/** Bytes that this process may use: of the machine, or of its container when that has fewer. */
export function availableMemory(machine = totalmem(), container = process.constrainedMemory()): number {
  return container > 0 && container < machine ? container : machine
}

/** `small` fits a machine of 2 GB, of which Node needs up to 500 MB and the system the rest. */
export function engineMemory(size: MemorySize, available = availableMemory()): EngineMemory {
  const isSmall = size === 'small' || (size === 'auto' && available <= 3 * gigabyte)
  if (isSmall) return { warehouseBytes: 896 * megabyte, databaseCacheBytes: 32 * megabyte }
  const quarter = Math.round(available / 4 / megabyte) * megabyte
  const warehouseBytes = Math.min(8 * gigabyte, Math.max(gigabyte, quarter))
  return { warehouseBytes, databaseCacheBytes: 64 * megabyte }
}
