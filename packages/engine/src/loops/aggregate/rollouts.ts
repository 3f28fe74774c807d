/** New versions: by what spans say of their service, or by generations that an orchestrator scales. Bounded. */
import type { ChangeEvent, TelemetryResource } from '@kept/domain/span.ts'

const maxGenerations = 10_000
const maxVersions = 1000

export class Rollouts {
  readonly #generations = new Set<string>()
  readonly #versions = new Map<string, Set<string>>()

  /** Whether a resource is seen in another version than before; of at most `limit` resources. */
  beginsVersion({ id, version }: TelemetryResource, limit: number): boolean {
    if (version === '') return false
    const versions = this.#versions.get(id)
    if (!versions) {
      if (this.#versions.size < limit) this.#versions.set(id, new Set([version]))
      return false
    }
    if (versions.has(version) || versions.size >= maxVersions) return false
    versions.add(version)
    return true
  }

  /** Whether a generation is seen for the first time, and starts from nothing. */
  begins({ kind, generation, from, to, resource }: ChangeEvent): boolean {
    if (kind !== 'scaling' || generation === '' || this.#generations.size >= maxGenerations) return false
    const key = `${resource.id}\n${generation}`
    if (this.#generations.has(key)) return false
    this.#generations.add(key)
    return from === 0 && to !== null && to > 0
  }
}
