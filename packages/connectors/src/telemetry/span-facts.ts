/** Extracts the few facts that identify a loop from span attributes. One entry per attribute; others are ignored. */
import type { SpanFacts } from '@kept/domain/span.ts'
import { statusOfGrpc } from './grpc-status.ts'
import { statementFingerprint } from './statement.ts'

type Value = string | number | boolean
type Write = (facts: SpanFacts, value: Value) => void

const text =
  (field: keyof SpanFacts): Write =>
  (facts, value) => {
    ;(facts as Record<string, unknown>)[field] = String(value)
  }
const number =
  (field: keyof SpanFacts): Write =>
  (facts, value) => {
    const figure = Number(value)
    if (Number.isFinite(figure)) (facts as Record<string, unknown>)[field] = figure
  }
const lastPart =
  (field: keyof SpanFacts): Write =>
  (facts, value) => {
    ;(facts as Record<string, unknown>)[field] = String(value).split(/[:/]/).filter(Boolean).at(-1) ?? ''
  }
const address: Write = (facts, value) => {
  facts.endpoint = endpointOf(String(value))
}
const addressUnlessKnown: Write = (facts, value) => {
  facts.endpoint ??= endpointOf(String(value))
}
const longestTarget = 512
const fullAddress: Write = (facts, value) => {
  facts.endpoint = endpointOf(String(value))
  facts.target = String(value).slice(0, longestTarget)
}
const targetUnlessKnown: Write = (facts, value) => {
  facts.target ??= String(value).slice(0, longestTarget)
}
const pathUnlessKnown: Write = (facts, value) => {
  addressUnlessKnown(facts, value)
  targetUnlessKnown(facts, value)
}
const lineage: Write = (facts, value) => {
  const count = lineageCount(String(value))
  if (count !== undefined) facts.lineageCount = Math.max(facts.lineageCount ?? 0, count)
}
const statement: Write = (facts, value) => {
  facts.statement = statementFingerprint(String(value))
}
/** Other checkpoints are times, pages or names: only these are counted one by one. */
const recordOffset: Write = (facts, value) => {
  facts.checkpoint = String(value)
  const offset = Number(value)
  if (Number.isSafeInteger(offset)) facts.offset = offset
}
const bulk: Write = (facts, value) => {
  if (value === true || /^(true|batch|job|cron|etl|backfill|bulk|scheduled|declared)$/i.test(String(value)))
    facts.bulk = true
}

/** Kubelets, load balancers and uptime services ask by a timetable, under whatever path. */
const checksHealth =
  /kube-probe|health-?check|GoogleHC|Consul Health|Envoy\/HC|Blackbox|UptimeRobot|Pingdom|StatusCake|Route ?53/i

/** What pushes messages to an address; a request of theirs is no one's question. */
const pushesMessages = /APIs-Google|Amazon Simple Notification|Google-Cloud-Tasks|Amazon\/EventBridge|EventGrid/i

/** What others deliver by says so; a bot that draws previews of links does not. */
const deliversWebhooks = /web-?hook|hookshot|captain-hook|slackbot \d|TwilioProxy/i

const sender: Write = (facts, value) => {
  if (checksHealth.test(String(value))) facts.probe = true
  if (deliversWebhooks.test(String(value))) facts.deliverer = String(value).slice(0, 200)
  if (pushesMessages.test(String(value))) facts.trigger ??= 'pubsub'
}

const grpcStatus: Write = (facts, value) => {
  const status = statusOfGrpc(value)
  if (status !== undefined) facts.statusCode ??= status
}

