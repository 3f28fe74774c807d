/** Runs what is due: records occurrences, calculates runs, sends messages. Several processes may do so at once. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { waitAfter } from '@kept/engine/alerts/classify-answer.ts'
import { localDayOf, nextOccurrence } from '@kept/engine/reports/next-occurrence.ts'
import {
  type ClaimedRun,
  claimReportDelivery,
  claimRun,
  finishReportDelivery,
  finishRun,
  organizationsWithReports,
  recordOccurrences,
} from '@kept/store/reports/due.ts'
import type { Services } from '../platform/context.ts'
import { type RepeatedRun, runEvery } from '../platform/run-every.ts'
import { buildDocument } from './build-document.ts'
import { type DeliverDeps, deliver } from './deliver.ts'

const tickEveryMs = 5_000
const maxAttempts = 3

export type ReportDeps = Services & DeliverDeps

/** Everything that is due now, of every organization. An organization that fails does not hold up the others. */
export async function runDueReports(deps: ReportDeps): Promise<void> {
  const { state, now, log } = deps
  for (const organizationId of await organizationsWithReports(state.database, now())) {
    await runOrganization(deps, { organizationId }).catch((error) =>
      log.warn({ event: 'reports.tick_failed', organization_id: organizationId, err: error }, 'could not run reports'),
    )
  }
}

async function runOrganization(deps: ReportDeps, scope: Scope): Promise<void> {
  const { state, now } = deps
  await recordOccurrences(state.database, scope, now(), nextOccurrence)
  for (;;) {
    const run = await claimRun(state.database, scope, now())
    if (!run) break
    await calculate(deps, scope, run)
  }
  for (;;) {
    const delivery = await claimReportDelivery(state.database, scope, now())
    if (!delivery) break
    const sent = await deliver(deps, scope, delivery)
    const waitMs = sent.outcome === 'again' ? waitAfter(delivery.attempt, delivery.id, sent.waitMs) : null
    const retryAt = waitMs === null ? null : new Date(now().getTime() + waitMs)
    const result = { isSent: sent.outcome === 'taken', result: sent.sentence, retryAt }
    await finishReportDelivery(state.database, scope, delivery, result, now())
    deps.log.info(
      {
        ...{ event: 'reports.delivery_attempted', organization_id: scope.organizationId, delivery_id: delivery.id },
        outcome: sent.outcome,
      },
      'tried to deliver a report',
    )
  }
}

async function calculate(deps: ReportDeps, scope: Scope, run: ClaimedRun): Promise<void> {
  const { state, now } = deps
  const { report, occurrenceAt, organization, hasOwner } = run
  const { schedule, definition } = report
  const fail = (error: string, retryAt: Date | null) => finishRun(state.database, scope, run, { error, retryAt }, now())
  if (!schedule) return fail('The schedule was removed.', null)
  if (!hasOwner) return fail('The owner of this private report is no longer a member.', null)
  try {
    const today = localDayOf(occurrenceAt.getTime(), schedule.time_zone)
    const document = await buildDocument(deps, scope, definition, { organization: organization.name, today })
    await finishRun(state.database, scope, run, { document, targets: schedule }, now())
  } catch (error) {
    const isFinal = run.attempt >= maxAttempts || (error instanceof KeptError && error.code === 'bad_input')
    deps.log.warn({ event: 'reports.run_failed', run_id: run.id, err: error }, 'could not calculate a report')
    const sentence = error instanceof KeptError ? error.message : 'That did not work on our side.'
    await fail(sentence, isFinal ? null : new Date(now().getTime() + run.attempt * 60_000))
  }
}

export function startReports(deps: ReportDeps): RepeatedRun {
  return runEvery(
    tickEveryMs,
    () => runDueReports(deps),
    (error) => deps.log.warn({ event: 'reports.poll_failed', err: error }, 'could not look for reports'),
  )
}
