/** Recorded answers of real accounts; they are not part of this repository. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unitOf } from './testing/open-small-azure.ts'
import { resourcesIn } from './testing/recorded-resources.ts'

const folder = new URL('../../../../../../shared/data/cloud-recordings/azure/', import.meta.url)
const files = (() => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
})()

describe.skipIf(files.length === 0)(
  `recorded answers${files.length === 0 ? ' (skipped: ../shared/data/cloud-recordings is not here)' : ''}`,
  () => {
    it('become inventory, with no shape that is not handled', async () => {
      const { inventoryPorts } = await import('./ports.ts')
      const { azureResourceSchema } = await import('./resource.ts')
      const { inventoryItemSchema } = await import('@kept/domain/resource.ts')
      const queries = inventoryPorts.flatMap((port) => port.queries)
      const seen = new Map<string, number>()
      for (const file of files) {
        for (const resource of resourcesIn(
          JSON.parse(readFileSync(new URL(encodeURIComponent(file), folder), 'utf8')),
        )) {
          const query = queries.find(({ type }) => type === String(resource.type).toLowerCase())
          if (!query) continue
          const parsed = azureResourceSchema.safeParse(resource)
          expect(parsed.error, file).toBeUndefined()
          if (!parsed.data) continue
          for (const item of query.toItems(parsed.data, unitOf('compute'))) inventoryItemSchema.parse(item)
          seen.set(query.type, (seen.get(query.type) ?? 0) + 1)
        }
      }
      process.stderr.write(`recorded Azure resources: ${JSON.stringify(Object.fromEntries(seen))}\n`)
      expect(seen.size).toBeGreaterThan(5)
    })
  },
)