const table: Record<string, Write> = {
  'http.response.status_code': number('statusCode'),
  'http.status_code': number('statusCode'),
  'rpc.grpc.status_code': grpcStatus,
  'rpc.response.status_code': grpcStatus,
  'http.request.method': text('method'),
  'http.method': text('method'),
  'http.route': address,
  'url.template': address,
  'url.full': fullAddress,
  'http.url': fullAddress,
  'url.path': pathUnlessKnown,
  'http.target': pathUnlessKnown,
  'server.address': targetUnlessKnown,
  'net.peer.name': targetUnlessKnown,
  'rpc.method': addressUnlessKnown,
  'http.request.resend_count': number('resendCount'),
  'http.resend_count': number('resendCount'),
  'retry.attempt': number('resendCount'),
  'retry.count': number('resendCount'),
  'db.system': text('database'),
  'db.system.name': text('database'),
  'db.statement': statement,
  'db.query.text': statement,
  'db.query.summary': (facts, value) => {
    facts.statement ??= String(value)
  },
  'messaging.message.id': text('messageId'),
  'messaging.message_id': text('messageId'),
  'messaging.destination.name': text('destination'),
  'messaging.destination': text('destination'),
  'aws.sqs.queue.url': lastPart('destination'),
  'aws.sqs.queue_url': lastPart('destination'),
  'aws.queue.url': lastPart('destination'),
  'aws.queue_url': lastPart('destination'),
  'aws.sns.topic.arn': lastPart('destination'),
  'aws.s3.bucket': text('destination'),
  'faas.document.collection': text('destination'),
  'faas.trigger': text('trigger'),
  'gcp.storage.bucket': text('destination'),
  'az.storage.container': text('destination'),
  'aws.kinesis.stream_name': text('destination'),
  'aws.dynamodb.table_names': text('destination'),
  'aws.table_name': text('destination'),
  'messaging.batch.message_count': number('batchSize'),
  'messaging.destination.partition.id': text('partition'),
  'messaging.kafka.partition': text('partition'),
  'messaging.kafka.destination.partition': text('partition'),
  'messaging.kafka.source.partition': text('partition'),
  'messaging.eventhubs.partition.id': text('partition'),
  'messaging.consumer.group.name': text('consumerGroup'),
  'messaging.consumer.group': text('consumerGroup'),
  'messaging.kafka.consumer.group': text('consumerGroup'),
  'messaging.kafka.consumer_group': text('consumerGroup'),
  'messaging.eventhubs.consumer.group': text('consumerGroup'),
  'messaging.destination.subscription.name': text('consumerGroup'),
  'messaging.kafka.offset': recordOffset,
  'messaging.kafka.message.offset': recordOffset,
  'messaging.eventhubs.message.enqueued_time': text('checkpoint'),
  'batch.checkpoint': text('checkpoint'),
  'batch.offset': text('checkpoint'),
  'messaging.message.delivery_count': number('receiveCount'),
  'messaging.message.receive_count': number('receiveCount'),
  'messaging.sqs.approximate_receive_count': number('receiveCount'),
  'messaging.servicebus.message.delivery_count': number('receiveCount'),
  'messaging.gcp_pubsub.message.delivery_attempt': number('receiveCount'),
  'aws.sqs.ApproximateReceiveCount': number('receiveCount'),
  'messaging.sqs.max_receive_count': number('maxReceiveCount'),
  'webhook.delivery_id': text('deliveryId'),
  'webhook.id': text('deliveryId'),
  'cloudevents.event_id': text('deliveryId'),
  'http.request.header.x-github-delivery': text('deliveryId'),
  'messaging.kafka.message.key': text('objectKey'),
  'webhook.object': text('objectKey'),
  'webhook.object_id': text('objectKey'),
  'cloudevents.event_subject': text('objectKey'),
  'webhook.event': text('eventName'),
  'webhook.event_type': text('eventName'),
  'cloudevents.event_type': text('eventName'),
  'http.request.header.x-github-event': text('eventName'),
  'webhook.hop': number('hops'),
  'webhook.hops': number('hops'),
  'http.request.header.cdn-loop': (facts, value) => {
    facts.hops = String(value).split(',').length
  },
  'gen_ai.tool.name': text('tool'),
  'tool.name': text('tool'),
  'gen_ai.tool.call.arguments': text('toolArguments'),
  'tool.parameters': text('toolArguments'),
  'gen_ai.conversation.id': text('conversation'),
  'session.id': text('conversation'),
  'gen_ai.usage.input_tokens': number('inputTokens'),
  'gen_ai.usage.prompt_tokens': number('inputTokens'),
  'llm.token_count.prompt': number('inputTokens'),
  'gen_ai.usage.output_tokens': number('outputTokens'),
  'gen_ai.usage.completion_tokens': number('outputTokens'),
  'llm.token_count.completion': number('outputTokens'),
  'idempotency.key': text('operationKey'),
  idempotency_key: text('operationKey'),
  'http.request.header.idempotency-key': text('operationKey'),
  'operation.key': text('operationKey'),
  'job.id': text('operationKey'),
  'http.response.body.size': number('bodySize'),
  'http.response_content_length': number('bodySize'),
  'http.response.header.content-length': number('bodySize'),
  'http.response.header.etag': text('contentHash'),
  'http.response.body.hash': text('contentHash'),
  'response.hash': text('contentHash'),
  'aws.lineage': lineage,
  'messaging.aws.lineage': lineage,
  'aws.trace_header': lineage,
  AWSTraceHeader: lineage,
  'http.request.header.x-amzn-trace-id': lineage,
  'messaging.header.AWSTraceHeader': lineage,
  'cx-depth': lineage,
  'baggage.cx-depth': lineage,
  'http.request.header.baggage': lineage,
  'batch.declared': bulk,
  'job.type': bulk,
  'workload.type': bulk,
  'batch.backfill': bulk,
  'client.address': text('clientAddress'),
  'http.client_ip': text('clientAddress'),
  'user_agent.original': (facts, value) => {
    facts.clientAddress ??= String(value)
    sender(facts, value)
  },
  'http.user_agent': sender,
  'aws.lambda.max_memory_used_mb': number('memoryMb'),
  'faas.max_memory_mb': number('memoryMb'),
  'process.memory.usage_mb': number('memoryMb'),
}

