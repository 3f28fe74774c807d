/** An activity source recognizes its own records and maps each of them to usage events of an environment. */
import type { UsageEventInput } from '@kept/domain/usage-event.ts'

/** A record as a source writes it: a JSON object, or a row of a table by its header. */
export type SourceRecord = Record<string, unknown>

export interface ActivityContext {
  /**
   * Which environment a push, a job or a deployment belongs to: code hosts know repositories and deployment targets,
   * and only the customer knows what runs where. The default is "project" or "project/environment".
   */
  environmentOf(hint: EnvironmentHint): string
  /** Prefix for names that are unique only within their cluster or deployment: "eu-dev/". */
  prefix: string
}

interface EnvironmentHint {
  project: string
  environment: string
  ref: string
}

export const defaultContext: ActivityContext = {
  environmentOf: ({ project, environment }) => (environment ? `${project}/${environment}` : project),
  prefix: '',
}

/** Events, or the reason why there is none: a health check is not an error. */
export type Adapted = { events: UsageEventInput[] } | { ignored: string }

export interface ActivitySource {
  id: string
  label: string
  recognizes(record: SourceRecord): boolean
  /** Throws a bad_input KeptError when the source recognizes a record but cannot read it. */
  read(record: SourceRecord, context: ActivityContext): Adapted
}

/** Defines a source. */
export function defineActivitySource(source: ActivitySource): ActivitySource {
  return source
}
