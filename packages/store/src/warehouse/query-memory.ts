import type { Warehouse } from './client.ts'

const limits = new WeakMap<Warehouse, Promise<number | undefined>>()

/** The memory limit of one query in bytes, by the engine's own configuration; undefined without a limit. */
export function queryMemory(warehouse: Warehouse): Promise<number | undefined> {
  const cached = limits.get(warehouse)
  if (cached) return cached
  const limit = warehouse
    .inspect<{ bytes: string }>("SELECT toString(getSetting('max_memory_usage')) AS bytes")
    .then(([row]) => Number(row?.bytes ?? 0) || undefined)
  limits.set(warehouse, limit)
  limit.catch(() => limits.delete(warehouse))
  return limit
}
