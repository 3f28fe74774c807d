/** New versions: by what spans say of their service, or by generations that an orchestrator scales. Bounded. */
import type { ChangeEvent, TelemetryResource } from '@kept/domain/span.ts'

const maxGenerations = 10_000
const maxVersions = 1000
/** A rollout takes from one generation what it gives to the next within minutes. */
const takesOverMs = 600_000

interface Scaled {
  generation: string
  timeMs: number
  isUp: boolean
}

export class Rollouts {
  readonly #generations = new Set<string>()
  readonly #versions = new Map<string, Set<string>>()
  /** The last change of each resource. */
  readonly #last = new Map<string, Scaled>()

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

  /**
   * The generation that starts, if it was not seen before: from nothing, or, where the size before is not reported (by
   * Kubernetes before 1.24), while another one of the same resource goes the other way.
   */
  begins({ kind, generation, from, to, delta, timeMs, resource }: ChangeEvent): string | undefined {
    if (kind !== 'scaling' || generation === '' || this.#generations.size >= maxGenerations) return undefined
    const isUp = (delta ?? (to ?? 0) - (from ?? 0)) > 0
    const before = this.#last.get(resource.id)
    if (before || this.#last.size < maxGenerations) this.#last.set(resource.id, { generation, timeMs, isUp })
    const isNew = (name: string) => this.#isNew(`${resource.id}\n${name}`)
    if (from !== null) return isNew(generation) && from === 0 && to !== null && to > 0 ? generation : undefined
    const isTakenOver =
      before !== undefined &&
      before.generation !== generation &&
      before.isUp !== isUp &&
      timeMs - before.timeMs <= takesOverMs
    // The first step of a rollout goes up, and the one after it down: the second tells that the first was one.
    const started = isUp ? generation : (before?.generation ?? '')
    return isTakenOver && isNew(started) ? started : undefined
  }

  #isNew(key: string): boolean {
    if (this.#generations.has(key)) return false
    this.#generations.add(key)
    return true
  }
}
