/** What usually causes each type of loop, what speaks for it, and what to do. A small fixed catalogue. */
import type { LoopType } from '@kept/domain/loop.ts'
import type { Feature } from '../verdict.ts'

/** What is known around the onset, beside the verdict. */
export interface Circumstances {
  /** Minutes from the last deploy to the onset; undefined when none is known. */
  sinceDeploy: number | undefined
  sinceConfiguration: number | undefined
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

export interface Cause {
  id: string
  words: string
  /** Log-odds: how much more likely it is under these circumstances. */
  speaksFor(around: Circumstances): number
  fixes: string[]
  /** What the first fix takes: a setting or a step back; a change in one place; a change of how parts work together. */
  effort: 'low' | 'medium' | 'high'
}

const recent = (minutes: number | undefined) => minutes !== undefined && minutes >= 0 && minutes <= 30
const deployed: Omit<Cause, 'fixes'> = {
  id: 'recent_change',
  words: 'A change deployed shortly before',
  speaksFor: ({ sinceDeploy, sinceConfiguration }) => (recent(sinceDeploy) || recent(sinceConfiguration) ? 3 : -2),
  effort: 'low',
}
const value = (around: Circumstances, name: string) => around.features.find((one) => one.name === name)?.value ?? 0

export const causes: Record<LoopType, Cause[]> = {
  recursive_function: [
    {
      id: 'same_store',
      words: 'The function writes to the queue, bucket or topic that triggers it',
      speaksFor: ({ throughStore }) => (throughStore ? 3 : -3),
      effort: 'medium',
      fixes: [
        'Read from one bucket or queue and write to another',
        'Filter the trigger by prefix, so that what is written does not trigger',
        'Set the function’s reserved concurrency to 0 to stop it now',
      ],
    },
    {
      id: 'no_end',
      words: 'The recursion has no condition that ends it',
      speaksFor: ({ throughStore }) => (throughStore ? -1 : 2),
      effort: 'medium',
      fixes: [
        'Add a condition that ends the recursion, and a limit of its depth',
        'Carry a depth in the event and refuse beyond it',
      ],
    },
    { ...deployed, fixes: ['Roll back to the version before', 'Review what the change calls'] },
  ],
  infinite_retry: [
    {
      id: 'permanent_error',
      words: 'An error that will not pass by itself is tried again',
      speaksFor: ({ failing, upstreamFailing }) => (failing > 0.95 ? 2 : 0) - (upstreamFailing ? 1 : 0),
      effort: 'medium',
      fixes: [
        'Do not retry what cannot succeed (4xx, validation, missing rights)',
        'Cap attempts at 3 and send the rest to a dead-letter queue',
      ],
    },
    {
      id: 'no_backoff',
      words: 'Attempts follow each other without backing off',
      speaksFor: (around) => (value(around, 'gap_growth') > 0 && value(around, 'gap_growth') < 1.2 ? 1.5 : -0.5),
      effort: 'low',
      fixes: ['Back off exponentially with full jitter', 'Give retries a budget of 10 to 20 % of the calls'],
    },
    {
      id: 'upstream_outage',
      words: 'What is called has been failing',
      speaksFor: ({ upstreamFailing }) => (upstreamFailing ? 2.5 : -1),
      effort: 'medium',
      fixes: ['Open a circuit breaker while the upstream fails', 'Retry at one layer only'],
    },
    { ...deployed, fixes: ['Roll back to the version before'] },
  ],
  circular_dependency: [
    {
      id: 'mutual_calls',
      words: 'Services call each other for the same request',
      speaksFor: ({ throughStore }) => (throughStore ? -1 : 2),
      effort: 'high',
      fixes: ['Break the circle at the edge named', 'Pass what is needed along instead of asking back'],
    },
    {
      id: 'event_echo',
      words: 'Services answer each other’s events with events',
      speaksFor: ({ throughStore }) => (throughStore ? 2.5 : -2),
      effort: 'high',
      fixes: ['Make the answer asynchronous and deduplicate it', 'Do not publish a change that came from an event'],
    },
    { ...deployed, fixes: ['Roll back to the version before'] },
  ],
  memory_leak_loop: [
    {
      ...deployed,
      words: 'A leak in a version deployed shortly before',
      fixes: ['Roll back to the version before', 'Take a heap profile of both versions and compare'],
    },
    {
      id: 'growing_collection',
      words: 'Something is kept that is never let go',
      speaksFor: (around) => (value(around, 'trend') > 3 || value(around, 'linear') > 0.9 ? 1.5 : 0),
      effort: 'medium',
      fixes: [
        'Take a heap profile now and an hour later, and compare',
        'Bound caches and listeners',
        'Restart on a schedule until it is fixed',
      ],
    },
    {
      id: 'limit_too_small',
      words: 'The memory limit is too small for the work',
      speaksFor: ({ killed, features }) =>
        killed && !features.some(({ name }) => name === 'linear' || name === 'trend') ? 2 : -1,
      effort: 'low',
      fixes: ['Raise the limit', 'Work in smaller pieces'],
    },
  ],
  api_polling_loop: [
    {
      id: 'no_interval',
      words: 'The client asks again as soon as it has the answer',
      speaksFor: (around) => (value(around, 'rhythm') > 0.3 ? 2 : 0),
      effort: 'low',
      fixes: ['Set a least interval between calls', 'Back off while the answer does not change'],
    },
    {
      id: 'too_short_interval',
      words: 'The client asks at a much too short interval',
      speaksFor: (around) => (value(around, 'rhythm') <= 0.3 ? 2 : -1),
      effort: 'medium',
      fixes: ['Use a webhook or long polling', 'Ask with an ETag, and less often'],
    },
    { ...deployed, fixes: ['Roll back to the version before'] },
  ],
  database_query_loop: [
    {
      id: 'query_in_loop',
      words: 'A query stands inside a loop over records',
      speaksFor: () => 1.5,
      effort: 'medium',
      fixes: [
        'Ask for all records with one query (IN, JOIN, data loader)',
        'Cache what does not change within a request',
      ],
    },
    {
      ...deployed,
      words: 'A change of the query’s code, deployed shortly before',
      fixes: ['Roll back to the version before', 'Load the records in one query'],
    },
    {
      id: 'lost_cache',
      words: 'A cache that kept the queries away is gone',
      speaksFor: ({ sinceConfiguration }) => (recent(sinceConfiguration) ? 1.5 : -1),
      effort: 'medium',
      fixes: ['Restore the cache', 'Limit the queries of one request'],
    },
  ],
  auto_scaling_loop: [
    {
      id: 'narrow_band',
      words: 'The thresholds for growing and shrinking lie too close together',
      speaksFor: (around) => (value(around, 'balance') < 0.2 ? 1.5 : 0.5),
      effort: 'low',
      fixes: ['Widen the band between growing and shrinking', 'Pin the size while it is looked into'],
    },
    {
      id: 'short_cooldown',
      words: 'Shrinking does not wait until growing has had its effect',
      speaksFor: (around) => (value(around, 'turn_gap') < 120 ? 1.5 : 0),
      effort: 'low',
      fixes: ['Raise the stabilisation window to 300 s and more', 'Shrink in small steps'],
    },
    {
      ...deployed,
      words: 'A scaling policy or version changed shortly before',
      fixes: ['Take back the change of the policy'],
    },
  ],
  webhook_loop: [
    {
      id: 'own_echo',
      words: 'The receiver’s own change triggers the webhook again',
      speaksFor: () => 1.5,
      effort: 'medium',
      fixes: ['Ignore events of your own actor', 'Carry a hop count and refuse beyond it (as RFC 8586 does)'],
    },
    {
      id: 'two_systems',
      words: 'Two systems copy each other’s changes',
      speaksFor: ({ throughStore }) => (throughStore ? 1 : 0.5),
      effort: 'high',
      fixes: ['Let one system be the source of the field', 'Deduplicate by object and value'],
    },
    { ...deployed, words: 'A subscription was added shortly before', fixes: ['Take back the subscription'] },
  ],
  batch_processing_loop: [
    {
      id: 'not_acknowledged',
      words: 'Work is done but never acknowledged, and comes again',
      speaksFor: ({ failing }) => (failing < 0.5 ? 2 : -1),
      effort: 'medium',
      fixes: ['Acknowledge after success', 'Make the visibility timeout longer than the work'],
    },
    {
      id: 'poison',
      words: 'A record that cannot be processed holds up the rest',
      speaksFor: ({ failing }) => (failing >= 0.5 ? 2 : -1),
      effort: 'low',
      fixes: ['Send records to a dead-letter queue after few attempts', 'Report failures record by record'],
    },
    {
      id: 'lost_checkpoint',
      words: 'The checkpoint is not stored',
      speaksFor: () => 0.5,
      effort: 'medium',
      fixes: ['Store the checkpoint after each chunk', 'Make the work idempotent'],
    },
    { ...deployed, fixes: ['Roll back to the version before'] },
  ],
  custom_pattern: [
    {
      id: 'rule',
      words: 'The pattern of a rule of your own',
      speaksFor: () => 0,
      effort: 'medium',
      fixes: ['Follow the runbook of the rule'],
    },
  ],
}
