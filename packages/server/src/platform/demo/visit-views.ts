/**
 * What a demo visit sees: its own view once it has changed something, before that the view of all. Most visits only
 * look around, so that one computed response serves all of them.
 */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { hasChanged } from '@kept/store/demo/visits.ts'

const maxVisits = 10_000

export class VisitViews {
  readonly #views = new Map<string, { version: string; view: string }>()

  /** The key of the view at this data version, which a visit's first change counts up. '' is the view of all. */
  async viewOf(database: Database, scope: Scope, visit: string, version: string): Promise<string> {
    const cached = this.#views.get(visit)
    if (cached?.version === version) return cached.view
    const view = (await hasChanged(database, scope, visit)) ? visit : ''
    this.#views.delete(visit)
    this.#views.set(visit, { version, view })
    const [oldest] = this.#views.keys()
    if (this.#views.size > maxVisits && oldest !== undefined) this.#views.delete(oldest)
    return view
  }
}