const exact = new Map(Object.entries(table))
const anyCase = new Map(Object.entries(table).map(([name, write]) => [name.toLowerCase(), write]))
const looked = new Map<string, Write | undefined>()

/** By its name, in any case; results are cached for a limited number of names. */
function writerOf(name: string): Write | undefined {
  const cached = looked.get(name)
  if (cached !== undefined || looked.has(name)) return cached
  const write = exact.get(name) ?? anyCase.get(name.toLowerCase())
  if (looked.size < 5000) looked.set(name, write)
  return write
}

/** True when an attribute is relevant for loops; decoders skip the values of all others. */
export function isMeaningful(name: string): boolean {
  return writerOf(name) !== undefined
}

export function noteAttribute(facts: SpanFacts, name: string, value: Value): void {
  writerOf(name)?.(facts, typeof value === 'string' && value.length > 4096 ? value.slice(0, 4096) : value)
}

const endpoints = new Map<string, string>()

/** Host and path of a URL without numbers, ids and query, which differ between calls of one endpoint. */
function endpointOf(address: string): string {
  const cached = endpoints.get(address)
  if (cached !== undefined) return cached
  const endpoint = withoutIds(address)
  if (endpoints.size > 5000) endpoints.clear()
  endpoints.set(address, endpoint)
  return endpoint
}

function withoutIds(address: string): string {
  const path = (address.split(/[?#]/, 1)[0] ?? '').replace(/^https?:\/\//, '')
  return path.replace(/\/(\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,})(?=\/|$)/gi, '/{id}').slice(0, 300)
}

/** The highest count of a lineage: `Lineage=1:fe460cdd:3|2:ab:1`, or `cx-depth=hash:3,hash:1`. */
export function lineageCount(header: string): number | undefined {
  const lineageValue = /(?:lineage|cx-depth)=([^;,]*(?:,[0-9a-f]+:\d+)*)/i.exec(header)?.[1]
  const list = lineageValue ?? (/^[\da-f:|,]+$/i.test(header) ? header : undefined)
  if (list === undefined) return undefined
  const counts = list.split(/[|,]/).map((entry) => Number(entry.split(':').at(-1)))
  const validCounts = counts.filter((count) => Number.isInteger(count) && count >= 0)
  return validCounts.length > 0 ? Math.min(100_000, Math.max(...validCounts)) : undefined
}
