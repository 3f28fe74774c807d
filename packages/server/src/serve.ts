/** Starts Kept: locks the data folder, starts the engines, seeds the demo, opens the HTTP server. */
import { randomBytes } from 'node:crypto'
import { formats } from '@kept/connectors/all.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { endEnginesNow } from '@kept/store/supervise.ts'
import { startAlerts } from './alerts/compose.ts'
import { detectAfterLoadsChanged, startAnomalies } from './anomalies/compose.ts'
import { detectMetrics } from './anomalies/detect-metrics.ts'
import { identifyApiKey } from './api-keys/identify-api-key.ts'
import { startBehavior } from './behavior/compose.ts'
import { activityImport } from './behavior/file-import.ts'
import { behaviorHookDeliveries } from './behavior/receive-hook.ts'
import { seedDemoActivity, takeDemoActivity } from './behavior/seed-demo.ts'
import { evaluateBudgets } from './budgets/evaluate-budgets.ts'
import { seedDemoBudgets } from './budgets/seed-demo-budgets.ts'
import { costsCsv } from './costs/query-csv.ts'
import { checkParts } from './health/parts.ts'
import { startIdentity } from './identity/compose.ts'
import { identifyPerson, recallSession } from './identity/identify.ts'
import { oauthCallback } from './identity/oauth/callback.ts'
import { finishBackgroundTasks } from './identity/run-in-background.ts'
import { ingestDeps, startIngest } from './ingest/compose.ts'
import { connectionFetcher } from './ingest/fetch-from-connection.ts'
import { operatorImports } from './ingest/local-import.ts'
import { uploadRoutes } from './ingest/receive-upload.ts'
import { rejectedRowsDownload } from './ingest/rejected-rows-download.ts'
import { startImport } from './ingest/start-import.ts'
import { openHub } from './live/hub.ts'
import { pruneLiveJob } from './live/prune-job.ts'
import { liveRoutes } from './live/routes.ts'
import { startLoops } from './loops/compose.ts'
import { DemoPulse, demoPulseJob } from './loops/demo-pulse-job.ts'
import { loopImport } from './loops/file/import-routes.ts'
import { loopActionRecorder } from './loops/remediation/loop-action-recorder.ts'
import { seedDemoLoops } from './loops/seed-demo-loops.ts'
import { metricsChangedJob } from './metrics/changed-job.ts'
import { metricStreams } from './metrics/streams.ts'
import { recheckDomainsJob } from './organizations/domains.ts'
import { peopleExport } from './people/export-people.ts'
import { invitationMailJob } from './people/invitation-mail.ts'
import { peopleImportRoutes } from './people/preview-import.ts'
import { seedDemoPeople } from './people/seed-demo-people.ts'
import { AnswerCache } from './platform/answer-cache.ts'
import { type AppParts, createApp } from './platform/app.ts'
import { ruleFor } from './platform/commission-rule.ts'
import type { Config } from './platform/config.ts'
import type { Services } from './platform/context.ts'
import { type DataFolder, holdDataFolder } from './platform/data-folder.ts'
import type { DeclaredRoute } from './platform/declared-routes.ts'
import { markWrites } from './platform/idempotency.ts'
import { startJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { openMail } from './platform/mail.ts'
import { startProcessMetrics } from './platform/metrics.ts'
import { identifyOperator, operatorRoutes } from './platform/operator.ts'
import { pruneIdempotencyJob } from './platform/prune-idempotency-job.ts'
import { registryOf } from './platform/remediation/registry.ts'
import { type RevertNeeds, revertDue, revertJob } from './platform/remediation/revert-job.ts'
import { shareWarehouse } from './platform/request-share.ts'
import { resealEverything } from './platform/reseal.ts'
import { secretsOf } from './platform/secrets.ts'
import { openSite } from './platform/site.ts'
import { openState, type State } from './platform/state.ts'
import { evaluateAfterLoadsChanged, startRecommendations } from './recommendations/compose.ts'
import { recommendationExport } from './recommendations/export.ts'
import { startResources, syncResourcesAfterLoads } from './resources/compose.ts'
import { inventoryImport } from './resources/import-inventory.ts'
import { resourcesCsv } from './resources/list-csv.ts'
import { router } from './router.ts'
import { startSavings } from './savings/compose.ts'
import { seedDemoActions } from './savings/seed-demo-actions.ts'
import { statementDownload } from './savings/statement-download.ts'
import { endVisitsJob } from './session/end-visits-job.ts'
import { renewDemoJob } from './session/renew-job.ts'
import { type ImportBill, seedDemo } from './session/seed-demo.ts'
import { leaveThreeUnread } from './session/seed-notifications.ts'
import { contactRoutes } from './site/contact.ts'
import { newsletterRoutes } from './site/newsletter.ts'
import { watchStatus } from './site/status-monitor.ts'
import { statusMarkup } from './site/status-page.ts'
import { sweepNewsletterJob } from './site/sweep-job.ts'
import { otlpRoutes } from './telemetry/otlp-routes.ts'
import { decodeBody } from './telemetry/read-body.ts'

export interface RunningServer {
  url: string
  services: Services
  /** Lets local requests act for any organization. */
  operatorToken: string
  /** The setup link, while there is no admin. */
  setupLink: string | undefined
  /** All routes with the access they need, for tests. */
  routes: readonly DeclaredRoute[]
  /** Evaluates telemetry now instead of at the next tick, for tests that control the clock. */
  detectLoops(): Promise<void>
  /** Advances the demo loop to now, for tests. */
  beatDemo(): Promise<void>
  /** Routes alerts now, for tests. */
  tickAlerts(): Promise<void>
  /** Reverts expired temporary actions now, for tests. Returns their number. */
  revertActions(): Promise<number>
  /** Re-authenticates live connections now, for tests. */
  lookAtLive(): Promise<void>
  /** Number of open live connections. */
  liveConnections(): number
  stop(): Promise<void>
}

/** Rejects with the signal's reason when aborted during startup. Everything opened is closed. */
export async function serve(config: Config, log: Log, signal?: AbortSignal): Promise<RunningServer> {
  const folder = holdDataFolder(config.dataFolder)
  const undo: Undo = [() => folder.release()]
  return listenHttp({ config, log, folder, undo, signal }, async () => {
    startProcessMetrics()
    const opening = openState(config, log).then((state) => {
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

/** Starts everything above the engines: jobs, features, HTTP. On failure everything opened is closed. */
export async function listenHttp(
  { config, log, folder, undo, signal, now = () => new Date() }: HttpParts,
  openEngines: () => Promise<State>,
): Promise<RunningServer> {
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const engines = await openEngines()
    const state = {
      ...engines,
      database: markWrites(engines.database),
      warehouse: shareWarehouse(engines.warehouse),
    }
    signal?.throwIfAborted()
    const jobs = await startJobs(state.database, log, { isOnlyProcess: config.databaseUrl === undefined })
    undo.push(() => jobs.stop())
    const mail = openMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log)
    undo.push(() => mail.close())
    let listeningAt = `http://${config.host}:${config.port}`
    const services: Services = {
      mail,
      secrets: secretsOf(config),
      origin: () => config.publicUrl ?? listeningAt,
      config,
      log,
      state,
      folder,
      answers: new AnswerCache(),
      jobs,
      startedAt: now().toISOString(),
      now,
      remedies: (scope) => registryOf(services, scope),
    }
    if (config.previousSecretKey !== undefined) await resealEverything(services)
    const demo =
      config.demo && (await ensureOrganization(state.database, { slug: 'demo', name: 'Northwind Demo', demo: true }))
    await startRecommendations(services)
    const evaluateAlone = evaluateAfterLoadsChanged(services)
    const countSavings = await startSavings(services, (scope, month, currency) =>
      ruleFor(state.database, scope, month, currency),
    )
    // Resolved recommendations are detected after the rules ran again.
    const evaluate = async (scope: Scope) => {
      await evaluateAlone(scope)
      await countSavings(scope)
    }
    await startResources(services, evaluate)
    await jobs.work(endVisitsJob, { state, now, log, evaluate: evaluateAlone })
    await startBehavior(services)
    await jobs.work(metricsChangedJob, {
      async afterFactsChanged(scope) {
        await evaluate(scope)
        await detectMetrics(services, scope)
      },
    })
    await startAnomalies(services, async (scope) => void (await evaluateBudgets(services, scope)))
    const detect = detectAfterLoadsChanged(services, syncResourcesAfterLoads(services, evaluate))
    const { tick: tickAlerts, stop: stopAlerts } = await startAlerts(services)
    undo.push(stopAlerts)
    await startIngest(services, ingestDeps(services, detect, connectionFetcher(services)))
    await jobs.work(invitationMailJob, services)
    await jobs.work(recheckDomainsJob, services)
    const { watches, stop: stopLoops } = await startLoops(services, (entry) => decodeBody(entry.body, entry))
    undo.push(stopLoops)
    const demoPulse = new DemoPulse({ state, now, config, watches })
    await jobs.work(demoPulseJob, demoPulse)
    // Environments have no extra write for a remediation action.
    const onStateChange: RevertNeeds['onStateChange'] = {
      loop: loopActionRecorder('Kept', now),
      environment: async () => undefined,
    }
    const revertNeeds: RevertNeeds = { ...services, onStateChange }
    await jobs.work(revertJob, revertNeeds)
    const operatorToken = randomBytes(32).toString('base64url')
    const identify: AppParts['identify'] = async (request, visit) =>
      (await identifyOperator(request, services, operatorToken)) ??
      (await identifyApiKey(request, services)) ??
      (await identifyPerson(services, visit))
    await jobs.work(pruneIdempotencyJob, { database: state.database, now })
    await jobs.work(pruneLiveJob, { database: state.database, now })
    const hub = await openHub(state.database, log)
    undo.push(() => hub.stop())
    const parts = () => checkParts(services)
    const site = openSite(
      () => ({ origin: services.origin(), contact: config.contactEmail, operator: config.operatorName }),
      { '/status': async () => ({ status: await statusMarkup(services, parts) }) },
    )
    await jobs.work(sweepNewsletterJob, services)
    const statusWatch = watchStatus(services, parts)
    undo.push(() => statusWatch.stop())
    const app = await createApp({
      services,
      router,
      rawRoutes: [
        operatorRoutes(services, operatorToken),
        operatorImports(services, operatorToken, formats),
        uploadRoutes,
        rejectedRowsDownload,
        liveRoutes(hub, (request, { session, visit }) =>
          session ? recallSession(services, session.id) : identify(request, visit),
        ),
        statementDownload,
        costsCsv,
        resourcesCsv,
        metricStreams,
        activityImport,
        behaviorHookDeliveries,
        recommendationExport,
        otlpRoutes((scope, signal, gathered, delivery) => watches.takeIn(scope, signal, gathered, delivery)),
        loopImport,
        inventoryImport,
        oauthCallback,
        newsletterRoutes(services, operatorToken, site),
        contactRoutes(site),
        peopleExport,
        peopleImportRoutes,
      ],
      identify,
      site,
    })
    signal?.throwIfAborted()
    const url = await app.listen({ host: config.host, port: config.port })
    listeningAt = url
    undo.push(() => app.close())
    undo.push(() => finishBackgroundTasks(services))
    const setupLink = await startIdentity(services)
    folder.announce({ pid: process.pid, url, operatorToken })
    if (demo) await orAborted(signal, seedDemoOrganization(services, { organizationId: demo.id }))
    await demoPulse.beat()
    await watches.tick()
    await jobs.work(renewDemoJob, {
      services,
      deps: {
        importBill: bringDemoIn(services),
        takeActivity: (scope, world) => takeDemoActivity(services, scope, world),
        setBudgets: (scope) => seedDemoBudgets(services, scope),
      },
    })
    signal?.throwIfAborted()
    return {
      url,
      services,
      operatorToken,
      setupLink,
      routes: app.declaredRoutes,
      detectLoops: () => watches.tick(),
      beatDemo: () => demoPulse.beat(),
      tickAlerts,
      revertActions: () => revertDue(revertNeeds),
      lookAtLive: () => hub.refreshRights(),
      liveConnections: () => hub.size(),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const bringDemoIn =
  (services: Services): ImportBill =>
  (scope, uploads) =>
    startImport(services, formats, scope, { uploads, urls: [], accept_smaller: true })

async function seedDemoOrganization(services: Services, scope: Scope): Promise<void> {
  await seedDemoPeople(services, scope)
  // Recorded before the bill, so the import detects, freezes and counts them.
  await seedDemoActions(services, scope)
  const isFirst = await seedDemo(services, scope, bringDemoIn(services))
  if (isFirst) await seedDemoBudgets(services, scope)
  await seedDemoLoops(services, scope)
  await seedDemoActivity(services, scope)
  if (isFirst) await leaveThreeUnread(services, scope)
}

/** Resolves with the work's result, or rejects with the abort reason after `clean`. */
async function orAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
  clean: () => Promise<void> = async () => undefined,
): Promise<Result> {
  if (!signal) return work
  const aborted = Promise.withResolvers<never>()
  const abort = () => void clean().then(() => aborted.reject(signal.reason))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } catch (error) {
    // Errors caused by the stopped engines are not the reason.
    if (signal.aborted) return await aborted.promise
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
