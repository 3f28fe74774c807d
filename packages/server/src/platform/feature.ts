/**
 * A feature declares itself in `<folder>/feature.ts`: its neighbors, its routes, and what it starts. `features.ts`
 * lists all features in the order they start; `start-features.ts` starts and stops them.
 */
import type { FastifyRequest } from 'fastify'
import type { RawRoutes } from './app.ts'
import type { Identity, Services } from './context.ts'
import type { FeatureJob } from './jobs.ts'
import type { ChangePipeline } from './pipeline.ts'
import type { Visit } from './visit.ts'

/** Identifies the caller of a request; undefined when another feature may identify them. */
export type Identify = (request: FastifyRequest, visit: Visit) => Promise<Identity | undefined>

/** What every feature is given at start. */
export interface FeatureHost {
  services: Services
  /** Runs what depends on changed data. It works once all features have started. */
  pipeline: ChangePipeline
  /** Lets requests from this machine act for any organization. */
  operatorToken: string
  /** Asks each feature that identifies callers, in the order of the list. */
  identify(request: FastifyRequest, visit: Visit): Promise<Identity>
}

/** What a feature adds to a running server. */
export interface StartedFeature<Api extends object> {
  /** What features that depend on this one, the pipeline and tests may call. */
  api?: Api
  jobs?: readonly FeatureJob[]
  /** Routes outside the contract's handlers: files, streams, forms. */
  rawRoutes?: readonly RawRoutes[]
  identify?: Identify
  /** Called when the server accepts requests, in the order of the list. */
  afterListen?(): Promise<void>
  /** Called after the HTTP server has closed, in reverse order, while jobs and mail still work. */
  stop?(): Promise<void> | void
}

interface Feature<Name extends string = string, Routes extends object = object, Api extends object = object> {
  name: Name
  dependsOn: readonly AnyFeature[]
  /** Handlers of the contract, by route group. */
  routes: Routes
  start(host: FeatureHost, apis: ReadonlyMap<string, object>): Promise<StartedFeature<Api>>
}

export type AnyFeature = Feature<string, object, object>
type ApiOf<Type> = Type extends Feature<string, object, infer Api> ? Api : never

/** The APIs of these features by their name. */
export type ApisOf<Features extends readonly AnyFeature[]> = {
  [Type in Features[number] as Type['name']]: ApiOf<Type>
}

// biome-ignore lint/complexity/noBannedTypes: a feature without routes or an API adds nothing.
type Empty = {}

export function defineFeature<
  const Name extends string,
  Routes extends object = Empty,
  Api extends object = Empty,
  const Neighbors extends readonly AnyFeature[] = [],
>({
  name,
  dependsOn,
  routes,
  start,
}: {
  name: Name
  /**
   * Features that start earlier and stop later. Only their `api` and the files in their `public` folder may be used.
   */
  dependsOn?: Neighbors
  routes?: Routes
  start?(host: FeatureHost, neighbors: ApisOf<Neighbors>): StartedFeature<Api> | Promise<StartedFeature<Api>>
}): Feature<Name, Routes, Api> {
  return {
    name,
    dependsOn: dependsOn ?? [],
    routes: routes ?? ({} as Routes),
    start: async (host, apis) => {
      const neighbors = Object.fromEntries(
        (dependsOn ?? []).map((neighbor) => [neighbor.name, apis.get(neighbor.name)]),
      )
      // Each neighbor has started, so its API is of the type that its definition declares.
      return start ? start(host, neighbors as ApisOf<Neighbors>) : {}
    },
  }
}
