/** The common causes of each type of loop, their evidence, and what to do. A small fixed catalog. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import type { Feature } from '../evaluation.ts'

/** What is known around the onset, in addition to the evaluation. */
export interface Circumstances {
  /** Minutes from the last deploy to the onset; undefined when none is known. */
  sinceDeploy: number | undefined
  sinceConfiguration: number | undefined
  /** What changed last, as it is named: "rollout of web (web-7d9f)"; undefined when nothing says. */
  changeName?: string | undefined
  /** The share of failures in the loop. */
  failing: number
  /** Failures at what is called, before the onset. */
  upstreamFailing: boolean
  /** The loop passes a queue, bucket, topic or table: its writer is its reader. */
  throughStore: boolean
  limitKnown: boolean
  killed: boolean
  features: readonly Feature[]
}

interface Cause {
  id: string
  description: string
  /** Log-odds: how much more likely it is under these circumstances. */
  speaksFor(circumstances: Circumstances): number
  fixes: string[]
  /** What the first fix takes: a setting or a step back; a change in one place; a change of how parts work together. */
  effort: 'low' | 'medium' | 'high'
}

/** A change of the last half hour may be the cause. */
export const recentMinutes = 30
const recent = (minutes: number | undefined) => minutes !== undefined && minutes >= 0 && minutes <= recentMinutes
const deployed: Omit<Cause, 'fixes'> = {
  id: 'recent_change',
  description: 'A recent deployment',
  speaksFor: ({ sinceDeploy, sinceConfiguration }) => (recent(sinceDeploy) || recent(sinceConfiguration) ? 3 : -2),
  effort: 'low',
}
const value = (circumstances: Circumstances, name: string) =>
  circumstances.features.find((feature) => feature.name === name)?.value ?? 0

