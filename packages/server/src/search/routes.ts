import { findValues } from '@kept/store/ledger/find-values.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { findFindings } from '@kept/store/search/find-findings.ts'
import { routes } from '../platform/implement.ts'
import { hitOfFinding, hitOfValue } from './hit.ts'

export const search = {
  /** Exact matches of every kind before beginnings, and those before parts of words. */
  find: routes.search.find.handler(async ({ context: { services, scope }, input: { q: text, limit } }) => {
    const { database, warehouse } = services.state
    const [values, findings] = await Promise.all([
      findValues(warehouse, scope, await currentLoadIds(database, scope), { text, limit }),
      findFindings(database, scope, { text, limit }),
    ])
    const found = [
      ...values.map((value) => ({ place: value.place, hit: hitOfValue(value) })),
      ...findings.map((finding) => ({ place: finding.place, hit: hitOfFinding(finding) })),
    ]
    const ranked = found.toSorted((a, b) => a.place - b.place).slice(0, limit)
    return { data: ranked.map(({ hit }) => hit) }
  }),
}
