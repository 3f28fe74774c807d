import { describe, expect, it } from 'vitest'
import { roleOf } from './metric-role.ts'

describe('roleOf', () => {
  it.each([
    ['http.server.requests', 'requests'],
    ['operations_total', 'requests'],
    ['recursion.iterations', 'iterations'],
    ['invocations', 'requests'],
    ['request_rate', 'other'],
    ['requests.per_second', 'other'],
    ['errorRate', 'other'],
    ['error_ratio', 'other'],
    ['rate_limit_errors', 'errors'],
    ['request_latency', 'duration_ms'],
    ['requestDuration', 'duration_ms'],
    ['http.client.request.duration.count', 'requests'],
    ['http_server_requests_seconds_count', 'requests'],
    ['jvm.gc.duration.count', 'other'],
    ['debezium_metrics_RowsScanned', 'position'],
    ['kafka_connect_connector_failed_task_count', 'errors'],
    ['runningTasksCount', 'capacity'],
    ['cpu_utilization', 'cpu_percent'],
    ['desired_capacity', 'capacity'],
    ['RecursiveInvocationsDropped', 'recursion_dropped'],
    ['oom_kills', 'out_of_memory'],
    ['rabbitmq_queue_messages_delivered_ack_total', 'processed'],
    ['rabbitmq_queue_messages_redelivered_total', 'redone'],
    ['rabbitmq_queue_messages_acked_total', 'acknowledged'],
    ['cluster_autoscaler_nodes_count', 'capacity'],
    ['FreeableMemory', 'other'],
    ['node_memory_MemAvailable_bytes', 'other'],
    ['ProvisionedReadCapacityUnits', 'capacity'],
    ['anything', 'other'],
  ])('reads %s as %s', (metric, role) => {
    expect(roleOf(metric, '', 1)).toEqual({ role, scale: 1 })
  })
  it.each([
    ['memory_usage', 'By', 5, 'memory', 1 / 1024 ** 2],
    ['memory_usage', 'KiBy', 5, 'memory', 1 / 1024],
    ['memory_usage_mb', '', 5e9, 'memory', 1],
    ['memory_usage', 'GiB', 5, 'memory', 1024],
    ['memory_limit_bytes', '', 5, 'memory_limit', 1 / 1024 ** 2],
    ['redis_memory_max_bytes', '', 5, 'memory_limit', 1 / 1024 ** 2],
    ['container_memory_max_usage_bytes', '', 5, 'memory', 1 / 1024 ** 2],
    ['process_virtual_memory_max_bytes', '', 5, 'memory', 1 / 1024 ** 2],
    ['memory_usage', '%', 5, 'memory_percent', 1],
    ['memory_utilization', '', 5, 'memory_percent', 1],
    ['rss', '', 1e6 - 1, 'memory', 1],
    ['rss', '', 1e6, 'memory', 1 / 1024 ** 2],
  ])('scales %s in "%s" to mebibytes', (metric, unit, sample, role, scale) => {
    expect(roleOf(metric, unit, sample)).toEqual({ role, scale })
  })
})