export const causes: Record<LoopType, Cause[]> = {
  recursive_function: [
    {
      id: 'same_store',
      description: 'The function writes to the queue, bucket or topic that triggers it',
      speaksFor: ({ throughStore }) => (throughStore ? 3 : -3),
      effort: 'medium',
      fixes: [
        'Read from one bucket or queue and write to another',
        'Filter the trigger by prefix so that its own output does not trigger it',
        'Set the function’s reserved concurrency to 0 to stop it now',
      ],
    },
    {
      id: 'no_end',
      description: 'The recursion has no exit condition',
      speaksFor: ({ throughStore }) => (throughStore ? -1 : 2),
      effort: 'medium',
      fixes: [
        'Add an exit condition and a depth limit',
        'Pass a depth counter in the event and reject events above a limit',
      ],
    },
    { ...deployed, fixes: ['Roll back to the previous version', 'Review the calls that the change added'] },
  ],
  infinite_retry: [
    {
      id: 'agent_stuck',
      description: 'An agent repeats a step that does not bring it further',
      speaksFor: (circumstances) => (value(circumstances, 'same_tool') > 0 ? 6 : -9),
      effort: 'low',
      fixes: ['Limit the turns of a run', 'End a run after three identical tool calls, and tell the model why'],
    },
    {
      id: 'permanent_error',
      description: 'A permanent error is retried',
      speaksFor: ({ failing, upstreamFailing }) => (failing > 0.95 ? 2 : 0) - (upstreamFailing ? 1 : 0),
      effort: 'medium',
      fixes: [
        'Do not retry permanent errors (4xx, validation, missing permissions)',
        'Limit attempts to 3 and send failures to a dead-letter queue',
      ],
    },
    {
      id: 'no_backoff',
      description: 'Retries have no backoff',
      speaksFor: (circumstances) =>
        value(circumstances, 'gap_growth') > 0 && value(circumstances, 'gap_growth') < 1.2 ? 1.5 : -0.5,
      effort: 'low',
      fixes: ['Use exponential backoff with full jitter', 'Limit retries to 10-20% of calls (retry budget)'],
    },
    {
      id: 'upstream_outage',
      description: 'The upstream service is failing',
      speaksFor: ({ upstreamFailing }) => (upstreamFailing ? 2.5 : -1),
      effort: 'medium',
      fixes: ['Open a circuit breaker while the upstream fails', 'Retry at one layer only'],
    },
    { ...deployed, fixes: ['Roll back to the previous version'] },
  ],
  circular_dependency: [
    {
      id: 'mutual_calls',
      description: 'Services call each other for the same request',
      speaksFor: ({ throughStore }) => (throughStore ? -1 : 2),
      effort: 'high',
      fixes: ['Remove the suggested call from the cycle', 'Pass the data along instead of calling back'],
    },
    {
      id: 'event_echo',
      description: 'Services respond to each other’s events with new events',
      speaksFor: ({ throughStore }) => (throughStore ? 2.5 : -2),
      effort: 'high',
      fixes: ['Make the response asynchronous and deduplicate it', 'Do not publish changes that came from an event'],
    },
    { ...deployed, fixes: ['Roll back to the previous version'] },
  ],
  memory_leak_loop: [
    {
      ...deployed,
      description: 'A memory leak in a recently deployed version',
      fixes: ['Roll back to the previous version', 'Compare heap profiles of both versions'],
    },
    {
      id: 'growing_collection',
      description: 'A collection grows and is never cleaned up',
      speaksFor: (circumstances) =>
        value(circumstances, 'trend') > 3 || value(circumstances, 'linear') > 0.9 ? 1.5 : 0,
      effort: 'medium',
      fixes: [
        'Compare two heap profiles taken an hour apart',
        'Limit the size of caches and listeners',
        'Restart on a schedule until it is fixed',
      ],
    },
    {
      id: 'limit_too_small',
      description: 'The memory limit is too low for the workload',
      speaksFor: ({ killed, features }) =>
        killed && !features.some(({ name }) => name === 'linear' || name === 'trend') ? 2 : -1,
      effort: 'low',
      fixes: ['Raise the memory limit', 'Process smaller batches'],
    },
  ],
  api_polling_loop: [
    {
      id: 'no_interval',
      description: 'The client calls again as soon as it gets a response',
      speaksFor: (circumstances) => (value(circumstances, 'rhythm') > 0.3 ? 2 : 0),
      effort: 'low',
      fixes: ['Set a minimum interval between calls', 'Back off while responses do not change'],
    },
    {
      id: 'too_short_interval',
      description: 'The polling interval is too short',
      speaksFor: (circumstances) => (value(circumstances, 'rhythm') <= 0.3 ? 2 : -1),
      effort: 'medium',
      fixes: ['Use a webhook or long polling', 'Poll less often, and send an ETag'],
    },
    { ...deployed, fixes: ['Roll back to the previous version'] },
  ],
  database_query_loop: [
    {
      id: 'query_in_loop',
      description: 'A query runs inside a loop over records',
      speaksFor: () => 1.5,
      effort: 'medium',
      fixes: ['Load all records with one query (IN, JOIN, data loader)', 'Cache results within a request'],
    },
    {
      ...deployed,
      description: 'A recent deployment changed the query',
      fixes: ['Roll back to the previous version', 'Load the records in one query'],
    },
    {
      id: 'lost_cache',
      description: 'A cache in front of the database is missing',
      speaksFor: ({ sinceConfiguration }) => (recent(sinceConfiguration) ? 1.5 : -1),
      effort: 'medium',
      fixes: ['Restore the cache', 'Limit the number of queries per request'],
    },
  ],
  auto_scaling_loop: [
    {
      id: 'narrow_band',
      description: 'The scale-out and scale-in thresholds are too close',
      speaksFor: (circumstances) => (value(circumstances, 'balance') < 0.2 ? 1.5 : 0.5),
      effort: 'low',
      fixes: ['Widen the gap between the thresholds', 'Pin the capacity while you investigate'],
    },
    {
      id: 'short_cooldown',
      description: 'The scale-in cooldown is too short',
      speaksFor: (circumstances) => (value(circumstances, 'turn_gap') < 120 ? 1.5 : 0),
      effort: 'low',
      fixes: ['Raise the stabilization window to at least 300 s', 'Scale in by small steps'],
    },
    {
      ...deployed,
      description: 'A recent change to a scaling policy or version',
      fixes: ['Revert the policy change'],
    },
  ],
  webhook_loop: [
    {
      id: 'own_echo',
      description: 'The receiver’s own change triggers the webhook again',
      speaksFor: () => 1.5,
      effort: 'medium',
      fixes: ['Ignore events of your own actor', 'Pass a hop count and reject events above a limit (RFC 8586)'],
    },
    {
      id: 'two_systems',
      description: 'Two systems sync changes to each other',
      speaksFor: ({ throughStore }) => (throughStore ? 1 : 0.5),
      effort: 'high',
      fixes: ['Make one system the source of truth for the field', 'Deduplicate by object and value'],
    },
    { ...deployed, description: 'A recently added subscription', fixes: ['Remove the subscription'] },
  ],
  batch_processing_loop: [
    {
      id: 'not_acknowledged',
      description: 'Messages are processed but never acknowledged, so they are redelivered',
      speaksFor: ({ failing }) => (failing < 0.5 ? 2 : -1),
      effort: 'medium',
      fixes: ['Acknowledge messages after success', 'Set the visibility timeout above the processing time'],
    },
    {
      id: 'poison',
      description: 'A poison message: a record that cannot be processed is delivered again and again',
      speaksFor: ({ failing }) => (failing >= 0.5 ? 2 : -1),
      effort: 'low',
      fixes: ['Send records to a dead-letter queue after a few attempts', 'Report failures per record'],
    },
    {
      id: 'lost_checkpoint',
      description: 'The checkpoint is lost: work begins again where it began before',
      // What fails keeps its offset where it is, and that is the record’s doing.
      speaksFor: ({ features, failing }) =>
        features.some(({ name }) => name === 'checkpoint') ? (failing < 0.5 ? 3 : 1) : 0,
      effort: 'medium',
      fixes: ['Store the checkpoint after each chunk', 'Make processing idempotent'],
    },
    { ...deployed, fixes: ['Roll back to the previous version'] },
  ],
  custom_pattern: [
    {
      id: 'rule',
      description: 'Matches a custom rule',
      speaksFor: () => 0,
      effort: 'medium',
      fixes: ['Follow the runbook of the rule'],
    },
  ],
}
