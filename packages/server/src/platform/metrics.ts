/** Prometheus metrics. No label identifies an organization or a user. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

export const requestSeconds = new Histogram({
  name: 'kept_http_request_seconds',
  help: 'Time from request to response, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  registers: [registry],
})

export const rowsImported = new Counter({
  name: 'kept_rows_imported_total',
  help: 'Billing rows read, by result',
  labelNames: ['outcome'],
  registers: [registry],
})

export const engineUp = new Gauge({
  name: 'kept_engine_up',
  help: '1 while the engine responds',
  labelNames: ['engine'],
  registers: [registry],
})

export const jobSeconds = new Histogram({
  name: 'kept_job_seconds',
  help: 'Time a background job ran, by job and outcome: finished, failed, or interrupted by a stop',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
  registers: [registry],
})

export const jobsWaiting = new Gauge({
  name: 'kept_jobs_waiting',
  help: 'Background jobs that are due and not started, in all processes',
  labelNames: ['job'],
  registers: [registry],
})

export const buildInfo = new Gauge({
  name: 'kept_build_info',
  help: 'Always 1; the label is the version of Kept',
  labelNames: ['version'],
  registers: [registry],
})

/** Memory, event loop and garbage collection of this process; reading them changes nothing. */
export function startProcessMetrics(): void {
  if (!registry.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics({ register: registry })
}
