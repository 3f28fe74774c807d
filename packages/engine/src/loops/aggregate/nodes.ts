/** What calls and is called: a resource and an operation of it, as a small number. */
import type { Span, SpanKind, TelemetryResource } from '@kept/domain/span.ts'

interface GraphNode {
  resource: TelemetryResource
  operation: string
  /** Statements of a database: by attribute, or by a name that is one. */
  isDatabase: boolean
  /** The queue, bucket or table it names, from the first span seen. */
  destination: string
  /** As its first span says. */
  kind: SpanKind
  /** Which database, as the spans name it; empty where they do not. */
  system: string
  /** A run of the resource itself; false for what it only asks of others. */
  runs: boolean
}

/** Outside: what called the first span of a trace. */
export const outside = 0
const bareMethod = /^(HTTP )?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i
const databaseName =
  /^(select|insert|update|delete|upsert|merge|replace)\s|^(sql|db|mysql|postgres\w*|mongo\w*|redis|dynamodb|cassandra|elasticsearch)[.:_ ]/i
const varyingPart = /\/(\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,})(?=\/|$)/gi
/** Names of operations should hold no ids; where they do, each run would be an operation of its own. */
const varying = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b(?=[a-f]*\d)[0-9a-f]{16,}\b|\d{4,}/gi

/** Numbers nodes as they are first seen, up to a limit; beyond it new ones are the node "other". */
export class Nodes {
  readonly list: GraphNode[] = []
  readonly #byResource = new Map<string, Map<string, number>>()
  readonly #limit: number
  #size = 0
  overflow = 0

  constructor(limit: number) {
    this.#limit = limit
    this.list.push({
      resource: emptyResource,
      operation: 'outside',
      isDatabase: false,
      destination: '',
      kind: 'unspecified',
      system: '',
      runs: false,
    })
  }

  idOf(span: Span): number {
    const { resource, facts } = span
    let operations = this.#byResource.get(resource.id)
    if (!operations) {
      operations = new Map()
      this.#byResource.set(resource.id, operations)
    }
    const raw =
      facts.statement ??
      (facts.endpoint !== undefined && bareMethod.test(span.name) ? `${span.name} ${facts.endpoint}` : span.name)
    const existing = operations.get(raw)
    if (existing !== undefined) return existing
    const operation = raw.replace(varyingPart, '/{id}').replace(varying, '{id}')
    let id = operations.get(operation)
    if (id === undefined) {
      if (this.#size >= this.#limit) {
        this.overflow += 1
        return this.#otherOf(resource, operations)
      }
      id = this.#add({
        resource,
        operation,
        isDatabase: facts.database !== undefined || facts.statement !== undefined || databaseName.test(raw),
        destination: facts.destination ?? '',
        kind: span.kind,
        system: facts.database ?? '',
        runs: span.kind !== 'client' && span.kind !== 'producer',
      })
      operations.set(operation, id)
    }
    // Names that differ in ids only are remembered too, within the same limit.
    if (raw !== operation && operations.size < this.#limit) operations.set(raw, id)
    return id
  }

  get(id: number): GraphNode {
    return this.list[id] ?? (this.list[outside] as GraphNode)
  }

  label(id: number): string {
    const { resource, operation } = this.get(id)
    if (id === outside) return 'outside'
    return operation === resource.name ? operation : `${resource.name} ${operation}`
  }

  #otherOf(resource: TelemetryResource, operations: Map<string, number>): number {
    const existing = operations.get('(other)')
    if (existing !== undefined) return existing
    // One more for each resource, and of resources there are few: still bounded by twice the limit.
    if (this.list.length >= this.#limit * 2) return outside
    const id = this.#add({
      resource,
      operation: '(other)',
      isDatabase: false,
      destination: '',
      kind: 'unspecified',
      system: '',
      runs: true,
    })
    operations.set('(other)', id)
    return id
  }

  #add(node: GraphNode): number {
    this.#size += 1
    this.list.push(node)
    return this.list.length - 1
  }
}

export const emptyResource: TelemetryResource = {
  id: '',
  name: '',
  kind: 'compute',
  provider: null,
  region: '',
  instance: '',
  version: '',
  critical: false,
  bulk: false,
}
