/** Creates what every feature uses: jobs, mail, secrets, the clock. */
import { recordWrites } from '@kept/store/audit/record-writes.ts'
import { AnswerCache } from './answer-cache.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import type { DataFolder } from './data-folder.ts'
import { Drain } from './drain.ts'
import { markWrites } from './idempotency.ts'
import { startJobs } from './jobs.ts'
import { joinProcesses } from './join-processes.ts'
import type { Log } from './log.ts'
import { openMail } from './mail.ts'
import { openPaymentRail } from './payment-rail.ts'
import { shareWarehouse } from './request-share.ts'
import { resealEverything } from './reseal.ts'
import { secretsOf } from './secrets.ts'
import type { State } from './state.ts'

interface ServiceParts {
  config: Config
  log: Log
  folder: DataFolder
  now: () => Date
  /** The address the server listens on, once it is known. */
  address: () => string
  engines: State
}

/** Pushes to `undo` what must be closed. */
export async function createServices(
  { config, log, folder, now, address, engines }: ServiceParts,
  undo: (() => Promise<void> | void)[],
): Promise<Services> {
  const state = {
    ...engines,
    database: markWrites(recordWrites(engines.database)),
    warehouse: shareWarehouse(engines.warehouse),
  }
  const jobs = await startJobs(state.database, log, { isOnlyProcess: config.databaseUrl === undefined })
  undo.push(() => jobs.stop())
  const mail = openMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log)
  undo.push(() => mail.close())
  const services: Services = {
    mail,
    secrets: secretsOf(config),
    paymentRail: await openPaymentRail(config),
    origin: () => config.publicUrl ?? address(),
    config,
    log,
    state,
    folder,
    answers: new AnswerCache(),
    jobs,
    startedAt: now().toISOString(),
    drain: new Drain(),
    now,
  }
  undo.push(await joinProcesses(services))
  if (config.previousSecretKey !== undefined) await resealEverything(services)
  return services
}
