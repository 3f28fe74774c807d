/** Starts Kept: locks the data folder, opens the engines, starts the features, listens, announces its address. */
import { randomBytes } from 'node:crypto'
import { endEnginesNow } from '@kept/store/supervise.ts'
import { type FeatureApis, features } from './features.ts'
import { pipelineOf } from './pipeline.ts'
import { createApp } from './platform/app.ts'
import type { Config } from './platform/config.ts'
import type { Services } from './platform/context.ts'
import type { DataFolder } from './platform/data-folder.ts'
import type { DeclaredRoute } from './platform/declared-routes.ts'
import { describeListenError } from './platform/listen-address.ts'
import type { Log } from './platform/log.ts'
import { startProcessMetrics } from './platform/metrics.ts'
import { holdFolder, type OpeningEngines } from './platform/open-engines.ts'
import { orAborted } from './platform/or-aborted.ts'
import { createPipeline } from './platform/pipeline.ts'
import { startMemoryRelease } from './platform/release-memory.ts'
import { createServices } from './platform/services.ts'
import type { State } from './platform/state.ts'
import { startTracing } from './platform/tracing/start.ts'
import { router } from './router.ts'
import { startFeatures } from './start-features.ts'

export interface RunningServer {
  url: string
  services: Services
  /** Lets requests from this machine act for any organization. */
  operatorToken: string
  /** The setup link, while there is no operator. */
  setupLink: string | undefined
  /** All routes with the access they need, for tests. */
  routes: readonly DeclaredRoute[]
  /** The APIs of the features, for tests that control the clock. */
  features: FeatureApis
  stop(): Promise<void>
}

/**
 * Rejects with the signal's reason when aborted during startup. Everything opened is closed. The engines may already be
 * opening.
 */
export async function serve(
  config: Config,
  log: Log,
  signal?: AbortSignal,
  { folder, engines }: OpeningEngines = holdFolder(config, log),
): Promise<RunningServer> {
  const undo: Undo = [() => folder.release()]
  return listenHttp({ config, log, folder, undo, signal }, async () => {
    startProcessMetrics()
    undo.push(startMemoryRelease(log))
    const opening = engines().then((state) => {
      undo.push(() => state.close())
      return state
    })
    return orAborted(signal, opening, async () => {
      await endEnginesNow()
      await opening.catch(() => undefined)
    })
  })
}

/** Cleanup steps, run in reverse order. */
type Undo = (() => Promise<void> | void)[]

interface HttpParts {
  config: Config
  /** The clock, for tests. Defaults to the system clock. */
  now?: () => Date
  log: Log
  folder: DataFolder
  undo: Undo
  /** Aborts startup. */
  signal?: AbortSignal | undefined
}

/** Starts everything above the engines. On failure everything opened is closed. */
export async function listenHttp(
  { config, log, folder, undo, signal, now = () => new Date() }: HttpParts,
  openEngines: () => Promise<State>,
): Promise<RunningServer> {
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    if (config.tracing) undo.push(await startTracing(config.tracing, log))
    const engines = await openEngines()
    signal?.throwIfAborted()
    let url = `http://${config.host}:${config.port}`
    const services = await createServices({ config, log, folder, now, engines, address: () => url }, undo)
    const operatorToken = randomBytes(32).toString('base64url')
    const pipeline = createPipeline(services)
    const running = await startFeatures(features, { services, pipeline, operatorToken })
    undo.push(running.stop)
    await running.startJobs([pipeline.setStages(pipelineOf(running.apis))])
    const { rawRoutes, identify, apis } = running
    const app = await createApp({ services, router, rawRoutes, identify, site: apis.site.pages() })
    signal?.throwIfAborted()
    url = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw describeListenError(error, config)
    })
    undo.push(
      () => app.close(),
      () => services.drain.run(app.server, config.drainMs),
    )
    folder.announce({ pid: process.pid, url, operatorToken })
    await orAborted(signal, running.afterListen())
    signal?.throwIfAborted()
    const setupLink = apis.identity.setupLink()
    return { url, services, operatorToken, setupLink, routes: app.declaredRoutes, features: apis, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
