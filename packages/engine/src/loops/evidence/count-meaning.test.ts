/** Counts of many exporters, each read by the words of its name. */
import { describe, expect, it } from 'vitest'
import { metricPoints, observedView, service } from '../testing/observed-view.ts'
import { type CountMeaning, isDemand, meaningOf } from './count-meaning.ts'

describe('meaningOf', () => {
  it.each<[CountMeaning | undefined, string[]]>([
    ['came_in', ['IncomingMessages', 'NumberOfMessagesSent', 'rabbitmq_queue_messages_published_total']],
    [
      'handed_out',
      [
        ...['OutgoingMessages', 'NumberOfMessagesReceived', 'rabbitmq_queue_messages_delivered_ack_total'],
        ...['subscription/sent_message_count', 'jetstream_consumer_delivered_consumer_seq'],
      ],
    ],
    [
      'done',
      [
        ...['CompleteMessage', 'NumberOfMessagesDeleted', 'rabbitmq_queue_messages_acked_total'],
        ...['subscription/ack_message_count', 'celery_task_succeeded_total', 'subscription/dead_letter_message_count'],
      ],
    ],
    ['given_back', ['AbandonMessage', 'pulsar_subscription_nacked_total', 'rabbitmq_messages_redelivered_total']],
    [
      'waiting',
      [
        ...['ActiveMessages', 'ApproximateNumberOfMessagesVisible', 'subscription/num_undelivered_messages'],
        ...['jetstream_consumer_num_ack_pending', 'workqueue_depth'],
      ],
    ],
    ['unchanged', ['NumberOfEmptyReceives', 'gitops_sync_noop_total']],
    [
      'converges',
      ['controller_runtime_reconcile_total', 'gotk_reconcile_duration_seconds_count', 'workqueue_adds_total'],
    ],
    ['things', ['apiserver_storage_objects']],
    [undefined, ['CPUUtilization', 'process_cpu_seconds_total', 'ApproximateAgeOfOldestMessage', 'http_bytes_sent']],
  ])('reads %s', (meaning, metrics) => {
    expect(metrics.map((metric) => [metric, meaningOf(metric)])).toEqual(metrics.map((metric) => [metric, meaning]))
  })
})

describe('isDemand', () => {
  const isDemandOf = (metric: string, series = '') => {
    const view = observedView({ points: metricPoints(metric, [1, 2], { series }) })
    return view.series.ofResource(service.id).map(isDemand)[0]
  }
  it('is what others ask for', () => {
    for (const metric of ['http_requests_total', 'SelectThroughput', 'DatabaseConnections', 'active_users'])
      expect([metric, isDemandOf(metric)]).toEqual([metric, true])
  })
  it('is neither what it asks of others, nor failures, nor limits', () => {
    for (const metric of ['rest_client_requests_total', 'request_errors_total', 'max_connections', 'reconcile_total'])
      expect([metric, isDemandOf(metric)]).toEqual([metric, false])
    expect(isDemandOf('calls', 'span.kind=CLIENT')).toBe(false)
  })
})
