/** Calls that go in circles: uploads that are refused, services that need each other, exports that stay as they are. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { loopOf } from './class-of-set.ts'
import { playOffice } from './office.ts'
import { describePod, describeProcess, olderCall, olderRequest, request } from './resources.ts'

const minutes = 45

/** Parts of a dump go up one by one until one is refused for its checksum, and is sent again as soon as it is. */
function refusedPart(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  describeProcess(writer, 'backup-agent', 'nodejs')
  const [trace, from, perMinute] = [writer.trace(), writer.between(9, 15), writer.between(190, 340)]
  const base = { service: 'backup-agent', trace }
  const parent = writer.span({ ...base, name: 'upload dump', kind: 'internal', at: 2, ms: (minutes - 3) * 60_000 })
  for (let at = 2.01; at < minutes - 1; ) {
    const failed = at >= from
    writer.span({
      ...{ ...base, name: 'S3.UploadPart', kind: 'client', parent, at, failed, ms: writer.between(90, 160) },
      attributes: {
        ...{ 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': 'UploadPart', 'aws.region': 'eu-west-1' },
        ...{ 'aws.s3.bucket': 'db-dumps', 'http.status_code': failed ? 400 : 200 },
        ...(failed && { 'aws.error.code': 'BadDigest' }),
      },
    })
    at += failed ? writer.between(0.9, 1.1) / perMinute : writer.between(0.015, 0.03)
  }
  return perMinute
}

/** Who reads a user needs a token, and who issues a token reads the user. */
function needEachOther(writer: TelemetryWriter): null {
  playOffice(writer, minutes)
  describePod(writer, 'token-issuer', 'dotnet')
  describePod(writer, 'user-directory', 'dotnet')
  const sides = [
    { service: 'token-issuer', route: 'connect/token', method: 'POST', url: 'https://token-issuer/connect/token' },
    { service: 'user-directory', route: 'users/{id}', method: 'GET', url: 'https://user-directory/users/7f3a' },
  ]
  const from = writer.between(9, 14)
  for (const start of writer.starts(writer.between(16, 24), 0, minutes - 2)) {
    const trace = writer.trace()
    const hops = start < from ? 2 : writer.rng.integer(34, 70)
    const pause = start < from ? 5 : writer.between(180, 380)
    let [parent, caller] = ['', 'account-web']
    for (let hop = 0; hop < hops; hop += 1) {
      const side = sides[hop % 2]
      if (!side) break
      const failed = start >= from
      const base = { trace, failed, at: start + (hop * pause) / 60_000, ms: (hops - hop) * pause }
      const status = failed ? 504 : 200
      const call = writer.span({
        ...{ ...base, service: caller, name: side.method, kind: 'client', parent },
        attributes: { ...httpCall(side.method, side.url, status), 'server.port': 443 },
      })
      parent = writer.span({
        ...{ ...base, service: side.service, name: `${side.method} ${side.route}`, kind: 'server', parent: call },
        attributes: { ...request(side.method, side.route, status), 'url.path': `/${side.route}` },
      })
      caller = side.service
    }
  }
  return null
}

/** A page asks whether an export is ready, gets the same few bytes, and asks again; the job behind it is gone. */
function neverReady(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  const pod = describePod(writer, 'report-ui', 'nodejs', '3.2.1')
  const [from, typical] = [writer.between(8, 14), writer.between(90, 150)]
  const [id, bytes] = [writer.rng.integer(60_000, 90_000), writer.rng.integer(60, 90)]
  let count = 0
  const ask = (at: number, job: number, length: number, ms: number) =>
    writer.span({
      ...{ service: 'report-ui', instance: pod, name: 'GET', kind: 'client', trace: writer.trace(), at, ms },
      attributes: {
        ...olderCall('GET', `https://exports.example/v1/jobs/${job}`, 200),
        ...{ 'http.status_text': 'OK', 'http.response_content_length': length },
      },
    })
  for (const at of writer.starts(4, 0, minutes - 1)) ask(at, writer.rng.integer(1e4, 6e4), bytes + 300, 80)
  for (let at = from; at < minutes - 1; count += 1) {
    const ms = typical * Math.exp(0.35 * writer.normal())
    ask(at, id, bytes, ms)
    at += (ms + writer.between(1, 9)) / 60_000
  }
  return count / (minutes - 1 - from)
}

/** Since a release each document of a list is asked for its access; the driver's spans stand side by side. */
function accessOfEach(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  const [release, perMinute, documents] = [writer.between(13, 17), writer.between(3, 4), writer.rng.integer(75, 120)]
  const before = describePod(writer, 'docs-api', 'go', '2.14.0')
  const after = describePod(writer, 'docs-api', 'go', '2.15.0')
  writer.rollout('docs-api', release - 0.6)
  for (const start of writer.starts(perMinute, 0, minutes - 1)) {
    const isOld = start < release
    const base = { service: 'docs-api', instance: isOld ? before : after, trace: writer.trace() }
    const count = isOld ? writer.rng.integer(2, 3) : Math.round(documents * writer.between(0.85, 1.15))
    const parent = writer.span({
      ...{ ...base, name: '/documents', kind: 'server', at: start, ms: count * 4 + 20 },
      attributes: olderRequest('GET', '/documents', 200),
    })
    for (let index = 0; index < count; index += 1) {
      const at = start + 0.0002 + (index * 4) / 60_000
      const db = { 'db.system': 'postgresql' }
      const call = { ...base, kind: 'client' as const, parent, attributes: db }
      writer.span({ ...call, name: 'sql.conn.reset_session', at, ms: 0.02 })
      const text = 'SELECT level FROM access WHERE document_id = $1 AND subject_id = $2'
      writer.span({
        ...call,
        name: 'sql.conn.query',
        at: at + 0.00001,
        ms: 2,
        attributes: { ...db, 'db.statement': text },
      })
      writer.span({ ...call, name: 'sql.rows', at: at + 0.00004, ms: 0.3 })
    }
  }
  return perMinute * documents
}

/** Told that a contact has changed, it writes the contact, which is a change. */
function ownChange(writer: TelemetryWriter): null {
  playOffice(writer, minutes)
  const pod = describePod(writer, 'contact-scorer', 'python')
  const notify = (at: number, contact: number, isWritten: boolean) => {
    const trace = writer.trace()
    const base = { service: 'contact-scorer', instance: pod, trace }
    const parent = writer.span({
      ...{ ...base, name: 'POST /hooks/contacts', kind: 'server', at, ms: writer.between(120, 260) },
      attributes: { ...olderRequest('POST', '/hooks/contacts', 200), 'http.user_agent': 'CRM-Webhooks/1.0' },
    })
    if (isWritten)
      writer.span({
        ...{ ...base, name: 'PATCH', kind: 'client', parent, at: at + 0.0004, ms: writer.between(80, 180) },
        attributes: olderCall('PATCH', `https://api.crm.example/objects/contacts/${contact}`, 200),
      })
  }
  for (const at of writer.starts(9, 0, minutes - 1)) notify(at, writer.rng.integer(1e5, 9e5), writer.rng.chance(0.4))
  const from = writer.between(9, 14)
  for (let left = writer.rng.integer(18, 26); left > 0; left -= 1) {
    const contact = writer.rng.integer(1e5, 9e5)
    for (let at = from + writer.between(0, 3); at < minutes - 1; at += writer.between(0.04, 0.075))
      notify(at, contact, true)
  }
  return null
}

export const thirdLoopsOfCalls: ToolDefaultsClass[] = [
  loopOf('third', {
    ...{ name: 'Part of an upload refused for its checksum, sent again at once', type: 'infinite_retry' },
    own: 'backup-agent',
    why: 'One part fails the same way thousands of times without a pause; nothing is stored, and each attempt is sent whole.',
    play: refusedPart,
  }),
  loopOf('third', {
    ...{ name: 'Tokens that need the user, who needs a token', type: 'circular_dependency' },
    own: ['token-issuer', 'user-directory'],
    why: 'Each request goes to and fro between two services until it times out; none is answered.',
    losses: { sampledById: 0.25 },
    play: needEachOther,
  }),
  loopOf('third', {
    ...{ name: 'Export that is never ready, asked for again after each answer', type: 'api_polling_loop' },
    own: 'report-ui',
    why: 'One job is asked for several times a second for half an hour, and the answer never changes.',
    play: neverReady,
  }),
  loopOf('third', {
    ...{ name: 'Access of each document asked for since a release', type: 'database_query_loop' },
    own: 'docs-api',
    why: 'One statement for each row where two sufficed before the release, in each request from then on.',
    play: accessOfEach,
  }),
  loopOf('third', {
    ...{ name: 'Contacts written when they change', type: 'webhook_loop' },
    own: 'contact-scorer',
    why: 'The same two dozen contacts are written hundreds of times each, each time because of the write before.',
    play: ownChange,
  }),
]
