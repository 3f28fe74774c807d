/** What a source of activity is: it recognizes its own records and says what each of them means for an environment. */
import type { UsageEventInput } from '@kept/domain/usage-event.ts'

/** A record as a source writes it: a JSON object, or a row of a table by its heads. */
export type SourceRecord = Record<string, unknown>

export interface ActivityContext {
  /**
   * Which environment a push, a job or a deployment belongs to: sources of code know repositories and the names of
   * deployment targets, and only the company knows what runs where. The default is "project" or "project/environment".
   */
  environmentOf(hint: EnvironmentHint): string
  /** Put before names that are only unique in their cluster or deployment: "eu-dev/". */
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

/** Events, or why there is none: a health check is no mistake. */
export type Adapted = { events: UsageEventInput[] } | { ignored: string }

export interface ActivitySource {
  id: string
  label: string
  recognizes(record: SourceRecord): boolean
  /** Throws a bad_input KeptError when a record is its own and cannot be read. */
  read(record: SourceRecord, context: ActivityContext): Adapted
}

/** Declares a source. */
export function defineActivitySource(source: ActivitySource): ActivitySource {
  return source
}
