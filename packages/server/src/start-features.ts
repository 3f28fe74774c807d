/** Starts features in the order of their list, then their jobs; stops them in reverse order. */

import type { RawRoutes } from './platform/app.ts'
import type { Identity } from './platform/context.ts'
import type { AnyFeature, ApisOf, FeatureHost, Identify, StartedFeature } from './platform/feature.ts'
import type { FeatureJob } from './platform/jobs.ts'

interface RunningFeatures<Features extends readonly AnyFeature[]> {
  apis: ApisOf<Features>
  rawRoutes: RawRoutes[]
  identify(...request: Parameters<Identify>): Promise<Identity>
  /** Begins to work on jobs, `more` included, when every feature they may use has started. */
  startJobs(more: readonly FeatureJob[]): Promise<void>
  afterListen(): Promise<void>
  stop(): Promise<void>
}

const anonymous: Identity = { me: null, scope: null, authenticatedBy: 'none' }

/** When one feature cannot start, those that have started are stopped and the error is thrown. */
export async function startFeatures<const Features extends readonly AnyFeature[]>(
  features: Features,
  host: Omit<FeatureHost, 'identify'>,
): Promise<RunningFeatures<Features>> {
  const started: StartedFeature<object>[] = []
  const apis = new Map<string, object>()
  const identify = async (...request: Parameters<Identify>) => {
    for (const feature of started) {
      const identity = await feature.identify?.(...request)
      if (identity) return identity
    }
    return anonymous
  }
  const stop = async () => {
    for (const feature of started.splice(0).reverse()) await feature.stop?.()
  }
  try {
    for (const feature of features) {
      const missing = feature.dependsOn.find(({ name }) => !apis.has(name))
      if (missing) throw new Error(`List the feature "${missing.name}" before "${feature.name}", which depends on it.`)
      const running = await feature.start({ ...host, identify }, apis)
      started.push(running)
      apis.set(feature.name, running.api ?? {})
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    // Every feature of the list is in the map under its name, with the API its definition declares.
    apis: Object.fromEntries(apis) as ApisOf<Features>,
    rawRoutes: started.flatMap(({ rawRoutes }) => rawRoutes ?? []),
    identify,
    async startJobs(more) {
      for (const job of [...started.flatMap((feature) => feature.jobs ?? []), ...more])
        await job.start(host.services.jobs)
    },
    async afterListen() {
      for (const feature of started) await feature.afterListen?.()
    },
    stop,
  }
}
