/** Evaluates what the first run of a connection has read so far, while it goes on: a large organization takes long. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'

const firstMs = 10_000

interface EarlyEvaluations {
  /** To be called when a unit has been read. */
  afterUnit(): void
  /** Waits for the evaluation that is under way. */
  end(): Promise<void>
}

/**
 * The first one after ten seconds, each further one when the run has lasted twice as long: they read the whole bill. One
 * that fails is logged, and the run goes on: at its end everything is evaluated in any case.
 */
export function evaluateEarly(
  { now, log }: Pick<Services, 'now'> & { log: Pick<Services['log'], 'warn'> },
  { organizationId }: Scope,
  evaluate: () => Promise<void>,
): EarlyEvaluations {
  const startedMs = now().getTime()
  let dueMs = startedMs + firstMs
  let underWay: Promise<void> | undefined
  const evaluateNow = async () => {
    try {
      await evaluate()
    } catch (err) {
      log.warn(
        { event: 'connection.early_evaluation_failed', organization_id: organizationId, err },
        'could not evaluate what a connection has read so far',
      )
    } finally {
      dueMs = startedMs + 2 * (now().getTime() - startedMs)
      underWay = undefined
    }
  }
  return {
    afterUnit() {
      if (underWay === undefined && now().getTime() >= dueMs) underWay = evaluateNow()
    },
    async end() {
      await underWay
    },
  }
}
