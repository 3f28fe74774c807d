/** What platforms do by themselves and what requests spread out into, all day and in good health. */
import { httpCall, playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'

const minutes = 40

const none = (name: string, play: (writer: TelemetryWriter) => void): ToolDefaultsClass => ({
  name,
  half: 'blind',
  play(writer) {
    playTraffic(writer, minutes)
    play(writer)
    return undefined
  },
})

/** Each instance does something every so often, with a little jitter. */
function every(
  writer: TelemetryWriter,
  instances: number,
  seconds: number,
  act: (at: number, instance: number) => void,
): void {
  for (let instance = 0; instance < instances; instance += 1)
    for (let at = writer.between(0, seconds / 60); at < minutes - 1; at += (seconds / 60) * writer.between(0.97, 1.04))
      act(at, instance)
}

/** Envoy beside each service: a call is a span of the caller's proxy and one of the callee's. */
function throughGateway(writer: TelemetryWriter, route: readonly string[], start: number): void {
  const trace = writer.trace()
  let [parent, at] = ['', start]
  for (const service of route) {
    const [ms, attributes] = [writer.between(20, 60), httpCall('POST', `http://internal-gateway/${service}`, 200)]
    const ingress = { service: 'internal-gateway', name: 'ingress', kind: 'server' as const, trace, parent, at, ms }
    const entered = writer.span({ ...ingress, attributes })
    const egress = { service: 'internal-gateway', name: 'router egress', kind: 'client' as const, trace, at, ms }
    const left = writer.span({ ...egress, parent: entered, attributes: httpCall('POST', `http://${service}/`, 200) })
    at += 0.00005
    const own = writer.span({ service, name: 'POST /', kind: 'server', trace, parent: left, at, ms: ms - 5 })
    at += 0.0001
    parent = writer.span({ service, name: 'POST', kind: 'client', trace, parent: own, at, ms: ms - 9, attributes })
  }
}

/** A function that invokes itself for the next page, and is done after the last one. */
function nextPage(writer: TelemetryWriter, start: number): void {
  const trace = writer.trace()
  let [parent, at] = ['', start]
  for (let page = writer.rng.integer(3, 12); page > 0; page -= 1) {
    const base = { service: 'contact-export', trace, at }
    const attributes = { 'faas.trigger': 'other', 'faas.invocation_id': writer.rng.hex(32) }
    const run = writer.span({ ...base, name: 'contact-export', kind: 'server', parent, ms: 700, attributes })
    writer.span({
      ...{ ...base, name: 'GET', kind: 'client', parent: run, ms: 300 },
      attributes: httpCall('GET', `https://crm.example/contacts?cursor=${writer.rng.hex(12)}`, 200),
    })
    at += 0.01
    const invoke = { 'rpc.system': 'aws-api', 'rpc.service': 'Lambda', 'rpc.method': 'Invoke' }
    if (page > 1)
      parent = writer.span({
        ...{ ...base, at, name: 'Lambda.Invoke', kind: 'client', parent: run, ms: 20 },
        attributes: { ...invoke, 'faas.invoked_name': 'contact-export' },
      })
  }
}

/** For each item of a list one activity, one after the other, as workflow engines trace it. */
function workflow(writer: TelemetryWriter, start: number): void {
  const trace = writer.trace()
  const base = { service: 'fulfilment-worker', trace }
  const parent = writer.span({ ...base, name: 'RunWorkflow:PackOrders', kind: 'internal', at: start, ms: 60_000 })
  let at = start
  for (let item = writer.rng.integer(40, 90); item > 0; item -= 1) {
    const started = writer.span({ ...base, name: 'StartActivity:PackOrder', kind: 'client', parent, at, ms: 2 })
    const ran = { ...base, name: 'RunActivity:PackOrder', kind: 'server' as const, parent: started }
    const run = writer.span({ ...ran, at: at + 0.0002, ms: 300 })
    writer.span({
      ...{ ...base, name: 'POST', kind: 'client', parent: run, at: at + 0.0003, ms: 200 },
      attributes: httpCall('POST', `http://labels/v2/orders/${writer.rng.integer(1e6, 9e6)}/label`, 201),
    })
    at += writer.between(0.005, 0.009)
  }
}

/** Conditional writes: half lose, and rightly; a lost one is not tried again. */
function conditional(writer: TelemetryWriter): void {
  for (const at of writer.starts(700, 0, minutes - 1)) {
    const trace = writer.trace()
    const failed = writer.rng.chance(0.55)
    const attributes = { 'messaging.system': 'aws_sqs', 'messaging.destination.name': 'clicks' }
    const root = { service: 'click-dedupe', name: 'clicks process', kind: 'consumer' as const, trace, at, ms: 14 }
    writer.span({
      ...{ service: 'click-dedupe', name: 'DynamoDB.PutItem', kind: 'client', trace, at: at + 0.0001, ms: 6, failed },
      parent: writer.span({ ...root, attributes }),
      attributes: { 'db.system.name': 'aws.dynamodb', 'aws.dynamodb.table_names': 'seen', 'rpc.method': 'PutItem' },
    })
  }
}

/** A batch that runs once: for each customer a read, a call and a write. */
function invoiceRun(writer: TelemetryWriter): void {
  const trace = writer.trace()
  const base = { service: 'month-end', trace, kind: 'client' as const }
  const start = writer.between(6, 10)
  const job = writer.span({ ...base, name: 'job invoiceRun', kind: 'internal', at: start, ms: 1_500_000 })
  for (let at = start, customer = 0; customer < 2600; customer += 1, at += writer.between(0.006, 0.01)) {
    if (customer % 100 === 99) at += 0.05
    const query = (text: string, offset: number) =>
      writer.span({
        ...{ ...base, name: text.split(' ')[0] ?? '', parent: job, at: at + offset, ms: 3 },
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      })
    query('SELECT * FROM subscription WHERE customer_id = $1', 0)
    const attributes = httpCall('POST', `http://tax/v1/customers/${customer}/quote`, 200)
    writer.span({ ...base, name: 'POST', parent: job, at: at + 0.0001, ms: 40, attributes })
    query('INSERT INTO invoice (customer_id, total) VALUES ($1, $2)', 0.001)
  }
}

export const fieldAlikePlatforms: ToolDefaultsClass[] = [
  none('Leases that controllers renew every two seconds', (writer) =>
    every(writer, writer.rng.integer(30, 50), 2, (at, instance) =>
      writer.span({
        ...{ service: 'cluster-operators', instance: `operator-${instance}`, name: 'HTTP PUT', kind: 'client', at },
        ...{ trace: writer.trace(), ms: writer.between(4, 12) },
        attributes: httpCall(
          'PUT',
          `https://10.96.0.1/apis/coordination.k8s.io/v1/namespaces/ops/leases/operator-${instance}`,
          200,
        ),
      }),
    ),
  ),
  none('Telemetry that services export once a second, traced too', (writer) =>
    every(writer, writer.rng.integer(20, 35), 1, (at, instance) =>
      writer.span({
        ...{ service: `edge-${instance % 5}`, instance: `edge-${instance}`, kind: 'client', trace: writer.trace(), at },
        ...{ name: 'opentelemetry.proto.collector.trace.v1.TraceService/Export', ms: writer.between(2, 7) },
        attributes: {
          ...{ 'rpc.system': 'grpc', 'rpc.service': 'opentelemetry.proto.collector.trace.v1.TraceService' },
          ...{ 'rpc.method': 'Export', 'rpc.grpc.status_code': 0, 'server.address': 'otel-collector' },
        },
      }),
    ),
  ),
  none('Probes of kubelets, under a plain path', (writer) =>
    every(writer, writer.rng.integer(90, 130), 5, (at, instance) =>
      writer.span({
        ...{ service: 'storefront-web', instance: `web-${instance}`, name: 'GET /status', kind: 'server', at },
        ...{ trace: writer.trace(), ms: writer.between(1, 3) },
        attributes: {
          ...{ 'http.request.method': 'GET', 'http.route': '/status', 'http.response.status_code': 200 },
          ...{ 'client.address': `10.3.0.${instance % 4}`, 'user_agent.original': 'kube-probe/1.31' },
        },
      }),
    ),
  ),
  none('Services that reach each other through one gateway', (writer) => {
    const route = ['cart-api', 'price-api', 'promo-api', 'stock-api', 'tax-api', 'ship-api', 'fraud-api']
    for (const at of writer.starts(writer.between(40, 70), 0, minutes - 2))
      throughGateway(writer, route.slice(0, writer.rng.integer(3, 7)), at)
  }),
  none('Page that asks for forty pictures by their ID', (writer) => {
    for (const at of writer.starts(writer.between(20, 35), 0, minutes - 2)) {
      const trace = writer.trace()
      const parent = writer.span({ service: 'gallery-bff', name: 'GET /album', kind: 'server', trace, at, ms: 350 })
      for (let index = 0; index < 40; index += 1)
        writer.span({
          ...{ service: 'gallery-bff', name: 'GET', kind: 'client', trace, parent, ms: writer.between(15, 60) },
          at: at + 0.0001 + index * 0.00003,
          attributes: httpCall('GET', `http://pictures/v1/pictures/${writer.rng.hex(24)}`, 200),
        })
    }
  }),
  none('Function that invokes itself for the next page, up to twelve', (writer) => {
    for (const at of writer.starts(writer.between(25, 45), 0, minutes - 1)) nextPage(writer, at)
  }),
  none('Workflow that does one activity for each item', (writer) => {
    for (const at of writer.starts(writer.between(4, 8), 0, minutes - 2)) workflow(writer, at)
  }),
  none('Conditional writes of which half are refused', conditional),
  none('Invoice run, once, customer by customer', invoiceRun),
  none('Grader that answers yes or no to a thousand answers', (writer) => {
    const trace = writer.trace()
    const base = { service: 'eval-runner', trace }
    const parent = writer.span({ ...base, name: 'evaluate', kind: 'internal', at: 3, ms: 1_500_000 })
    for (let at = 3, answer = 0; answer < 1200; answer += 1, at += writer.between(0.012, 0.03))
      writer.span({
        ...{ ...base, name: 'chat gpt-4.1-mini', kind: 'client', parent, at, ms: writer.between(500, 900) },
        attributes: {
          ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4.1-mini', 'gen_ai.system': 'openai' },
          ...{ 'gen_ai.usage.input_tokens': writer.rng.integer(300, 1800), 'gen_ai.usage.output_tokens': 1 },
          'server.address': 'api.openai.com',
        },
      })
  }),
]
