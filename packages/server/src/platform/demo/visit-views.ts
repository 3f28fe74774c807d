/**
 * What a demo visit sees: its own view once it has changed something, before that the view of all. Most visits only
 * look around, so that one computed response serves all of them.
 */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { activeDemoVisits } from '@kept/store/demo/visits.ts'

interface Views {
  version: string
  changed: Promise<ReadonlySet<string>>
}

export class VisitViews {
  /** One demo has one organization, so this stays small. */
  readonly #views = new Map<string, Views>()

  /**
   * The key of the view at this data version, which a visit's first change counts up. '' is the view of all. The visits
   * of one version are read once, for all that ask.
   */
  async viewOf(database: Database, scope: Scope, visit: string, version: string): Promise<string> {
    const { organizationId } = scope
    let views = this.#views.get(organizationId)
    if (views?.version !== version) {
      const read = async () => new Set(await activeDemoVisits(database, scope))
      views = { version, changed: read() }
      this.#views.set(organizationId, views)
    }
    try {
      return (await views.changed).has(visit) ? visit : ''
    } catch (error) {
      if (this.#views.get(organizationId) === views) this.#views.delete(organizationId)
      throw error
    }
  }
}
